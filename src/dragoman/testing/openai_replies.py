"""What the loopback server says to a request: from a script, a function, or a model behind it."""

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any, cast

from dragoman.models.chat import ChatModel, ChatRequest, Reply, ToolCall
from dragoman.testing.errors import UnscriptedCallError
from dragoman.testing.json_example import example_of, with_wrong_words
from dragoman.testing.openai_script import ReplySpec, ScriptSpec
from dragoman.testing.openai_wire import WireCall, WireReply
from dragoman.testing.scripted_model import as_reply

Source = ScriptSpec | Sequence[object] | Callable[[ChatRequest], object] | ChatModel
OVER_LONG = ("so-much-to-say-" * 1_000 + " ") * 134  # two million characters in few pieces
WRONG_TOOL = "no_such_tool"


@dataclass(frozen=True, slots=True)
class Said:
    """A reply, and what is to go wrong with it."""

    spec: ReplySpec
    reply: Reply


class Replies:
    """Chooses the reply to each request. Requests come from several threads."""

    def __init__(self, source: Source, *, behind: ChatModel | None = None) -> None:
        self._speak: Callable[[ChatRequest], object] | None = None
        self._behind = behind
        self._lines: list[tuple[object, int]] = []  # and how often each may still be used; -1: always
        self._lock = Lock()
        if isinstance(source, ScriptSpec):
            self._lines = [(one, _uses(one)) for one in source.replies]
        elif hasattr(source, "reply"):
            self._behind = cast("ChatModel", source)
        elif callable(source):
            self._speak = source
        else:
            self._lines = [(one, _uses(one)) for one in source]

    def choose(self, request: ChatRequest) -> Said:
        """Return what to say. Raises whatever the function or the model behind raises."""
        line = self._speak(request) if self._speak else self._next(request)
        if line is None:
            if self._behind is None:
                raise UnscriptedCallError("the server's script has no reply for this request")
            line = asyncio.run(_reply_of(self._behind, request))
        if isinstance(line, Exception):
            raise line
        spec = line if isinstance(line, ReplySpec) else ReplySpec()
        said = _line_of(line, request) if isinstance(line, ReplySpec) else line
        return Said(spec, as_reply(said, request, model=""))

    def _next(self, request: ChatRequest) -> object | None:
        text = "\n".join(message.content for message in request.messages).casefold()
        with self._lock:
            for index, (line, left) in enumerate(self._lines):
                if left and (not isinstance(line, ReplySpec) or line.contains.casefold() in text):
                    self._lines[index] = (line, left - 1 if left > 0 else left)
                    return line
        return None


def _uses(line: object) -> int:
    if not isinstance(line, ReplySpec):
        return 1
    return -1 if line.times == "always" else line.times


async def _reply_of(model: ChatModel, request: ChatRequest) -> Reply:
    return await model.reply(request)


def _line_of(spec: ReplySpec, request: ChatRequest) -> object:
    if spec.text is not None:
        return spec.text
    if spec.data is not None:
        return spec.data
    if spec.calls:
        return [
            ToolCall(id=f"call_{number}", name=call.name, arguments=call.arguments)
            for number, call in enumerate(spec.calls, start=1)
        ]
    if request.schema:
        return example_of(request.schema.schema)
    if request.tools and request.messages[-1].role != "tool":
        tool = request.tools[0]
        return ToolCall(id="call_1", name=tool.name, arguments=example_of(tool.parameters))
    return "This is a reply."


def spoiled(reply: WireReply, fault: str | None, request: ChatRequest) -> WireReply:
    """Return the reply with a fault of content; other faults leave it as it is."""
    match fault:
        case "empty":
            return replace(reply, content="", calls=())
        case "over_long":
            return replace(reply, content=OVER_LONG, calls=())
        case "token_limit":
            calls = tuple(_cut(call) for call in reply.calls)
            return replace(reply, content=_half(reply.content), calls=calls, is_whole=False)
        case "malformed_arguments" if not reply.calls:
            return replace(reply, content=_half(reply.content))
        case "malformed_arguments":
            return replace(reply, calls=tuple(_cut(call) for call in reply.calls))
        case "wrong_tool":
            call = reply.calls[0] if reply.calls else WireCall(id="call_1", name="", arguments="{}")
            return replace(reply, content="", calls=(replace(call, name=WRONG_TOOL),))
        case "wrong_enum":
            return _with_wrong_words(reply, request)
    return reply


def _cut(call: WireCall) -> WireCall:
    return replace(call, arguments=_half(call.arguments))


def _half(text: str) -> str:
    return text[: max(1, len(text) // 2)]


def _with_wrong_words(reply: WireReply, request: ChatRequest) -> WireReply:
    schemas: dict[str, dict[str, Any]] = {tool.name: tool.parameters for tool in request.tools}
    if request.schema:
        schemas[request.schema.name] = request.schema.schema
    if not reply.calls:
        schema = request.schema.schema if request.schema else {}
        return replace(reply, content=_respelled(reply.content, schema))
    calls = tuple(
        replace(call, arguments=_respelled(call.arguments, schemas.get(call.name, {}))) for call in reply.calls
    )
    return replace(reply, calls=calls)


def _respelled(text: str, schema: dict[str, Any]) -> str:
    try:
        return json.dumps(with_wrong_words(json.loads(text), schema), ensure_ascii=False)
    except ValueError:  # no JSON: there is no word to spoil
        return text

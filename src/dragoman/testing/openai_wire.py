"""The OpenAI chat protocol, from the server's side: a body becomes a request, a reply becomes a body or events."""

import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from dragoman.models.chat import ChatRequest, Message, Reply, ReplySchema, Role, ToolCall, ToolSpec, Usage
from dragoman.testing.openai_script import Dialect
from dragoman.testing.scripted_model import pieces_of

Json = dict[str, Any]
ROLES: dict[str, Role] = {
    "system": "system",
    "developer": "system",
    "user": "user",
    "assistant": "assistant",
    "tool": "tool",
}


class WireError(ValueError):
    """The client sent what the server does not take."""

    def __init__(self, message: str, *, status: int = 400, code: str = "invalid_request_error") -> None:
        super().__init__(message)
        self.status = status
        self.code = code


@dataclass(frozen=True, slots=True, kw_only=True)
class WireCall:
    """A tool call as it goes out; the arguments are a text, which need not be JSON."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WireReply:
    """A reply as it goes out."""

    content: str
    calls: tuple[WireCall, ...]
    usage: Usage
    model: str
    is_whole: bool = True

    @property
    def finish(self) -> str:
        """Why the model stopped."""
        if not self.is_whole:
            return "length"
        return "tool_calls" if self.calls else "stop"


def request_of(body: Json, *, dialect: Dialect = "openai") -> ChatRequest:
    """Read a body. Raises a WireError, as a real server would answer 400."""
    messages = body.get("messages")
    if not isinstance(messages, list) or not messages:
        raise WireError("'messages' must be a list with at least one message")
    _check_dialect(body, dialect)
    tools = tuple(_tool(one) for one in body.get("tools") or ())
    forced = forced_tool(body)
    schema = _schema_of(body)
    if forced:
        by_name = {tool.name: tool for tool in tools}
        if forced not in by_name:
            raise WireError(f"tool_choice names {forced!r}, which is not among the tools")
        schema = ReplySchema(name=forced, schema=by_name[forced].parameters)
        tools = ()
    limit = body.get("max_completion_tokens") or body.get("max_tokens") or 2_000
    return ChatRequest(
        messages=tuple(_message(one) for one in messages), tools=tools, schema=schema, max_output_tokens=limit
    )


def forced_tool(body: Json) -> str:
    """Return the tool the model must call: the one named, or the only one where some tool must be called."""
    choice = body.get("tool_choice")
    if isinstance(choice, dict):
        return str(choice.get("function", {}).get("name", ""))
    if choice == "required" and len(body.get("tools") or ()) == 1:
        return str(body["tools"][0]["function"]["name"])
    return ""


def _check_dialect(body: Json, dialect: Dialect) -> None:
    wants_schema = (body.get("response_format") or {}).get("type") == "json_schema"
    if dialect == "deepseek":
        thinks = (body.get("thinking") or {}).get("type") != "disabled"
        if wants_schema:
            raise WireError("This response_format type is unavailable now")
        if thinks and body.get("tool_choice") not in (None, "auto", "none"):
            raise WireError("Thinking mode does not support this tool_choice")
    if dialect == "plain" and (body.get("tools") or wants_schema):
        raise WireError("this server has no tools and no schemas")


def _schema_of(body: Json) -> ReplySchema | None:
    wanted = body.get("response_format") or {}
    if wanted.get("type") != "json_schema":
        return None
    described = wanted.get("json_schema") or {}
    if not isinstance(described.get("schema"), dict) or not described.get("name"):
        raise WireError("response_format.json_schema needs a name and a schema")
    return ReplySchema(name=described["name"], schema=described["schema"])


def _tool(one: Json) -> ToolSpec:
    function = one.get("function")
    if one.get("type") != "function" or not isinstance(function, dict) or not function.get("name"):
        raise WireError("a tool must be a function with a name")
    return ToolSpec(
        name=function["name"],
        description=function.get("description", ""),
        parameters=function.get("parameters") or {"type": "object", "properties": {}},
    )


def _message(one: Json) -> Message:
    role = ROLES.get(str(one.get("role")))
    if role is None:
        raise WireError(f"a message has the unknown role {one.get('role')!r}")
    content = one.get("content") or ""
    if isinstance(content, list):  # parts; only their text counts
        content = "".join(part.get("text", "") for part in content)
    calls = tuple(_call(call) for call in one.get("tool_calls") or ())
    return Message(role=role, content=content, calls=calls, answers=one.get("tool_call_id") or "")


def _call(one: Json) -> ToolCall:
    function, fault = one["function"], ""
    try:
        arguments = json.loads(function["arguments"] or "{}")
    except ValueError:  # a client that sends back what it got from a spoiled reply
        arguments, fault = {}, "the arguments are no JSON"
    return ToolCall(id=one["id"], name=function["name"], arguments=arguments, fault=fault)


def wire_reply(reply: Reply, body: Json) -> WireReply:
    """Put a reply in the form the client asked for: a forced tool gets the content as its arguments."""
    calls = tuple(
        WireCall(id=call.id, name=call.name, arguments=json.dumps(call.arguments, ensure_ascii=False))
        for call in reply.calls
    )
    content, forced = reply.content, forced_tool(body)
    if forced and not calls and content.lstrip().startswith("{"):
        calls = (WireCall(id=f"call_{zlib.crc32(content.encode()):08x}", name=forced, arguments=content),)
        content = ""
    return WireReply(
        content=content, calls=calls, usage=reply.usage, model=str(body.get("model")), is_whole=reply.is_whole
    )


def completion(reply: WireReply) -> Json:
    """Return the body of a reply that comes at once."""
    message: Json = {"role": "assistant", "content": reply.content if reply.content or not reply.calls else None}
    if reply.calls:
        message["tool_calls"] = [_wire_call(call) for call in reply.calls]
    choice = {"index": 0, "message": message, "finish_reason": reply.finish, "logprobs": None}
    return {**_frame("chat.completion", reply), "choices": [choice], "usage": _usage(reply.usage)}


def opening(reply: WireReply) -> Json:
    """Return the first event of a stream."""
    return _event(reply, {"role": "assistant", "content": ""})


def pieces(reply: WireReply) -> Iterator[Json]:
    """Yield the events between the first and the last."""
    for piece in pieces_of(reply.content):
        yield _event(reply, {"content": piece})
    for index, call in enumerate(reply.calls):
        head = {**_wire_call(call), "index": index}
        head["function"] = {"name": call.name, "arguments": ""}
        yield _event(reply, {"tool_calls": [head]})
        for piece in pieces_of(call.arguments):
            yield _event(reply, {"tool_calls": [{"index": index, "function": {"arguments": piece}}]})


def closing(reply: WireReply, *, with_usage: bool) -> Iterator[Json]:
    """Yield the events that say the stream is whole."""
    yield _event(reply, {}, finish=reply.finish)
    if with_usage:
        yield {**_frame("chat.completion.chunk", reply), "choices": [], "usage": _usage(reply.usage)}


def _event(reply: WireReply, delta: Json, *, finish: str | None = None) -> Json:
    choice = {"index": 0, "delta": delta, "finish_reason": finish, "logprobs": None}
    return {**_frame("chat.completion.chunk", reply), "choices": [choice]}


def _frame(kind: str, reply: WireReply) -> Json:
    return {"id": "chatcmpl-loopback", "object": kind, "created": 0, "model": reply.model}


def _wire_call(call: WireCall) -> Json:
    return {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}


def _usage(usage: Usage) -> Json:
    return {
        "prompt_tokens": usage.input_tokens,
        "completion_tokens": usage.output_tokens,
        "total_tokens": usage.input_tokens + usage.output_tokens,
        "prompt_tokens_details": {"cached_tokens": usage.cached_tokens},
    }

"""Our messages and replies in the words of the OpenAI chat protocol and of LangChain, both ways."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dragoman.models.chat import ChatRequest, Json, Message, Reply, ReplySchema, ToolCall, ToolSpec, Usage
from dragoman.models.errors import ProviderError

if TYPE_CHECKING:
    from langchain_core.messages import AIMessage

_CHARACTERS_A_TOKEN = 20  # more than any tokenizer gives on average
_LIMIT = ("length", "max_tokens")  # why a reply ended, when tokens ran out
_IN_JSON = "Reply with one JSON object and nothing else. It must follow this JSON Schema:\n{schema}"


def wire_messages(messages: Sequence[Message]) -> list[Json]:
    """Return messages as the protocol writes them."""
    return [_wire_message(message) for message in messages]


def wire_tools(tools: Sequence[ToolSpec]) -> list[Json]:
    """Return tools as the protocol writes them."""
    return [_function(tool.name, tool.description, tool.parameters) for tool in tools]


def schema_as_tool(schema: ReplySchema) -> tuple[Json, Json]:
    """Return a function whose arguments are the reply, and the choice that forces its call."""
    tool = _function(schema.name, "Gives the reply in its form.", schema.schema)
    return tool, {"type": "function", "function": {"name": schema.name}}


def schema_as_format(schema: ReplySchema, *, strict: bool) -> Json:
    """Return the `response_format` of a JSON Schema."""
    form = closed(schema.schema) if strict else schema.schema
    return {"type": "json_schema", "json_schema": {"name": schema.name, "schema": form, "strict": strict}}


def schema_in_words(schema: ReplySchema) -> Json:
    """Return the message that asks for the form, for servers that only know that JSON is wanted."""
    return {"role": "system", "content": _IN_JSON.format(schema=json.dumps(schema.schema, ensure_ascii=False))}


def closed(schema: Json) -> Json:
    """Return the schema as strict servers want it: every object closed, every key required, no defaults."""
    form: Json = {key: _closed_part(key, part) for key, part in schema.items() if key != "default"}
    if "properties" in form:
        form |= {"additionalProperties": False, "required": list(form["properties"])}
    return form


def _closed_part(key: str, part: Any) -> Any:  # noqa: ANN401  # any part of a schema
    if key in ("properties", "$defs"):  # names, which may be anything, with a schema each
        return {name: closed(one) for name, one in part.items()}
    if isinstance(part, list):
        return [_closed_part("", one) for one in part]
    return closed(part) if isinstance(part, dict) else part


def reply_of(message: "AIMessage", schema: ReplySchema | None, *, says_its_end: bool = True) -> Reply:
    """Return LangChain's message as a reply. With a schema, the arguments of its function are the content.

    `says_its_end`: whether this provider always says why a reply ended, so that one without it is cut off.
    """
    reason = message.response_metadata.get("finish_reason") or message.response_metadata.get("stop_reason")
    if reason is None and says_its_end:
        raise ProviderError("cut-off", "the reply ended without saying that it ended")
    raw = _raw_calls(message)
    content = text_of(message)
    if schema and (ours := [arguments for _, name, arguments in raw if name == schema.name]):
        content, raw = ours[0], []
    if not content.strip() and not raw:
        raise ProviderError("empty", "it stopped at the limit of tokens" if reason in _LIMIT else "")
    return Reply(
        content=content,
        calls=tuple(_call(*one) for one in raw),
        usage=_usage(message),
        model=str(message.response_metadata.get("model_name") or ""),
        is_whole=reason not in _LIMIT,
    )


def _usage(message: "AIMessage") -> Usage:
    """Read the tokens; DeepSeek says under a name of its own how many it had from before, others in the details."""
    usage = message.usage_metadata
    if not usage:
        return Usage()
    raw = message.response_metadata.get("token_usage") or {}
    cached = usage.get("input_token_details", {}).get("cache_read") or raw.get("prompt_cache_hit_tokens") or 0
    return Usage(
        input_tokens=usage["input_tokens"],
        output_tokens=usage["output_tokens"],
        cached_tokens=min(max(cached, 0), usage["input_tokens"]) if isinstance(cached, int) else 0,
    )


def text_of(message: "AIMessage") -> str:
    """Return the text of a message or chunk; parts that are not text are left out."""
    if isinstance(message.content, str):
        return message.content
    return "".join(part.get("text", "") if isinstance(part, dict) else str(part) for part in message.content)


def check_length(characters: int, request: ChatRequest) -> None:
    """Refuse a text that is far longer than the tokens that were allowed. Raises ProviderError."""
    if characters > _CHARACTERS_A_TOKEN * request.max_output_tokens:
        raise ProviderError("malformed", "the reply is far longer than it may be")


def _raw_calls(message: "AIMessage") -> list[tuple[str, str, str]]:
    """Return id, name and arguments of each call, the arguments as the provider wrote them.

    A streamed call is put together from its pieces here: LangChain completes arguments that were cut off, and a
    function must not be called with half of them.
    """
    pieces = getattr(message, "tool_call_chunks", None)
    if pieces is not None:
        return [(piece["id"] or "", piece["name"] or "", piece["args"] or "") for piece in pieces]
    whole = [(call["id"] or "", call["name"], json.dumps(call["args"])) for call in message.tool_calls]
    broken = [(call["id"] or "", call["name"] or "", call["args"] or "") for call in message.invalid_tool_calls]
    return [*whole, *broken]


def _call(id: str, name: str, arguments: str) -> ToolCall:  # noqa: A002  # the word of the protocol
    try:
        read = json.loads(arguments or "{}")
    except (ValueError, RecursionError):
        read = None
    if not isinstance(read, dict):
        return ToolCall(id=id, name=name, arguments={}, fault="the arguments are not a JSON object")
    return ToolCall(id=id, name=name, arguments=read)


def _wire_message(message: Message) -> Json:
    if message.role == "tool":
        return {"role": "tool", "content": message.content, "tool_call_id": message.answers}
    wire: Json = {"role": message.role, "content": message.content}
    if message.calls:
        wire["tool_calls"] = [_wire_call(call) for call in message.calls]
    return wire


def _wire_call(call: ToolCall) -> Json:
    arguments = json.dumps(call.arguments, ensure_ascii=False)
    return {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": arguments}}


def _function(name: str, description: str, parameters: Json) -> Json:
    return {"type": "function", "function": {"name": name, "description": description, "parameters": parameters}}

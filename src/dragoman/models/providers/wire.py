"""Our messages and replies in the words of the OpenAI chat protocol and of LangChain, both ways."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dragoman.models.chat import Json, Message, Reply, ReplySchema, ToolCall, ToolSpec, Usage
from dragoman.models.errors import ProviderError

if TYPE_CHECKING:
    from langchain_core.messages import AIMessage, InvalidToolCall
    from langchain_core.messages.tool import ToolCall as LangChainCall

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


def reply_of(message: "AIMessage", schema: ReplySchema | None) -> Reply:
    """Return LangChain's message as a reply. With a schema, the arguments of its function are the content."""
    usage = message.usage_metadata
    metadata = message.response_metadata or {}
    reason = metadata.get("finish_reason")
    if reason is None:
        raise ProviderError("cut-off", "the reply ended without saying that it ended")
    calls = (*map(_call, message.tool_calls), *map(_broken_call, message.invalid_tool_calls))
    content = text_of(message)
    if schema and (ours := [call for call in _raw_calls(message) if call[0] == schema.name]):
        content, calls = ours[0][1], ()
    if not content.strip() and not calls:
        raise ProviderError("empty", "it stopped at the limit of tokens" if reason == "length" else "")
    return Reply(
        content=content,
        calls=calls,
        usage=Usage(input_tokens=usage["input_tokens"], output_tokens=usage["output_tokens"]) if usage else Usage(),
        model=str(metadata.get("model_name") or ""),
        is_whole=reason != "length",
    )


def text_of(message: "AIMessage") -> str:
    """Return the text of a message or chunk; parts that are not text are left out."""
    if isinstance(message.content, str):
        return message.content
    return "".join(part.get("text", "") if isinstance(part, dict) else str(part) for part in message.content)


def _wire_message(message: Message) -> Json:
    if message.role == "tool":
        return {"role": "tool", "content": message.content, "tool_call_id": message.answers}
    wire: Json = {"role": message.role, "content": message.content}
    if message.calls:
        wire["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": json.dumps(call.arguments, ensure_ascii=False)},
            }
            for call in message.calls
        ]
    return wire


def _function(name: str, description: str, parameters: Json) -> Json:
    return {"type": "function", "function": {"name": name, "description": description, "parameters": parameters}}


def _call(call: "LangChainCall") -> ToolCall:
    return ToolCall(id=call.get("id") or "", name=call["name"], arguments=call["args"])


def _broken_call(call: "InvalidToolCall") -> ToolCall:
    fault = "the arguments are not a JSON object"
    return ToolCall(id=call.get("id") or "", name=call.get("name") or "", arguments={}, fault=fault)


def _raw_calls(message: "AIMessage") -> list[tuple[str, str]]:
    """Return name and arguments of each call, the arguments as text also where they are not JSON."""
    whole = [(call["name"], json.dumps(call["args"], ensure_ascii=False)) for call in message.tool_calls]
    return [*whole, *((call.get("name") or "", call.get("args") or "") for call in message.invalid_tool_calls)]

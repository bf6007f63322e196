"""The port to chat models: what we ask of one, and what it may reply."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

Json = dict[str, Any]
Role = Literal["system", "user", "assistant", "tool"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolSpec:
    """A function a model may call; `parameters` is a JSON Schema."""

    name: str
    description: str
    parameters: Json


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """A model's wish to have a function called. Nothing has happened yet."""

    id: str
    name: str
    arguments: Json
    fault: str = ""  # why the arguments cannot be read; they are empty then and the call must not be carried out


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message of the exchange with a model."""

    role: Role
    content: str
    calls: tuple[ToolCall, ...] = ()  # of an assistant
    answers: str = ""  # of a tool: the id of the call it answers


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplySchema:
    """The form a reply must have; `schema` is a JSON Schema of an object."""

    name: str
    schema: Json


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatRequest:
    """One call of a model, at temperature 0."""

    messages: tuple[Message, ...]
    tools: tuple[ToolSpec, ...] = ()
    schema: ReplySchema | None = None
    max_output_tokens: int = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """How many tokens a call took, as the provider counts them; zeros where it does not say."""

    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0  # of the input tokens: those the provider had from before, which it bills lower


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What a model said. With a schema asked for, `content` is the JSON text that should follow it."""

    content: str
    calls: tuple[ToolCall, ...] = ()
    usage: Usage = field(default_factory=Usage)
    model: str = ""  # as the provider names what answered
    is_whole: bool = True  # False when it stopped at the token limit


class ChatModel(Protocol):
    """One model at one provider."""

    @property
    def id(self) -> str:
        """Tier and name, as dispatch and traces call it: "paid:deepseek"."""

    async def reply(self, request: ChatRequest) -> Reply:
        """Return the whole reply. Raises a ProviderError; whoever calls sets the deadline."""

    def stream(self, request: ChatRequest) -> AsyncGenerator[str | Reply]:
        """Yield the text as it comes, and last the whole reply. Raises a ProviderError."""

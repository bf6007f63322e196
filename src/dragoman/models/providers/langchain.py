"""Any chat model of LangChain, as one of ours: `from_langchain(ChatAnthropic(…), id="paid:claude")`."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import TYPE_CHECKING, Any

from dragoman.models.chat import ChatRequest, Json, Reply
from dragoman.models.providers.exchange import streamed, whole
from dragoman.models.providers.wire import (
    schema_as_tool,
    schema_in_words,
    wire_messages,
    wire_tools,
)

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import AIMessage
    from langchain_core.runnables import Runnable


def from_langchain(model: "BaseChatModel", *, id: str, tools: bool = True) -> "LangChainModel":  # noqa: A002  # the port's word
    """Return the model as one of ours. Its own settings count: temperature, limits, retries.

    A reply of a given form is asked for by a forced function; of a model without `tools`, in words.
    """
    return LangChainModel(model, id=id, tools=tools)


class LangChainModel:
    """A chat model of LangChain behind our port."""

    def __init__(self, model: "BaseChatModel", *, id: str, tools: bool) -> None:  # noqa: A002  # as above
        self._model = model
        self._id = id
        self._tools = tools

    @property
    def id(self) -> str:
        """Tier and name."""
        return self._id

    def __repr__(self) -> str:
        return f"LangChainModel({self._id!r})"  # the model itself may show a key

    async def reply(self, request: ChatRequest) -> Reply:
        """Return the whole reply. Raises ProviderError."""
        return await whole(self._bound(request), request, says_its_end=False)

    async def stream(self, request: ChatRequest) -> AsyncGenerator[str | Reply]:
        """Yield the text as it comes, and last the whole reply. Raises ProviderError."""
        async with aclosing(streamed(self._bound(request), request, says_its_end=False)) as parts:
            async for part in parts:
                yield part

    def _bound(self, request: ChatRequest) -> "tuple[Runnable[Any, AIMessage], list[Json]]":
        messages = wire_messages(request.messages)
        if request.schema and self._tools:
            tool, _ = schema_as_tool(request.schema)
            return self._model.bind_tools([tool], tool_choice=request.schema.name), messages
        if request.schema:
            return self._model, [schema_in_words(request.schema), *messages]
        if request.tools:
            return self._model.bind_tools(wire_tools(request.tools)), messages
        return self._model, messages

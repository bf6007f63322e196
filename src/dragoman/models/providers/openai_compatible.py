"""Any server that speaks the OpenAI chat protocol: DeepSeek, OpenAI, Ollama, llama.cpp, vLLM.

The client is LangChain's `ChatOpenAI`, without its retries and its defaults: how structured replies are asked for is
always named, and dispatch alone decides what follows a failure.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from pydantic import SecretStr

from dragoman.errors import MissingExtraError
from dragoman.models.chat import ChatRequest, Json, Reply
from dragoman.models.profiles import Profile
from dragoman.models.providers.exchange import streamed, whole
from dragoman.models.providers.wire import (
    schema_as_format,
    schema_as_tool,
    schema_in_words,
    wire_messages,
    wire_tools,
)
from dragoman.models.secret import Secret

if TYPE_CHECKING:
    import httpx2
    from langchain_core.messages import AIMessage
    from langchain_core.runnables import Runnable
    from langchain_openai import ChatOpenAI

_NO_KEY = "none"  # a client without a key would take one from the environment and send it to this server


class OpenAICompatibleModel:
    """One model of one server."""

    def __init__(
        self,
        id: str,  # noqa: A002  # the name of the port
        *,
        url: str,
        model: str,
        profile: Profile,
        key: Secret | None = None,
        transport: "httpx2.AsyncBaseTransport | None" = None,
    ) -> None:
        self._id = id
        self._url = url
        self._model = model
        self._profile = profile
        self._key = key
        self._transport = transport  # an httpx2 transport instead of the network, for tests
        self._clients: WeakKeyDictionary[asyncio.AbstractEventLoop, ChatOpenAI] = WeakKeyDictionary()

    @property
    def id(self) -> str:
        """Tier and name."""
        return self._id

    def __repr__(self) -> str:
        return f"OpenAICompatibleModel({self._id!r}, url={self._url!r}, model={self._model!r})"

    async def prepare(self) -> None:
        """Import the client and open it, once; that takes a second which is no fault of any provider."""
        await asyncio.to_thread(_client_class)
        self._client()

    async def aclose(self) -> None:
        """End the connections of this event loop."""
        client = self._clients.pop(asyncio.get_running_loop(), None)
        if client:
            await client.root_async_client.close()

    async def reply(self, request: ChatRequest) -> Reply:
        """Return the whole reply. Raises ProviderError."""
        return await whole(self._bound(request), request)

    async def stream(self, request: ChatRequest) -> AsyncGenerator[str | Reply]:
        """Yield the text as it comes, and last the whole reply. Raises ProviderError."""
        async with aclosing(streamed(self._bound(request), request)) as parts:
            async for part in parts:
                yield part

    def _bound(self, request: ChatRequest) -> "tuple[Runnable[Any, AIMessage], list[Json]]":
        """Return the client with everything this request asks for, and its messages."""
        messages = wire_messages(request.messages)
        body: Json = {**self._profile.extra_body, self._profile.token_limit: request.max_output_tokens}
        asked: Json = {}
        if request.schema is None:
            if request.tools:
                asked["tools"] = wire_tools(request.tools)
        elif self._profile.structured == "function_calling":
            tool, choice = schema_as_tool(request.schema)
            asked |= {"tools": [tool], "tool_choice": choice}
        elif self._profile.structured == "json_schema":
            body["response_format"] = schema_as_format(request.schema, strict=self._profile.strict)
        else:
            body["response_format"] = {"type": "json_object"}
            messages.insert(0, schema_in_words(request.schema))
        return self._client().bind(extra_body=body, **asked), messages

    def _client(self) -> "ChatOpenAI":
        """Return the client of this event loop; connections do not travel between loops."""
        loop = asyncio.get_running_loop()
        if loop not in self._clients:
            self._clients[loop] = self._connect()
        return self._clients[loop]

    def _connect(self) -> "ChatOpenAI":
        chat = _client_class()
        from dragoman.models.providers.http import TIMEOUT, open_client

        return chat(
            base_url=self._url,
            api_key=SecretStr(self._key.reveal() if self._key else _NO_KEY),
            model=self._model,
            temperature=0 if self._profile.temperature else None,
            timeout=TIMEOUT,
            max_retries=0,
            stream_usage=self._profile.stream_usage,
            stream_chunk_timeout=None,
            use_responses_api=False,
            http_async_client=open_client(self._transport),
        )


def _client_class() -> "type[ChatOpenAI]":
    try:
        from langchain_openai import ChatOpenAI
    except ModuleNotFoundError:
        raise MissingExtraError("asking a language model", "models") from None
    return ChatOpenAI

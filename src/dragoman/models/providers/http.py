"""The HTTP client below a provider: no redirects, no headers from the environment, no endless bodies."""

from collections.abc import AsyncIterator

import httpx2

# Connecting is quick or hopeless. For the rest dispatch sets the real limits; this one ends what nobody waits for.
TIMEOUT = httpx2.Timeout(600.0, connect=5.0)
_MAX_BODY = 16_000_000  # bytes
_NOT_SENT = ("openai-organization", "openai-project")  # the OpenAI client takes them from the environment


class OverlongBodyError(Exception):
    """A body has more bytes than any reply needs."""


def open_client(transport: httpx2.AsyncBaseTransport | None = None) -> httpx2.AsyncClient:
    """Return a client; `transport` stands in for the network."""
    return httpx2.AsyncClient(
        transport=transport,
        timeout=TIMEOUT,
        follow_redirects=False,
        event_hooks={"request": [_withhold], "response": [_limit]},
    )


async def _withhold(request: httpx2.Request) -> None:
    for name in _NOT_SENT:
        request.headers.pop(name, None)


async def _limit(response: httpx2.Response) -> None:
    stream = response.stream
    if isinstance(stream, httpx2.AsyncByteStream):
        response.stream = _Limited(stream)


class _Limited(httpx2.AsyncByteStream):
    def __init__(self, stream: httpx2.AsyncByteStream) -> None:
        self._stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for part in self._stream:
            size += len(part)
            if size > _MAX_BODY:
                raise OverlongBodyError
            yield part

    async def aclose(self) -> None:
        await self._stream.aclose()

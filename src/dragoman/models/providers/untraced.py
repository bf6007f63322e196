"""Calls of LangChain that no tracing service hears of, whatever the environment says: prompts hold people's words."""

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable
from typing import TypeVar

from langsmith import tracing_context

T = TypeVar("T")


async def untraced(call: Awaitable[T]) -> T:
    """Await a call."""
    with tracing_context(enabled=False):
        return await call


async def untraced_stream(stream: AsyncIterator[T]) -> AsyncGenerator[T]:
    """Yield what a stream brings; outside of its steps the caller's own tracing stays as it is."""
    try:
        while True:
            try:
                with tracing_context(enabled=False):
                    item = await anext(stream)
            except StopAsyncIteration:
                return
            yield item
    finally:
        if isinstance(stream, AsyncGenerator):
            await stream.aclose()

"""One exchange with a model of LangChain, whole or as a stream, whoever it is from.

Whatever a foreign model or reply brings about on the way is a failure of its provider, with a name.
"""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from functools import reduce
from operator import add
from typing import TYPE_CHECKING, Any

from dragoman.models.chat import ChatRequest, Json, Reply
from dragoman.models.providers.failure import failure_of
from dragoman.models.providers.wire import check_length, reply_of, text_of

if TYPE_CHECKING:
    from langchain_core.messages import AIMessage
    from langchain_core.runnables import Runnable

    Bound = tuple[Runnable[Any, AIMessage], list[Json]]


async def whole(bound: "Bound", request: ChatRequest, *, says_its_end: bool = True) -> Reply:
    """Return the whole reply. Raises ProviderError."""
    from dragoman.models.providers.untraced import untraced

    model, messages = bound
    try:
        message = await untraced(model.ainvoke(messages, {"callbacks": []}))
        reply = reply_of(message, request.schema, says_its_end=says_its_end)
        check_length(len(reply.content), request)
    except Exception as error:  # noqa: BLE001  # as the first lines say
        raise failure_of(error) from None
    return reply


async def streamed(bound: "Bound", request: ChatRequest, *, says_its_end: bool = True) -> AsyncGenerator[str | Reply]:
    """Yield the text as it comes, and last the whole reply. Raises ProviderError.

    A stream that is left early is closed at once: its connection would stay open until somebody collects it.
    """
    from dragoman.models.providers.untraced import untraced_stream

    model, messages = bound
    chunks: list[Any] = []
    size = 0
    try:
        async with aclosing(untraced_stream(model.astream(messages, {"callbacks": []}))) as stream:
            async for chunk in stream:
                chunks.append(chunk)
                if text := text_of(chunk):
                    size += len(text)
                    check_length(size, request)
                    yield text
        reply = reply_of(reduce(add, chunks), request.schema, says_its_end=says_its_end)
    except Exception as error:  # noqa: BLE001  # as above
        raise failure_of(error) from None
    yield reply

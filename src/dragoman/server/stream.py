"""Server-sent events of a job."""

import asyncio
import json
from collections.abc import AsyncIterator

from fastapi.sse import KEEPALIVE_COMMENT, format_sse_event

from dragoman.jobs.backend import JobBackend
from dragoman.jobs.job import JobEvent

HEARTBEAT_SECONDS = 15.0


async def frames(backend: JobBackend, job: str, after: int) -> AsyncIterator[bytes]:
    """Give each event as a frame with its number as id, and a comment when nothing happens for long.

    A reader that leaves ends this generator and nothing else.
    """
    events = aiter(backend.stream(job, after))
    pending: asyncio.Future[JobEvent] = asyncio.ensure_future(anext(events))
    try:
        while True:
            done, _ = await asyncio.wait({pending}, timeout=HEARTBEAT_SECONDS)
            if not done:
                yield KEEPALIVE_COMMENT
                continue
            try:
                event = pending.result()
            except StopAsyncIteration:
                return
            yield _frame(event)
            pending = asyncio.ensure_future(anext(events))
    finally:
        pending.cancel()


def _frame(event: JobEvent) -> bytes:
    data = json.dumps(dict(event.data), ensure_ascii=False)
    return format_sse_event(data_str=data, event=event.type, id=str(event.seq))

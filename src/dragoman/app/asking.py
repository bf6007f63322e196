"""Who asks in the job that is worked on: told around the work, since its words travel through scenarios."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from dragoman.domain.asker import ANYBODY, Asker

asked_by: ContextVar[Asker] = ContextVar("dragoman_asked_by", default=ANYBODY)


@contextmanager
def asking(asker: Asker) -> Iterator[None]:
    """Let what is asked in the block be asked by this one."""
    token = asked_by.set(asker)
    try:
        yield
    finally:
        asked_by.reset(token)

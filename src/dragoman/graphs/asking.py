"""Who asks in the work that goes on: told around it, since a question travels through scenarios to an assistant."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from dragoman.domain.asker import ANYBODY, Asker

asked_by: ContextVar[Asker] = ContextVar("dragoman_asked_by", default=ANYBODY)


@contextmanager
def asking(asker: Asker) -> Iterator[None]:
    """Let every question of the block be asked by this one."""
    token = asked_by.set(asker)
    try:
        yield
    finally:
        asked_by.reset(token)

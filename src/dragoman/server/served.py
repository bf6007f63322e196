"""What the endpoints work with."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, cast

from fastapi import Depends, Request

from dragoman.app.dragoman import Dragoman
from dragoman.jobs.inprocess import InProcessBackend

MAX_BODY = 256 * 1024  # bytes of a JSON request
MAX_UPLOAD = 50 * 1024 * 1024  # bytes of a document


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """One open project, its jobs, and how it may be reached."""

    dragoman: Dragoman
    backend: InProcessBackend
    token: str | None = None  # None: only people at this machine get in
    max_body: int = MAX_BODY
    max_upload: int = MAX_UPLOAD
    is_ready: Callable[[], bool] = lambda: True
    keep_fault: Callable[[Exception], object] = type  # for a report, without anybody's words


def _served(request: Request) -> Served:
    return cast("Served", request.app.state.served)


Here = Annotated[Served, Depends(_served)]

"""Events of a job, also of what its levels run: who listens follows the work, not the object that does it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from dragoman.domain.event import Event

Emit = Callable[[str, dict[str, object]], None]

_listener: ContextVar[Emit | None] = ContextVar("dragoman_job_listener", default=None)


class JobSink:
    """An event sink that passes events to the job whose work is being done; nowhere outside a job."""

    def emit(self, event: Event) -> None:
        """Pass one event on."""
        tell(event.name, dict(event.values))


def tell(name: str, values: dict[str, object]) -> None:
    """Tell the job's listener, if there is one."""
    if emit := _listener.get():
        emit(name, values)


@contextmanager
def listening(emit: Emit) -> Iterator[None]:
    """Send events to `emit` while this work goes on."""
    token = _listener.set(emit)
    try:
        yield
    finally:
        _listener.reset(token)

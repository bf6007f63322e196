"""Wakes those who wait for a change, on whatever thread and event loop they are."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock

Listener = tuple[asyncio.AbstractEventLoop, asyncio.Event]


class Bell:
    """One bell per name. It says that something changed, never what: listeners look for themselves."""

    def __init__(self) -> None:
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self._lock = Lock()

    def ring(self, name: str) -> None:
        """Wake all who listen to this name."""
        with self._lock:
            for listener in self._listeners.get(name, ()):
                _wake(listener)

    def ring_all(self) -> None:
        """Wake everybody."""
        with self._lock:
            for listeners in self._listeners.values():
                for listener in listeners:
                    _wake(listener)

    @contextmanager
    def listening(self, name: str) -> Iterator[asyncio.Event]:
        """Give an event of the running loop that is set at every ring."""
        listener = (asyncio.get_running_loop(), asyncio.Event())
        with self._lock:
            self._listeners[name].add(listener)
        try:
            yield listener[1]
        finally:
            with self._lock:
                self._listeners[name].discard(listener)
                if not self._listeners[name]:
                    del self._listeners[name]


def _wake(listener: Listener) -> None:
    loop, rung = listener
    with suppress(RuntimeError):  # the loop has closed: nobody is left to wake
        loop.call_soon_threadsafe(rung.set)


async def rung_or(event: asyncio.Event, seconds: float) -> None:
    """Wait until the bell rings, at most so long: another process rings no bell of ours."""
    with suppress(TimeoutError):
        await asyncio.wait_for(event.wait(), seconds)
    event.clear()

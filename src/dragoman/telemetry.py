"""Structured events and timings; silent until somebody listens.

Events are names with values ("decision.made"), never prose, and never hold a person's words.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Protocol


class Listener(Protocol):
    """Receives every telemetry event of the process."""

    def __call__(self, name: str, values: dict[str, object]) -> None:
        """Take one event; must not raise."""


_listeners: list[Listener] = []


def listen(listener: Listener) -> None:
    """Add a listener. The application does this once, at start."""
    _listeners.append(listener)


def record(name: str, **values: object) -> None:
    """Tell every listener that something happened."""
    for listener in _listeners:
        listener(name, values)


@contextmanager
def span(name: str, **values: object) -> Iterator[None]:
    """Record how long the body took, in milliseconds, also when it fails."""
    if not _listeners:
        yield
        return
    start = perf_counter()
    try:
        yield
    finally:
        record(name, milliseconds=(perf_counter() - start) * 1000, **values)

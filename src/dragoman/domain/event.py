"""Things that happen while work is done, and the two small ports on the world."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One thing that happened: a dotted name and values, never prose."""

    name: str  # "document.read", "node.done", "degraded"
    values: Mapping[str, object] = field(default_factory=dict)


class EventSink(Protocol):
    """Takes events as they happen. Silence means nobody listens."""

    def emit(self, event: Event) -> None:
        """Take one event; must not raise."""


class Clock(Protocol):
    """Tells the time. There is no other source of "now"."""

    def now(self) -> datetime:
        """Return the present moment with its time zone."""

    def today(self) -> date:
        """Return the present day where the person is."""

"""Why figures of a table are no facts, told once for all that share the reason."""

from collections.abc import Iterable
from dataclasses import dataclass

from dragoman.domain.document import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """A reason; `place` is the figure's row and column, empty where it is about the whole table or column."""

    reason: str
    place: str = ""


def told(table: Table, doubts: Iterable[Doubt]) -> list[str]:
    """Return the doubts in words: one figure with its place, several by their number."""
    places: dict[str, list[str]] = {}
    for doubt in doubts:
        places.setdefault(doubt.reason, []).append(doubt.place)
    head = f"page {table.page}, table {table.number}"
    return [f"{head}: {_told(reason, found)}" for reason, found in places.items()]


def _told(reason: str, places: list[str]) -> str:
    if len(places) > 1:
        return f"{reason} ({len(places):,} figures)"
    place = places[0]
    if not place:
        return reason
    return f"{place} {reason}" if reason.startswith("is ") else f"{place}: {reason}"

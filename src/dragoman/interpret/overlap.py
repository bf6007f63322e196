"""Which of several overlapping matches stays: the longest, then the one of the more telling dimension."""

from collections.abc import Iterable
from typing import Protocol, TypeVar

# Earlier wins where two matches have the same place.
_ORDER = """
url email fiscal_range fiscal_period company metric foreign basis share money quantity percent date_range date time
duration section phone ordinal number place
"""
_PRIORITY = {name: rank for rank, name in enumerate(_ORDER.split())}


class Placed(Protocol):
    """Anything with a place in a text."""

    @property
    def start(self) -> int:
        """First position."""

    @property
    def end(self) -> int:
        """Position after the last."""


T = TypeVar("T", bound=Placed)


def keep_longest(found: Iterable[T]) -> list[T]:
    """Drop what overlaps something longer; equal places go by dimension. Sorted by place.

    n log n in the number of matches, whatever the text.
    """
    ranked = sorted(found, key=_rank)
    if len(ranked) < 2:
        return ranked
    taken = bytearray(max(item.end for item in ranked))
    kept = []
    for item in ranked:
        if taken.find(1, item.start, item.end) < 0:
            taken[item.start : item.end] = b"\1" * (item.end - item.start)
            kept.append(item)
    kept.sort(key=_place)
    return kept


def _rank(item: Placed) -> tuple[int, int, int]:
    dimension = getattr(item, "dimension", "")
    return item.start - item.end, _PRIORITY.get(dimension, len(_PRIORITY)), item.start


def _place(item: Placed) -> tuple[int, int]:
    return item.start, item.end

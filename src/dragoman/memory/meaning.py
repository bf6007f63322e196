"""How near two questions are in meaning, where there is an embedder whose vectors can be trusted.

A vector that says nothing (of no length, not a number, too short, the same for everything) switches this off, and
`note` says why: questions are then compared by their words alone, and nothing is answered because of such a vector.
"""

import struct
from collections.abc import Callable, Sequence
from math import isfinite, sqrt
from operator import mul
from typing import TYPE_CHECKING

from dragoman import telemetry
from dragoman.errors import DragomanError
from dragoman.memory.equivalence import shipped

if TYPE_CHECKING:
    from dragoman.models.embedder import Embedder

LONGEST = 400  # characters; an embedder reads the beginning of a text, and two long ones may differ at their ends
_SAME = 0.999  # two texts whose words differ and whose vectors do not: the vectors tell nothing
_OFF_UNIT = 0.05  # how far from 1 the length of a vector may be
_APART = 0.9  # texts that have nothing in common are less alike than this
_PROBES = ("Who pays for the diesel of the trucks?", "Which songs were sung at the wedding?", "42")
NO_EMBEDDER = "there is no embedding model"


class SaysNothingError(ValueError):
    """Vectors by which nothing can be told apart. No person sees it: questions are compared by their words."""


class QuestionMeaning:
    """Gives questions their vectors and compares them. Nothing is loaded before the first open question."""

    def __init__(self, embedder: "Callable[[], Embedder | None]") -> None:
        self._find = embedder
        self._embedder: Embedder | None = None
        self._note: str | None = None  # None: not looked at yet

    @property
    def note(self) -> str:
        """Why questions are compared by their words alone; nothing where meaning counts too."""
        if self._note is None:
            self._note = self._begin()
        return self._note

    @property
    def id(self) -> str:
        """The embedder's own name of itself; vectors of another are not comparable."""
        return self._embedder.id if not self.note and self._embedder else ""

    def vector(self, text: str) -> bytes | None:
        """Return the vector of a question as it is kept; None where there is none."""
        if self.note or self._embedder is None or not text.strip() or len(text) > LONGEST:
            return None
        try:
            (found,) = _vectors(self._embedder, [text])
        except Exception as failure:  # noqa: BLE001  whatever an embedder does, words are enough
            self._note = self._give_up(failure)
            return None
        return struct.pack(f"<{len(found)}e", *found)

    def cosine(self, left: bytes | None, right: bytes | None) -> float | None:
        """Return how near two questions of different words are; None where their vectors do not tell."""
        if not left or not right or len(left) != len(right) or len(left) % 2 or self.note:
            return None
        one, two = (struct.unpack(f"<{len(kept) // 2}e", kept) for kept in (left, right))
        found = sum(map(mul, one, two))  # both were of length one before they were rounded
        return max(0.0, found) if found and found < _SAME else None

    def _begin(self) -> str:
        try:
            self._embedder = self._find()
            if self._embedder is None:
                return NO_EMBEDDER
            wanted = shipped(with_meaning=True).embedder
            if not self._embedder.id.startswith(wanted):
                return f"the likeness of questions was not measured for {self._embedder.id}, only for {wanted}"
            _check_that_it_tells(_vectors(self._embedder, _PROBES))
        except Exception as failure:  # noqa: BLE001  whatever an embedder does, words are enough
            return self._give_up(failure)
        return ""

    def _give_up(self, failure: Exception) -> str:
        telemetry.record("degraded", node="memory", error=type(failure).__name__)
        reason = _reason(failure)
        return f"the embedding model gave nothing to compare by: {reason}"


def _reason(failure: Exception) -> str:
    if isinstance(failure, DragomanError):
        return failure.problem
    return str(failure) if isinstance(failure, SaysNothingError) else type(failure).__name__


def _vectors(embedder: "Embedder", texts: Sequence[str]) -> list[list[float]]:
    """Return one vector of length one for each text. Raises SaysNothingError."""
    found = [[float(value) for value in row] for row in embedder.embed(texts)]
    if len(found) != len(texts) or any(len(row) != embedder.dimensions or not row for row in found):
        raise SaysNothingError("a vector has the wrong length")
    for row in found:
        size = sqrt(sum(map(mul, row, row)))
        if not isfinite(size) or abs(size - 1) > _OFF_UNIT:
            raise SaysNothingError(f"a vector has the size {size:.3g} instead of 1")
    return found


def _check_that_it_tells(rows: Sequence[Sequence[float]]) -> None:
    """Raise SaysNothingError where texts that have nothing in common get the same vector."""
    pairs = ((one, two) for place, one in enumerate(rows) for two in rows[:place])
    if any(sum(map(mul, one, two)) > _APART for one, two in pairs):
        raise SaysNothingError("different texts get the same vector")

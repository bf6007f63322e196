"""What every dimension gives and takes."""

from dataclasses import dataclass
from datetime import date
from typing import Protocol

from dragoman.domain.interpretation import How
from dragoman.domain.value import Value
from dragoman.interpret.normalize import NormalizedText


@dataclass(frozen=True, slots=True)
class Match:
    """A value found at `text[start:end]` of a normalised text."""

    start: int
    end: int
    dimension: str
    value: Value
    how: How = "pattern"
    score: float = 1.0
    alternatives: tuple[Value, ...] = ()  # other readings, likeliest first


@dataclass(frozen=True, slots=True)
class Context:
    """What a reading may depend on besides the text."""

    reference_date: date  # "today" for the person who wrote the text


class Dimension(Protocol):
    """Finds the values of one kind. An empty list means the text has none."""

    @property
    def name(self) -> str:
        """The dimension's name as entities carry it."""

    def find(self, text: NormalizedText, context: Context) -> list[Match]:
        """Return all matches in the order of the text; matches of one dimension do not overlap."""

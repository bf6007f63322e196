"""Why a passage was found: the words that matched and where, the figures it prints, its place in each ranking."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

WordPlace = Literal["title", "heading", "text"]
Ranking = Literal["words", "meaning", "figures"]
_PLACES: tuple[WordPlace, ...] = ("heading", "text", "title")


@dataclass(frozen=True, slots=True)
class FoundWord:
    """A word or phrase that matched, lower-cased as it is printed."""

    word: str
    place: WordPlace
    is_said: bool = True  # else it is another form or name of what the question says: "lost" of "lose"


@dataclass(frozen=True, slots=True)
class Standing:
    """The place in one of several rankings, counted from 1; None where that ranking did not find it."""

    ranking: Ranking
    place: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reasons:
    """What of a question found a passage; each part is empty where it had no share in that."""

    words: tuple[FoundWord, ...] = ()
    figures: tuple[str, ...] = ()  # names of metrics asked for of which figures were read on its page
    standings: tuple[Standing, ...] = ()  # empty where only one ranking was made
    note: str = ""  # what was not done: "by words alone"

    def in_words(self) -> str:
        """Return the reasons as people read them; "" for none at all."""
        return "; ".join(self._parts())

    def _parts(self) -> Iterator[str]:
        for place in _PLACES:
            if said := [found.word for found in self.words if found.is_said and found.place == place]:
                yield f"{place}: {', '.join(said)}"
        if others := dict.fromkeys(found.word for found in self.words if not found.is_said):
            yield f"in other words: {', '.join(others)}"
        if self.figures:
            yield f"figures: {', '.join(self.figures)}"
        if self.standings:
            yield ", ".join(f"{_nth(one.place)} by {one.ranking}" for one in self.standings)
        if self.note:
            yield self.note


NO_REASONS = Reasons()


def _nth(place: int | None) -> str:
    if place is None:
        return "not found"
    ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"

"""The head of a column that names a part beside its period: "Year ended 30 June 2022 Flexibles"."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from dragoman.documents.layout.headings import is_of_time
from dragoman.domain.period import Period
from dragoman.interpret.period_label import part_of

ReadPeriod = Callable[[str], Period | None]

_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_QUARTERS = {"first": "1", "second": "2", "third": "3", "fourth": "4"}
_PART = re.compile(r"(?:q(?P<q>[1-4])|h(?P<h>[12])|(?P<nth>first|second|third|fourth) (?P<what>quarter|half))")
_WHOLE = re.compile(
    r"(?:the )?(?:grand |group |company )?(?:totals?|consolidated(?: totals?)?|full[ -]year)", re.IGNORECASE
)
_WORD = re.compile(r"[A-Za-z]{2}")
_MAX_WORDS = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class Parted:
    """A column's period, the words that name it, and what else the head says; empty for the whole."""

    period: Period
    said: str
    component: str


def parted(words: str, read: ReadPeriod) -> Parted | None:
    """Part a head into period and component. None where no words of it name a period, or the rest speaks of time.

    The longest words that name one count: "Six months ended June 30, 2023" and not "2023".
    """
    tokens = words.split()
    if not _YEAR.search(words) or len(tokens) > _MAX_WORDS:
        return None
    for said, rest in _ways(tokens):
        period = read(said) if _YEAR.search(said) else None
        if period is None:
            continue
        if part := _part_of_year(rest, period):
            return Parted(period=part, said=words, component="")
        if is_whole(rest):
            return Parted(period=period, said=said, component="")
        if not rest or (_WORD.search(rest) and not is_of_time(rest)):
            return Parted(period=period, said=said, component=rest)
    return None


def is_whole(component: str) -> bool:
    """Say whether a head names all parts together."""
    return _WHOLE.fullmatch(component.strip(" :")) is not None


def _ways(tokens: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the words of the period and the others, most words first; the others may stand amid those of the period."""
    count = len(tokens)
    for length in range(count, 0, -1):
        for start in range(count - length + 1):
            yield " ".join(tokens[start : start + length]), " ".join((*tokens[:start], *tokens[start + length :]))
    for length in range(1, count - 1):
        for start in range(1, count - length):
            yield " ".join((*tokens[:start], *tokens[start + length :])), " ".join(tokens[start : start + length])


def _part_of_year(rest: str, year: Period) -> Period | None:
    match = _PART.fullmatch(rest.lower().strip(" :."))
    if match is None or year.part != "year":
        return None
    if match["nth"]:
        return part_of(match["what"][0], _QUARTERS[match["nth"]], year.year)
    return part_of("q" if match["q"] else "h", match["q"] or match["h"], year.year)

"""What each column of a table is: a period, the unit, a source, or none of our business."""

import re
from dataclasses import dataclass, field

from dragoman.domain.period import FiscalCalendar, Period
from dragoman.interpret.normalize import normalize
from dragoman.interpret.period_label import read_label

_UNIT = frozenset({"unit", "units", "measure"})
_SOURCE = frozenset({"source", "sources", "note", "notes", "ref", "reference", "page", "comment", "comments"})
_CHANGE = re.compile(
    r"\b(?:change|variance|var|growth|movement|increase|decrease|yoy|cagr|delta)\b|%|±|Δ", re.IGNORECASE
)
_RESTATED = re.compile(r"\(?\brestated\b\)?", re.IGNORECASE)
# Marks of a footnote: [a], [S1], (b), *, †, raised figures.
_FOOTNOTE = re.compile(r"\s*(?:\[[A-Za-z]{0,2}\d{0,2}\]|\([a-z]\)|\*{1,3}|[†‡§¶]|[¹²³⁴⁵⁶⁷⁸⁹⁰]+)\s*$")


@dataclass(frozen=True, slots=True, kw_only=True)
class PeriodColumn:
    """A column of figures for one period."""

    index: int  # zero-based, into the rows
    label: str  # as printed
    period: Period
    is_restated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """The columns of one table that matter."""

    periods: tuple[PeriodColumn, ...] = ()
    unit: int | None = None  # index of the column that names each row's unit
    doubts: tuple[str, ...] = field(default=())


def read_columns(header: tuple[str, ...], calendar: FiscalCalendar | None) -> Columns:
    """Say what the columns are. The first column holds the labels.

    A column that names no period holds no facts: whether a figure belongs to the year of the document is
    not ours to guess.
    """
    periods: list[PeriodColumn] = []
    unit: int | None = None
    doubts: list[str] = []
    for index, label in enumerate(header[1:], 1):
        words = without_footnotes(label)
        if words.lower() in _UNIT:
            unit = index
        elif not words or words.lower() in _SOURCE or _CHANGE.search(words):
            continue
        elif period := _period(words, header[0], calendar):
            restated = _RESTATED.search(words) is not None
            periods.append(PeriodColumn(index=index, label=label, period=period, is_restated=restated))
        else:
            doubts.append(f"column {label!r} names no period")
    return Columns(periods=tuple(periods), unit=unit, doubts=tuple(doubts) if periods else ())


def _period(words: str, over_labels: str, calendar: FiscalCalendar | None) -> Period | None:
    """Read a column's period; "2024" may need what stands over the labels: "For the year ended 30 June"."""
    plain = _RESTATED.sub("", words).strip()
    said = (plain, f"{over_labels} {plain}") if over_labels else (plain,)
    return next(filter(None, (read_label(normalize(text).text, calendar) for text in said)), None)


def without_footnotes(text: str) -> str:
    """Return a label without the marks of its footnotes."""
    before = None
    while before != text:
        before, text = text, _FOOTNOTE.sub("", text)
    return text.strip()

"""Tables whose periods stand in rows of their own, over figures by segment or level: "2022:" and the rows below it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from dragoman.documents.columns import period_in
from dragoman.domain.document import Table
from dragoman.domain.period import FiscalCalendar

_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_MAX_LABEL = 60  # characters of a row that says no more than a period


@dataclass(frozen=True, slots=True, kw_only=True)
class Band:
    """Rows of one table, and the table with the period of these rows in its header."""

    table: Table
    rows: range  # counted from 1


def bands_of(table: Table, calendar: FiscalCalendar | None) -> Iterator[Band]:
    """Yield the table whole, or band by band where its columns name no year and rows without figures do.

    Rows above the first of them are of the period that stands over the labels, or of none.
    """
    every = range(1, len(table.rows) + 1)
    has_years = not table.is_print or any(_YEAR.search(label) for label in table.header[1:])
    has_parts = sum(map(bool, table.header[1:])) > 1 and not has_years
    starts = [number for number in every if _begins(table, number, calendar)] if has_parts else []
    over = table.header[0] if table.header and not has_years else ""
    is_over = bool(_YEAR.search(over)) and period_in(over, calendar) is not None
    if not starts and not is_over:
        yield Band(table=table, rows=every)
        return
    if is_over:
        yield Band(table=_dated(table, over), rows=range(1, starts[0] if starts else every.stop))
    for start, stop in pairwise([*starts, every.stop]):
        yield Band(table=_dated(table, table.rows[start - 1][0]), rows=range(start + 1, stop))


def _begins(table: Table, number: int, calendar: FiscalCalendar | None) -> bool:
    """Say whether a row says the period of those below it, and is not the end of the label above it."""
    above = table.rows[number - 2][0] if number > 1 else ""
    return _names_period(table.rows[number - 1], calendar) and not above.endswith((",", ";", " and", " of", " at"))


def _names_period(cells: tuple[str, ...], calendar: FiscalCalendar | None) -> bool:
    label = cells[0].strip(" :")
    if any(cells[1:]) or len(label) > _MAX_LABEL or not _YEAR.search(label):
        return False
    return period_in(label, calendar) is not None


def _dated(table: Table, period: str) -> Table:
    """Put a period into the head of every column that says something."""
    words = period.strip(" :")
    return replace(table, header=("", *(f"{words} {label}" if label else "" for label in table.header[1:])))

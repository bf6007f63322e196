"""Tables whose columns are parts and whose period stands elsewhere: in rows of their own, or over the table.

"2022:" and the rows below it; a roll-forward from "Balance at December 31, 2021" to "Balance at December 31, 2022";
"The changes in goodwill during the year ended December 31, 2022 were as follows:".
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from dragoman.documents.columns import period_in
from dragoman.domain.document import Table
from dragoman.domain.period import FiscalCalendar
from dragoman.interpret.period_label import MONTHS

_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_MAX_LABEL = 60  # characters of a row that says no more than a period
_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_DATE = rf"(?:(?P<day>\d{{1,2}}) )?(?P<month>{_MONTH})\.? (?:(?P<us>\d{{1,2}}), )?(?P<year>(?:19|20)\d\d)"
_BALANCE = re.compile(
    r"\W*(?P<what>(?:[a-z]+ )*?(?:balances?|outstanding|nonvested|unvested))"
    rf"(?:,| at| as of| as at|,? (?:beginning|end) of (?:the )?(?:year|period),?)? (?P<date>{_DATE})\W*(?:\(\w\))?",
    re.IGNORECASE,
)
_LENGTHS = {12: "year ended", 6: "six months ended", 3: "three months ended"}
_SPILL = 7  # days: the books of a year that ends on 31 January open on 1 February
_LEADS = re.compile(r"\b(?:tables?|follows?|following|below|summari[sz]ed|comprised|consisted)\b|:\s*$", re.IGNORECASE)
_TO_COME = re.compile(r"\bthereafter\b|\b20\d\d ?[-–] ?20\d\d\b", re.IGNORECASE)
_IN_CAPTION = re.compile(
    rf"(?:\b(?P<length>(?:fiscal )?year|three months|six months)[- ]ended|\bas of|\bas at|\bat)\s+(?P<date>{_DATE})"
    r"|\b(?:during|for) fiscal (?:year )?(?P<fiscal>20\d\d)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Band:
    """Rows of one table, and the words for their period where the columns do not say it."""

    rows: range  # counted from 1
    period: str = ""


def bands_of(table: Table, calendar: FiscalCalendar | None) -> Iterator[Band]:
    """Yield the table whole, or band by band where its columns name no year and something else does.

    Rows above the first of them are of the period that stands over the labels, or of none.
    """
    every = range(1, len(table.rows) + 1)
    has_years = not table.is_print or any(_YEAR.search(label) for label in table.header[1:])
    has_parts = sum(map(bool, table.header[1:])) > 1 and not has_years
    starts = [number for number in every if _begins(table, number, calendar)] if has_parts else []
    over = table.header[0] if table.header and not has_years else ""
    is_over = bool(_YEAR.search(over)) and period_in(over, calendar) is not None
    if starts or is_over:
        if is_over:
            yield Band(period=over.strip(" :"), rows=range(1, starts[0] if starts else every.stop))
        for start, stop in pairwise([*starts, every.stop]):
            yield Band(period=table.rows[start - 1][0].strip(" :"), rows=range(start + 1, stop))
        return
    rolled = list(_rolled(table)) if has_parts else []
    said = "" if rolled or not has_parts else _caption_period(table, calendar)
    yield from rolled or [Band(rows=every, period=said)]


def _begins(table: Table, number: int, calendar: FiscalCalendar | None) -> bool:
    """Say whether a row says the period of those below it, and is not the end of the label above it."""
    above = table.rows[number - 2][0] if number > 1 else ""
    return _names_period(table.rows[number - 1], calendar) and not above.endswith((",", ";", " and", " of", " at"))


def _names_period(cells: tuple[str, ...], calendar: FiscalCalendar | None) -> bool:
    label = cells[0].strip(" :")
    if any(cells[1:]) or len(label) > _MAX_LABEL or not _YEAR.search(label):
        return False
    return period_in(label, calendar) is not None


def _rolled(table: Table) -> Iterator[Band]:
    """Yield the balances of a roll-forward, and the changes between two as long apart as a period."""
    rows = [(number, row[0]) for number, row in enumerate(table.rows, 1) if any(row[1:])]
    found = [(number, match) for number, label in rows if (match := _BALANCE.fullmatch(label))]
    if len(found) < 2:
        return
    for (before, one), (after, other) in pairwise(found):
        start, end = _books(one), _books(other)
        length = _LENGTHS.get((end.year - start.year) * 12 + end.month - start.month)
        yield Band(rows=range(before, before + 1), period=_date(one))
        if length:
            yield Band(rows=range(before + 1, after), period=f"{length} {_date(other)}")
    number, last = found[-1]
    yield Band(rows=range(number, number + 1), period=_date(last))


def _books(match: re.Match[str]) -> date:
    """Return a day of the month at whose end a balance stands: "February 1, 2017" is the end of January."""
    year, month, day = int(match["year"]), MONTHS[match["month"].lower()], int(match["day"] or match["us"] or 28)
    if day <= _SPILL:
        year, month = (year, month - 1) if month > 1 else (year - 1, 12)
    return date(year, month, 28)


def _date(match: re.Match[str]) -> str:
    return match.string[match.start("date") : match.end("date")]


def _caption_period(table: Table, calendar: FiscalCalendar | None) -> str:
    """Return the one period that the words leading to the table name, unless rows name others."""
    matches = list(_IN_CAPTION.finditer(table.caption))
    said = {_words_of(match) for match in matches}
    years = set(_YEAR.findall(table.caption))
    if len(said) != 1 or len(years) != 1 or not _LEADS.search(table.caption):
        return ""
    if any(map(_TO_COME.search, (row[0] for row in table.rows))):
        return ""
    dated = sum(_YEAR.search(row[0]) is not None and period_in(row[0], calendar) is not None for row in table.rows)
    return said.pop() if dated < 2 else ""


def _words_of(match: re.Match[str]) -> str:
    if match["fiscal"]:
        return f"fiscal {match['fiscal']}"
    length = match["length"]
    return f"{length} ended {match['date']}" if length else match["date"]

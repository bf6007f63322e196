"""Tables that lost their lines: text layers of PDFs with a label, then one cell a line (or a blank apart)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from dragoman.domain.period import Period
from dragoman.grounding.figure import Figure
from dragoman.grounding.tables import LabelReader, figure_of
from dragoman.grounding.units import Measure, read_measure
from dragoman.interpret.cell import read_cell

_MIN_ROWS = 3  # fewer rows of bare numbers are no table
_YEARS = re.compile(r"(?:\s*(?:19|20)\d\d\s*)+")
_YEAR = re.compile(r"(?:19|20)\d\d")
_CELLS = re.compile(r"(?:\(?\s*[-−–]?\(?\d[\d,]*(?:\.\d+)?\)?\s*%?\s*)+")
_CELL = re.compile(r"\(?\s*[-−–]?\(?\d[\d,]*(?:\.\d+)?\)?\s*%?")
_SIGN = re.compile(r"[$€£]")
_LABELLED = re.compile(
    r"(?P<label>[^\d|]*[A-Za-z)][^\d|]*?)\s+(?P<cells>(?:\(?[-−–]?[\d,]*\d(?:\.\d+)?\)?%?(?:\s+|$)){2,})"
)
_SCALE = re.compile(r"\b(thousands|millions|billions)\b", re.IGNORECASE)
_SCALES = {"thousands": 10**3, "millions": 10**6, "billions": 10**9}
_PER = re.compile(r"\bper\b|%|\brate\b", re.IGNORECASE)
_LONGEST_LABEL = 120


@dataclass(slots=True)
class _Row:
    label: str
    cells: list[str]
    first: int  # of its lines
    last: int


def split_loose(text: str) -> tuple[str, str]:
    """Return the prose of a text and what looks like the rows of lost tables, each as lines.

    A text with hardly any such rows is all prose.
    """
    lines = text.splitlines()
    rows = [row for row, _ in _rows(lines)]
    if len(rows) < _MIN_ROWS:
        return text, ""
    taken = {number for row in rows for number in range(row.first, row.last + 1)}
    prose = "\n".join("" if number in taken else line for number, line in enumerate(lines))
    return prose, text


def read_loose(text: str, read_label: LabelReader) -> Iterator[Figure]:
    """Give the cells of lost tables as figures; the period comes from the last run of years with as many columns."""
    lines = text.splitlines()
    measure = _measure(lines)
    for row, years in _rows(lines):
        slots = read_label(row.label)
        quote = "\n".join(lines[row.first : row.last + 1]).strip()
        own = Measure() if _PER.search(row.label) else measure
        for index, cell in enumerate(row.cells):
            number = read_cell(cell)
            if number is None:
                continue
            period = frozenset([Period(years[index]).label]) if len(years) == len(row.cells) else slots.period
            figure = figure_of(number, own, text=cell.strip())
            yield replace(figure, slots=replace(slots, period=period), quote=quote, label=row.label)


def _measure(lines: Sequence[str]) -> Measure:
    """Return what the first short line about scale says the whole page is in."""
    for line in lines:
        scale = _SCALE.search(line)
        if scale and len(line) <= 80 and not re.search(r"\d", line):
            stated = read_measure(line)
            return stated if stated and stated.scale != 1 else Measure("number", "", Decimal(_SCALES[scale[1].lower()]))
    return Measure()


def _rows(lines: Sequence[str]) -> Iterator[tuple[_Row, tuple[int, ...]]]:
    """Give each row with the years of its columns, as far as they are known."""
    years: list[int] = []
    last_year = -10
    label, label_at = "", 0
    row: _Row | None = None
    for number, line in enumerate(lines):
        text = _SIGN.sub(" ", line).strip()
        if not text:
            continue
        if _YEARS.fullmatch(text):
            years = years if number - last_year <= 3 else []
            years += [int(year) for year in _YEAR.findall(text)]
            last_year = number
            continue
        if _CELLS.fullmatch(text):
            if label:
                row = row or _Row(label, [], label_at, number)
                row.cells += _CELL.findall(text)
                row.last = number
            continue
        if row:
            yield row, tuple(years)
            row = None
        labelled = _LABELLED.fullmatch(text)
        if labelled and len(text) <= _LONGEST_LABEL * 2:
            yield _Row(labelled["label"].strip(), labelled["cells"].split(), number, number), tuple(years)
            label = ""
            continue
        label, label_at = (text, number) if len(text) <= _LONGEST_LABEL and not text.endswith((".", ";")) else ("", 0)
    if row:
        yield row, tuple(years)

"""Markdown tables as figures: metric from the row, period from the column, unit from the header."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from dragoman.grounding.figure import Figure, Slots
from dragoman.grounding.units import Measure, measure_of, read_measure
from dragoman.interpret.cell import CellNumber, read_cell

_RULE = re.compile(r"^\s*\|?[\s:|-]*-[\s:|-]*\|?\s*$")
_FOOTNOTE = re.compile(r"\s*(?:\[\w{1,3}\]|\^\w+|[*†‡]+)\s*$")
_NO_FIGURES = frozenset({"unit", "units", "source", "sources", "note", "notes", "page"})

LabelReader = Callable[[str], Slots]


def is_table_line(line: str) -> bool:
    """Say whether a line is a row of a table: cells between pipes, with or without one at either end."""
    return " | " in line or (line.count("|") >= 2 and line.lstrip().startswith("|"))


def is_rule(line: str) -> bool:
    """Say whether a line only divides the header of a table from its body."""
    return _RULE.match(line) is not None


def split_tables(text: str) -> tuple[str, tuple[tuple[str, tuple[str, ...]], ...]]:
    """Return the prose of a passage and its tables, each with the line above it, which may state its unit."""
    prose: list[str] = []
    tables: list[tuple[str, tuple[str, ...]]] = []
    rows: list[str] = []
    caption = ""
    for line in [*text.splitlines(), ""]:
        if is_table_line(line):
            rows.append(line)
            continue
        if rows:
            tables.append((caption, tuple(rows)))
            rows = []
        prose.append(line)
        caption = line.strip() or caption
    return "\n".join(prose), tuple(tables)


def read_table(lines: Sequence[str], read_label: LabelReader, *, caption: str = "") -> Iterator[Figure]:
    """Give every numeric cell of a table as a figure; the first line is the header."""
    rows = [(line, _cells(line)) for line in lines if not is_rule(line)]
    if len(rows) < 2:
        return
    header = rows[0][1]
    columns = _columns(header, read_label)
    around = read_label(header[0]).or_else(read_label(caption) if caption else Slots())
    whole = read_measure(header[0]) or read_measure(caption) or Measure()
    for line, row in rows[1:]:
        label = read_label(row[0])
        stated = _row_measure(header, row)
        for column in columns:
            if column.index >= len(row) or (number := read_cell(_clean(row[column.index]))) is None:
                continue
            figure = figure_of(number, column.measure or stated or whole, text=row[column.index])
            slots = column.slots.or_else(label).or_else(around)
            yield replace(figure, slots=slots, quote=line.strip(), label=_clean(row[0]))


def figure_of(number: CellNumber, measure: Measure, *, text: str) -> Figure:
    """Return the number of a cell as a figure; what the cell itself writes goes before the header."""
    if number.is_percent:
        measure = Measure("percent", "%")
    elif number.unit:
        measure = measure_of(number.unit)
    elif number.currency and not measure.unit:
        measure = Measure("money", number.currency, measure.scale)
    exponent = min(0, int(number.value.as_tuple().exponent))
    return Figure(
        amount=number.value * measure.scale,
        step=measure.scale.scaleb(exponent),
        kind=measure.kind,
        unit=measure.unit,
        scale=measure.scale,
        text=text,
        is_signed=number.value < 0,
        is_cell=True,
        is_scaled=measure.kind != "number" or measure.scale != 1,
    )


@dataclass(frozen=True, slots=True)
class _Column:
    index: int
    slots: Slots
    measure: Measure | None


def _columns(header: Sequence[str], read_label: LabelReader) -> list[_Column]:
    """Return the columns that may hold figures, each with what its head says."""
    return [
        _Column(index, read_label(cell), read_measure(cell))
        for index, cell in enumerate(header)
        if index and _clean(cell).lower() not in _NO_FIGURES
    ]


def _row_measure(header: Sequence[str], row: Sequence[str]) -> Measure | None:
    """Return what a "Unit" column or the brackets at the end of the label say."""
    for head, cell in zip(header, row, strict=False):
        if head.strip().lower() in ("unit", "units"):
            return read_measure(cell)
    bracket = re.search(r"\(([^()]{1,24})\)\s*$", row[0])
    return read_measure(bracket[1]) if bracket else None


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").replace("\\|", "¦").split("|")]


def _clean(text: str) -> str:
    return _FOOTNOTE.sub("", text.strip().strip("*")).strip()

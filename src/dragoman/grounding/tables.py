"""Markdown tables as figures: metric from the row, period from the column, unit from the header."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation

from dragoman.grounding.figure import Figure, Slots
from dragoman.grounding.units import Measure, read_measure

_RULE = re.compile(r"^\s*\|?[\s:|-]*-[\s:|-]*\|?\s*$")
_FOOTNOTE = re.compile(r"\s*(?:\[\w{1,3}\]|\^\w+|[*†‡]+)\s*$")
_CELL = re.compile(
    r"^\s*(?P<open>\()?\s*(?P<minus>[-−–])?\s*(?:(?:us|a|c|nz)?[$€£]|usd|aud)?\s*(?P<inner>[-−–(])?\s*"
    r"(?P<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)\s*"
    r"(?P<word>thousand|million|billion|bn|m|k|%|x|×)?\s*(?P<rest>[\w/$ ]{0,16}?)\)?\s*(?P<trailing>[-−])?\s*\)?\s*$",
    re.IGNORECASE,
)
_WORDS = {"thousand": 10**3, "k": 10**3, "million": 10**6, "m": 10**6, "billion": 10**9, "bn": 10**9}

_NO_FIGURES = frozenset({"unit", "units", "source", "sources", "note", "notes", "page"})

LabelReader = Callable[[str], Slots]


def is_table_line(line: str) -> bool:
    """Say whether a line is a row of a pipe table."""
    return line.count("|") >= 2 and line.lstrip().startswith("|")


def split_tables(text: str) -> tuple[str, tuple[tuple[str, tuple[str, ...]], ...]]:
    """Return the prose of a passage and its tables, each with the line above it that may state its unit."""
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
    rows = [(line, _cells(line)) for line in lines if not _RULE.match(line)]
    if len(rows) < 2:
        return
    header = rows[0][1]
    columns = _columns(header, read_label)
    title = read_label(caption) if caption else Slots()
    corner = read_label(header[0])
    whole = read_measure(header[0]) or read_measure(caption) or Measure()
    for line, row in rows[1:]:
        label = read_label(row[0])
        stated = _row_measure(header, row)
        for column in columns:
            if column.index >= len(row):
                continue
            figure = read_cell(row[column.index], column.measure or stated or whole)
            if figure is None:
                continue
            slots = column.slots.or_else(label).or_else(corner).or_else(title)
            yield replace(figure, slots=slots, quote=line.strip(), label=_clean(row[0]))


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
    return _measure_of_label(row[0])


def read_cell(text: str, measure: Measure) -> Figure | None:
    """Read a cell that holds one number; parentheses and minus signs are negative, "nil" is zero.

    None for anything else: a dash, words, two amounts in one cell.
    """
    text = _FOOTNOTE.sub("", text.strip().strip("*").strip())
    if text.lower() == "nil":
        return Figure(
            amount=Decimal(0), step=measure.scale, kind=measure.kind, unit=measure.unit, scale=measure.scale, text=text
        )
    match = _CELL.match(text)
    if match is None:
        return None
    try:
        value = Decimal(match["digits"].replace(",", ""))
    except InvalidOperation:
        return None
    word = (match["word"] or "").lower()
    if word == "%":
        measure = Measure("percent", "%")
    elif word in ("x", "×"):
        measure = Measure("multiple", "×")
    elif word and (stated := read_measure(text)):
        measure = Measure(stated.kind, stated.unit or measure.unit, Decimal(_WORDS[word]))
    negative = bool(match["open"] or match["minus"] or match["trailing"] or match["inner"])
    _, _, decimals = match["digits"].partition(".")
    return Figure(
        amount=(-value if negative else value) * measure.scale,
        step=measure.scale.scaleb(-len(decimals)),
        kind=measure.kind,
        unit=measure.unit,
        scale=measure.scale,
        text=text,
        is_signed=negative,
        is_scaled=measure.kind != "number" or measure.scale != 1,
    )


def _measure_of_label(label: str) -> Measure | None:
    """Read the unit a row states in brackets: "Iron ore production (Mt)", "Margin (%)"."""
    bracket = re.search(r"\(([^()]{1,24})\)\s*$", label)
    return read_measure(bracket[1]) if bracket else None


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").replace("\\|", "¦").split("|")]


def _clean(text: str) -> str:
    return _FOOTNOTE.sub("", text.strip().strip("*")).strip()

"""A table as numbers: columns of exact integers, so that thousands of sums cost little."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from dragoman.domain.document import Table
from dragoman.interpret.cell import read_cell

_PLAIN = re.compile(r"(?P<minus>[-−–]?)(?P<open>\(?)[A-Z]{0,3}[$€£¥]? ?(?P<number>[0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,15})"
                    r"(?P<decimals>\.[0-9]{1,4})? ?(?P<close>\)?)")  # fmt: skip
_DASH = re.compile(r"[A-Z]{0,3}[$€£¥]? ?[-–—−]+")
_CHANGE = re.compile(
    r"%|\b(?:change|variance|growth|per cent|percent(?:age)?|ratio|margin|rate|price|average"
    r"|maximum|life|years|notes?)\b|^[^\w]+$",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?:19|20)[0-9]{2}")  # without a label beside it, no figure
_MAX_LABEL = 200  # characters


@dataclass(frozen=True, slots=True)
class Number:
    """A figure as printed: `digits` over ten to the power of `decimals`."""

    digits: int
    decimals: int

    def scaled(self, decimals: int) -> int:
        """Return the digits as if it were printed with so many decimals."""
        return int(self.digits * 10 ** (decimals - self.decimals))


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureColumn:
    """A column of figures in units of its finest decimal."""

    index: int  # zero-based, into the rows of the table
    label: str
    decimals: int
    values: Mapping[int, int]  # by row, zero-based; a dash is zero, an empty cell is missing
    steps: Mapping[int, int]  # how coarse each figure is printed, in the same units

    def shown(self, value: int) -> Decimal:
        """Return a value of the column as it would be printed."""
        return Decimal(value).scaleb(-self.decimals)


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureTable:
    """The labels and the columns that can be added up; columns of percentages and changes are left out."""

    table: Table
    labels: tuple[str, ...]
    columns: tuple[FigureColumn, ...]

    def has_figures(self, row: int) -> bool:
        """Say whether any column has a figure in the row."""
        return any(row in column.values for column in self.columns)


def read_figures(table: Table) -> FigureTable:
    """Read the figures of a table, each column in its own finest unit."""
    labels = tuple(" ".join(row[0].split())[:_MAX_LABEL].rstrip(":") for row in table.rows)
    indexes = range(1, len(table.header))
    columns = (_column(table, index) for index in indexes if not _CHANGE.search(table.header[index]))
    return FigureTable(table=table, labels=labels, columns=tuple(column for column in columns if column.values))


def _column(table: Table, index: int) -> FigureColumn:
    numbers = {
        row: number
        for row, cells in enumerate(table.rows)
        if cells[index] and (number := read_number(cells[index])) and (cells[0] or not _YEAR.fullmatch(cells[index]))
    }
    decimals = max((number.decimals for number in numbers.values()), default=0)
    return FigureColumn(
        index=index,
        label=table.header[index],
        decimals=decimals,
        values={row: number.scaled(decimals) for row, number in numbers.items()},
        steps={row: 10 ** (decimals - number.decimals) for row, number in numbers.items()},
    )


@lru_cache(maxsize=20_000)
def read_number(text: str) -> Number | None:
    """Read a cell; a dash is zero, a percentage or anything that is not one figure is None."""
    text = text.strip()
    if not text or "%" in text:
        return None
    if match := _PLAIN.fullmatch(text):
        decimals = match["decimals"] or ""
        digits = int(match["number"].replace(",", "") + decimals[1:])
        if bool(match["open"]) == bool(match["close"]):
            return Number(-digits if match["open"] or match["minus"] else digits, max(len(decimals) - 1, 0))
    if _DASH.fullmatch(text):
        return Number(0, 0)
    read = read_cell(text)
    if read is None or read.is_percent or read.unit is not None:
        return None
    exponent = read.value.as_tuple().exponent
    places = min(max(-exponent, 0), 4) if isinstance(exponent, int) else 0
    return Number(int(read.value.scaleb(places)), places)


def tolerance(steps: Sequence[int]) -> int:
    """Return how far the sum of rounded figures may be off: half a step for each figure, three steps at most."""
    return min((len(steps)) * max(steps), 6 * max(steps)) // 2

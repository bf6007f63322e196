"""A table as every form of file gets it: columns, and rows of texts, numbers and formulas."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class Formula:
    """A formula of ours over other cells, with the value it has; what a document says never becomes one."""

    text: str  # without the sign "="
    value: Decimal
    places: int = 0  # decimals that are shown


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    """A number with as many decimals as are shown; the value itself is kept in full."""

    value: Decimal
    places: int = 0


CellValue = str | int | Number | Formula | None
Row = tuple[CellValue, ...]
CellLook = Literal["plain", "quiet", "amber"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column: its name for programs, its heading for people, its width in characters."""

    name: str
    title: str
    width: int = 12
    group: str = ""  # a heading over several columns in a row
    folds: bool = False  # may be folded away, as what explains the column before it


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """One table of a file."""

    title: str
    columns: tuple[Column, ...]
    rows: Sequence[Row]  # of many facts made as they are read, so that they need no room
    looks: frozenset[tuple[int, int]] = frozenset()  # cells (row, column, from 0) that want a look

    @property
    def heads(self) -> int:
        """How many rows the heading takes."""
        return 2 if any(column.group for column in self.columns) else 1


def letter(column: int) -> str:
    """Return the letters of a column counted from 0: 0 is A, 26 is AA."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters

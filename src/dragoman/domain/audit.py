"""What the audit says against a document: identities that ought to hold between its figures and do not."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal, Self

from dragoman.domain.document import Cell
from dragoman.domain.fact import Fact

IdentityKind = Literal[
    "sum",
    "sum across",
    "balance sheet",
    "cash",
    "gross profit",
    "change",
    "share",
    "per share",
    "rate",
    "parts of a year",
    "same figure",
    "last year's report",
]
LAST_YEARS: IdentityKind = "last year's report"
_PRINTED_AGAIN = (LAST_YEARS, "same figure")
Place = tuple[int, int, int]  # table, row, column of a cell, each counted from 1


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokenIdentity:
    """Figures that ought to agree and do not; which of them is wrong is not known.

    `expected` and `printed` are in the units of the cells, the table's scale not applied, except between
    tables or documents of different scale, where both are in whole units.
    """

    document: str
    kind: IdentityKind
    name: str  # stable: "sum: Total current assets"
    page: int
    table: int
    column: str  # the column's header
    expected: Decimal  # what the other rows make
    printed: Decimal
    rows: tuple[str, ...]  # labels of all that take part, the result last
    places: tuple[Place, ...]  # their cells

    @classmethod
    def between(cls, kind: IdentityKind, name: str, fact: Fact, other: Fact) -> Self:
        """Say that a figure and another that ought to be the same are not; amounts are in whole units."""
        both = [fact, *([other] if other.cell.document == fact.cell.document else [])]
        return cls(
            document=fact.cell.document,
            kind=kind,
            name=name,
            page=fact.cell.page,
            table=fact.cell.table,
            column=fact.cell.column_label,
            expected=other.amount,
            printed=fact.amount,
            rows=(f"{other.label} ({other.title}, page {other.cell.page})", fact.label),
            places=tuple((one.cell.table, one.cell.row, one.cell.column) for one in both),
        )

    def touches(self, cell: Cell) -> bool:
        """Say whether the cell takes part."""
        return cell.document == self.document and (cell.table, cell.row, cell.column) in self.places

    @property
    def sentence(self) -> str:
        """What is wrong and where, in one line."""
        under = f" under {self.column!r}" if self.column else ""
        rest = "the other figures make" if self.kind not in _PRINTED_AGAIN else "elsewhere as"
        return (
            f"page {self.page}, table {self.table}: {self.name}{under} is printed as {self.printed:,}, "
            f"{rest} {self.expected:,}"
        )

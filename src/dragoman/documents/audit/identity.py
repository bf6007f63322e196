"""One identity between rows of a table, and in which columns it holds."""

from dataclasses import dataclass

from dragoman.documents.audit.figures import FigureColumn, FigureTable, tolerance
from dragoman.domain.audit import BrokenIdentity, IdentityKind, Place


@dataclass(frozen=True, slots=True, kw_only=True)
class RowIdentity:
    """A row that other rows make up, each with its sign; rows are zero-based."""

    kind: IdentityKind
    name: str
    total: int
    parts: tuple[tuple[int, int], ...]  # row, sign
    may_break: bool = True  # where other columns hold it
    is_labelled: bool = True  # the total's label says that it is one
    is_guess: bool = False  # it counts only where one slip explains why it fails
    is_sure: bool = False  # the labels say it: it may be called broken though it holds nowhere

    @property
    def rows(self) -> frozenset[int]:
        """Every row that takes part."""
        return frozenset((self.total, *(row for row, _ in self.parts)))

    def expected(self, column: FigureColumn) -> int | None:
        """Return what the parts make; None where fewer than two of them, or no total, are printed."""
        values = [(column.values[row], sign) for row, sign in self.parts if row in column.values]
        if self.total not in column.values or len(values) < min(2, len(self.parts)):
            return None
        return sum(value * sign for value, sign in values)

    def is_telling(self, column: FigureColumn) -> bool:
        """Say whether at least two of the parts are more than zero, so that holding is no triviality."""
        return sum(1 for row, _ in self.parts if column.values.get(row)) > 1

    def holds(self, column: FigureColumn, expected: int) -> bool:
        """Say whether the total is what the parts make, up to rounding."""
        steps = [column.steps[row] for row in self.rows if row in column.values]
        return abs(column.values[self.total] - expected) <= tolerance(steps)

    def places(self, figures: FigureTable, column: FigureColumn) -> tuple[Place, ...]:
        """Return the cells that take part."""
        rows = (*(row for row, _ in self.parts), self.total)
        return tuple((figures.table.number, row + 1, column.index + 1) for row in rows if row in column.values)

    def broken(self, figures: FigureTable, column: FigureColumn, *, expected: int, document: str) -> BrokenIdentity:
        """Say that it does not hold in the column."""
        return BrokenIdentity(
            document=document,
            kind=self.kind,
            name=self.name,
            page=figures.table.page,
            table=figures.table.number,
            column=column.label,
            expected=column.shown(expected),
            printed=column.shown(column.values[self.total]),
            rows=tuple(figures.labels[row] for row in (*(row for row, _ in self.parts), self.total)),
            places=self.places(figures, column),
        )

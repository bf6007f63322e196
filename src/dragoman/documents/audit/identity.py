"""One identity between rows of a table, and in which columns it holds."""

from dataclasses import dataclass

from dragoman.documents.audit.figures import MOST_STEPS, FigureColumn, FigureTable, tolerance
from dragoman.domain.audit import BrokenIdentity, IdentityKind, Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Miss:
    """A column in which an identity fails: what its parts make, and by how much that is more than the total."""

    column: FigureColumn
    made: int
    left: int


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
    min_misses: int = 1  # columns in which it fails, before a slip says so
    max_slip_chance: float = 1e-3  # of finding by accident a slip that explains why it fails

    @property
    def rows(self) -> frozenset[int]:
        """Every row that takes part."""
        return frozenset((self.total, *(row for row, _ in self.parts)))

    def expected(self, column: FigureColumn) -> int | None:
        """Return what the parts make; None where fewer than two of them, or no total, are printed."""
        values = column.values
        if self.total not in values:
            return None
        seen = made = 0
        for row, sign in self.parts:
            if row in values:
                seen += 1
                made += sign * values[row]
        return made if seen >= min(2, len(self.parts)) else None

    def is_telling(self, column: FigureColumn) -> bool:
        """Say whether at least two of the parts are more than zero, so that holding is no triviality."""
        return sum(1 for row, _ in self.parts if column.values.get(row)) > 1

    def tried(self, figures: FigureTable) -> tuple[list[FigureColumn], list[FigureColumn], list[Miss]]:
        """Return the columns in which it holds to the last digit, up to rounding, and not at all."""
        exact: list[FigureColumn] = []
        rounded: list[FigureColumn] = []
        missed: list[Miss] = []
        for column in figures.columns:
            made = self.expected(column)
            if made is None:
                continue
            left = made - column.values[self.total]
            if left == 0:
                exact.append(column)
            elif abs(left) <= MOST_STEPS * column.coarsest and abs(left) <= self._limit(column):
                rounded.append(column)
            else:
                missed.append(Miss(column=column, left=left, made=made))
        return exact, rounded, missed

    def _limit(self, column: FigureColumn) -> int:
        return tolerance([column.steps[row] for row in self.rows if row in column.steps])

    def places(self, figures: FigureTable, column: FigureColumn) -> tuple[Place, ...]:
        """Return the cells that take part."""
        rows = (*(row for row, _ in self.parts), self.total)
        return tuple(figures.place(row, column) for row in rows if row in column.values)

    def broken(self, figures: FigureTable, miss: Miss, document: str) -> BrokenIdentity:
        """Say that it does not hold in the column."""
        column = miss.column
        return BrokenIdentity(
            document=document,
            kind=self.kind,
            name=self.name,
            page=figures.table.page,
            table=figures.table.number,
            column=column.label,
            expected=column.shown(miss.made),
            printed=column.shown(column.values[self.total]),
            rows=tuple(figures.labels[row] for row in (*(row for row, _ in self.parts), self.total)),
            places=self.places(figures, column),
        )

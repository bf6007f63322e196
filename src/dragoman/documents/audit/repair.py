"""Whether one slip explains why rows do not add up: then they are the rows of the sum, and one of them is wrong.

Where a sum holds in no other column, nothing but its label says which rows it is of. But if putting the figures
of one row into each other's columns, turning one sign or taking off a thousand makes every column add up to
the last digit, that is hardly chance.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from dragoman.documents.audit.figures import FigureColumn, FigureTable, read_number, tolerance
from dragoman.documents.audit.identity import RowIdentity

_MAX_CHANCE = 1e-3
_TRIES = 12  # runs and patterns that the row was tried with before


def is_one_slip(identity: RowIdentity, figures: FigureTable) -> bool:
    """Say whether one slip in one row explains every column in which the identity fails."""
    tried = [(column, made) for column in figures.columns if (made := identity.expected(column)) is not None]
    failing = [column for column, made in tried if not identity.holds(column, made)]
    chance = float(_TRIES * len(identity.rows))
    for column in failing:
        chance *= 1 / (1 + abs(column.values[identity.total]))
    if not failing or chance > _MAX_CHANCE:
        return False
    # The total counts as a part with the sign turned: what is left over must vanish.
    sums = [_Sum(column, made - column.values[identity.total], _limit(identity, column)) for column, made in tried]
    rows = ((identity.total, -1), *identity.parts)
    return any(_mends(sums, figures, row=row, sign=sign) for row, sign in rows)


@dataclass(frozen=True, slots=True)
class _Sum:
    column: FigureColumn
    left: int
    limit: int


def _limit(identity: RowIdentity, column: FigureColumn) -> int:
    return tolerance([column.steps[row] for row in identity.rows if row in column.values])


def _mends(sums: Sequence[_Sum], figures: FigureTable, *, row: int, sign: int) -> bool:
    old = [one.column.values.get(row, 0) for one in sums]
    others = chain(_others(old), _moved([one.column for one in sums], figures.table.rows[row]))
    return any(
        all(abs(one.left + sign * (mine - was)) <= one.limit for one, mine, was in zip(sums, new, old, strict=True))
        for new in others
    )


def _others(values: Sequence[int]) -> Iterator[list[int]]:
    """Yield the row as it may have been printed: two columns swapped, a sign or a scale mended."""
    for place in range(len(values)):
        before, value, after = values[:place], values[place], values[place + 1 :]
        if after:
            yield [*before, after[0], value, *after[1:]]
        yield [*before, -value, *after]
        if value % 1000 == 0:
            yield [*before, value // 1000, *after]


def _moved(columns: Sequence[FigureColumn], cells: Sequence[str]) -> Iterator[list[int]]:
    """Yield the row with every cell moved by a column; it must fill two columns at least."""
    for moved in ((*cells[2:], cells[1]), (cells[-1], *cells[1:-1])):
        numbers = [read_number(moved[column.index - 1]) for column in columns]
        if sum(number is not None and number.digits != 0 for number in numbers) > 1:
            yield [
                number.scaled(max(column.decimals, number.decimals)) if number else 0
                for column, number in zip(columns, numbers, strict=True)
            ]

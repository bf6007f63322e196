"""Whether one slip explains why rows do not add up: then they are the rows of the sum, and one of them is wrong.

Where a sum holds in no other column, nothing but its label says which rows it is of. But if putting the figures
of one row into each other's columns, turning one sign, taking off a thousand or mending one digit makes every
column add up to the last digit, that is hardly chance.
"""

from collections.abc import Sequence

from dragoman.documents.audit.figures import FigureTable, read_number, spread
from dragoman.documents.audit.identity import Miss, RowIdentity
from dragoman.documents.audit.labels import says_gain

_TRIES = 4  # runs, patterns and slips that each row was tried with
_DIGIT_TRIES = 40
_MIN_OFF = 3  # steps; less may be rounding


def is_unlikely(identity: RowIdentity, failing: Sequence[Miss], tries: int) -> bool:
    """Say whether a slip that explains the columns would hardly be found by accident."""
    chance = float(tries * (len(identity.parts) + 1))
    for miss in failing:
        chance /= 1 + spread(miss.column.values[identity.total])
    return len(failing) >= identity.min_misses and chance <= identity.max_slip_chance


def is_one_slip(identity: RowIdentity, figures: FigureTable, failing: Sequence[Miss]) -> bool:
    """Say whether one slip in one row explains every column in which the identity fails."""
    if not is_unlikely(identity, failing, _TRIES):
        return False
    may_be_digit = is_unlikely(identity, failing, _DIGIT_TRIES)
    # The total counts as a part with the sign turned: what is left over must vanish.
    rows = [(identity.total, -1), *identity.parts]
    if figures.is_turned:
        return _mends_line(failing[0], identity, figures, may_be_digit=may_be_digit)
    if len(failing) == 1 and any(
        _mends_cell(failing[0], row, sign, figures, may_be_digit=may_be_digit) for row, sign in rows
    ):
        return True
    return any(_is_moved(failing, row, sign, figures) for row, sign in rows)


def _mends_cell(miss: Miss, row: int, sign: int, figures: FigureTable, *, may_be_digit: bool) -> bool:
    """Say whether another sign, scale or digit of the row's figure makes the column add up."""
    value = miss.column.values.get(row)
    if not value:
        return False
    right = value - sign * miss.left
    if right == -value:
        return figures.is_turned or not says_gain(figures.labels[row])  # a benefit is printed with either sign
    if value % 1000 == 0 and right == value // 1000:
        return True
    return may_be_digit and abs(miss.left) > _MIN_OFF * miss.column.steps[row] and _is_one_digit(value, right)


def _is_one_digit(value: int, right: int) -> bool:
    one, two = str(value), str(right)
    return len(one) == len(two) and sum(a != b for a, b in zip(one, two, strict=True)) == 1


def _is_moved(failing: Sequence[Miss], row: int, sign: int, figures: FigureTable) -> bool:
    """Say whether the figures that are missing stand in other columns of the same row."""
    rights = [miss.column.values.get(row, 0) - sign * miss.left for miss in failing]
    if sum(right == 0 for right in rights) * 2 > len(rights):
        return False  # empty cells are everywhere
    numbers = [number for cell in figures.table.rows[row][1:] if (number := read_number(cell))]
    return all(
        any(
            number.decimals <= miss.column.decimals and number.scaled(miss.column.decimals) == right
            for number in numbers
        )
        for miss, right in zip(failing, rights, strict=True)
        if right
    )


def _mends_line(miss: Miss, identity: RowIdentity, figures: FigureTable, *, may_be_digit: bool) -> bool:
    """Say whether a row that adds up over its columns does so once one figure is mended or two are swapped."""
    total = miss.column.values[identity.total]
    for row, sign in identity.parts:
        part = miss.column.values.get(row, 0)
        if part and miss.left + sign * (total - part) + total - part == 0:
            return True
    rows = [(identity.total, -1), *identity.parts]
    return any(_mends_cell(miss, row, sign, figures, may_be_digit=may_be_digit) for row, sign in rows)

"""Whether one slip explains why rows do not add up: then they are the rows of the sum, and one of them is wrong.

Where a sum holds in no other column, nothing but its label says which rows it is of. But if putting the figures
of one row into each other's columns, turning one sign, taking off a thousand or mending one digit makes every
column add up to the last digit, that is hardly chance. Where it holds in others, a slip need explain only some
of those in which it fails: the rest may be of another kind.
"""

from collections.abc import Sequence

from dragoman.documents.audit.figures import FigureTable, Number, read_number, spread
from dragoman.documents.audit.identity import Miss, RowIdentity
from dragoman.documents.audit.labels import says_gain

_TRIES = 4  # runs, patterns and slips that each row was tried with
_DIGIT_TRIES = 40
_MIN_OFF = 3  # steps; less may be rounding
_ENOUGH = 3  # columns or lines that hold it: then it is no question any more which rows it is of
_EASE = 10.0

_Rows = list[tuple[int, int]]


def slipped(identity: RowIdentity, figures: FigureTable, failing: Sequence[Miss], held: int) -> Sequence[Miss]:
    """Return those of the columns that one slip in one row explains; `held` are the others, in which it holds."""
    # The total counts as a part with the sign turned: what is left over must vanish.
    rows = [(identity.total, -1), *identity.parts]
    ease = _EASE if held >= max(_ENOUGH, 2 * len(failing)) else 1.0
    if figures.is_turned:
        return [miss for miss in failing if _mends_line(miss, rows, figures, identity, ease=ease)]
    for some in _groups(failing, held):
        if _is_unlikely(identity, some, _TRIES / ease) and (
            any(_is_moved(some, row, sign, figures) for row, sign in rows)
            or (len(some) == 1 and _mends_column(some[0], rows, figures, identity, ease=ease))
        ):
            return some
    may_be_some = len(failing) > 2 and held >= max(_ENOUGH, len(failing))
    return _swapped(identity, failing, rows, figures) if may_be_some else []


def _groups(failing: Sequence[Miss], held: int) -> list[Sequence[Miss]]:
    """Return what a slip may explain: all that fail, or one of them where enough others hold."""
    alone = [[miss] for miss in failing] if len(failing) > 1 and held >= max(_ENOUGH, 2 * len(failing)) else []
    return [failing, *alone]


def _swapped(identity: RowIdentity, failing: Sequence[Miss], rows: _Rows, figures: FigureTable) -> Sequence[Miss]:
    """Return two columns whose figures in one row stand the other way round."""
    for number, one in enumerate(failing):
        for other in failing[number + 1 :]:
            if one.left == -other.left and any(_is_moved([one, other], row, sign, figures) for row, sign in rows):
                return [one, other] if _is_unlikely(identity, [one, other], _TRIES) else []
    return []


def _is_unlikely(identity: RowIdentity, failing: Sequence[Miss], tries: float) -> bool:
    """Say whether a slip that explains the columns would hardly be found by accident."""
    chance = tries * (len(identity.parts) + 1)
    for miss in failing:
        chance /= 1 + spread(miss.column.values[identity.total])
    return len(failing) >= identity.min_misses and chance <= identity.max_slip_chance


def _mends_column(miss: Miss, rows: _Rows, figures: FigureTable, identity: RowIdentity, *, ease: float) -> bool:
    """Say whether another sign, scale or digit of one figure makes the column add up."""
    may_be_digit = _is_unlikely(identity, [miss], _DIGIT_TRIES / ease)
    return any(_mends_cell(miss, row, sign, figures, may_be_digit=may_be_digit) for row, sign in rows)


def _mends_cell(miss: Miss, row: int, sign: int, figures: FigureTable, *, may_be_digit: bool) -> bool:
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
    numbers = [number for cell in figures.table.rows[row][1:] if cell and (number := read_number(cell))]
    return all(_is_among(right, miss, numbers) for miss, right in zip(failing, rights, strict=True) if right)


def _is_among(right: int, miss: Miss, numbers: Sequence[Number]) -> bool:
    places = miss.column.decimals
    return any(number.decimals <= places and number.scaled(places) == right for number in numbers)


def _mends_line(miss: Miss, rows: _Rows, figures: FigureTable, identity: RowIdentity, *, ease: float) -> bool:
    """Say whether a row that adds up over its columns does so once one figure is mended or two are swapped."""
    if not _is_unlikely(identity, [miss], _TRIES / ease):
        return False
    total = miss.column.values[identity.total]
    for row, sign in identity.parts:
        part = miss.column.values.get(row, 0)
        if part and miss.left + sign * (total - part) + total - part == 0:
            return True
    return _mends_column(miss, rows, figures, identity, ease=ease)

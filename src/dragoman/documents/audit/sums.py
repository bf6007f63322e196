"""Totals and subtotals: which run of rows a row sums up, found in the numbers and confirmed by words.

A row is read against the runs of rows that end just above it; rows that a subtotal has already summed up
stand for nothing more. Each run is tried with the signs as printed, with the first row less the others,
and with costs taken off. A match counts only where it is unlikely to be chance: the more runs were tried and
the fewer digits the total has, the more columns must agree.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dragoman.documents.audit.figures import FigureTable, spread
from dragoman.documents.audit.identity import RowIdentity
from dragoman.documents.audit.labels import says_total
from dragoman.documents.audit.runs import MAX_RUN, PATTERNS, Pattern, Stack
from dragoman.domain.document import Table

# What may be expected to happen by accident: a sum, and a slip that mends one that does not hold.
_MAX_CHANCE = 0.01  # of a row that looks like a total
_MAX_LAST_CHANCE = 1e-3  # of the last row of its block, over all rows of the block
_MAX_BARE_CHANCE = 1e-6  # of any other
_LEAST_TRIES = 12  # three rows, four slips
_MOST_GUESSES = 4  # runs
_MAX_SLIP_CHANCE = 0.05
_MAX_MARKED_SLIP_CHANCE = 5e-3
_MAX_LAST_SLIP_CHANCE = 1e-3  # of a last row
_MAX_BARE_SLIP_CHANCE = 1e-5


def find_sums(figures: FigureTable) -> Iterator[RowIdentity]:
    """Yield the sums of a table, nested ones before those around them."""
    stack = Stack(figures)  # rows that no total has summed up yet
    starts = {0}  # places in it where a run starts by its looks: after a heading or a total
    heading: int | None = None
    for row in range(len(figures.labels)):
        if not figures.has_figures(row):
            heading = row
            starts.add(len(stack))
            continue
        natural = frozenset(len(stack) - start for start in starts)  # lengths
        looks = _looks(figures, row)
        run = stack.best_run(row, natural, looks.patterns)
        if run is not None and run.chance <= looks.max_chance(is_natural=len(run.rows) in natural):
            stack.cut(len(stack) - len(run.rows))
            parts = _parts(figures, run.rows, run.pattern)
            yield _sum(figures, row, parts, looks=looks, may_break=run.may_break)
        else:
            run = None
            if looks.is_total and len(stack) and _repeats(figures, row, stack.rows[-1]):
                stack.cut(len(stack) - 1)  # a total of one row stands for it
            else:
                yield from _guesses(figures, row, stack.rows, natural=natural, heading=heading)
        starts = {start for start in starts if start <= len(stack)}
        stack.push(row)
        if run is not None or looks.is_total:
            starts |= {len(stack) - 1, len(stack)}


@dataclass(frozen=True, slots=True)
class _Looks:
    """What a row looks like: a total by its label, by its currency sign, by standing last in its block."""

    says_total: bool
    is_marked: bool
    is_last: bool

    @property
    def is_total(self) -> bool:
        return self.says_total or self.is_marked

    @property
    def patterns(self) -> tuple[Pattern, ...]:
        return PATTERNS if self.is_total else PATTERNS[:1]

    def max_chance(self, *, is_natural: bool) -> float:
        if self.is_total:
            return _MAX_CHANCE
        return _MAX_LAST_CHANCE if self.is_last and is_natural else _MAX_BARE_CHANCE

    @property
    def max_slip_chance(self) -> float:
        if self.says_total:
            return _MAX_SLIP_CHANCE
        if self.is_marked:
            return _MAX_MARKED_SLIP_CHANCE
        return _MAX_LAST_SLIP_CHANCE if self.is_last else _MAX_BARE_SLIP_CHANCE


def _looks(figures: FigureTable, row: int) -> _Looks:
    is_last = row + 1 == len(figures.labels) or not figures.has_figures(row + 1)
    return _Looks(says_total(figures.labels[row]), is_marked=_is_marked(figures.table, row), is_last=is_last)


def _is_marked(table: Table, row: int) -> bool:
    """Say whether the row has currency signs and the row above has none: statements put them at totals."""
    return row > 0 and _has_currency(table.rows[row]) and not _has_currency(table.rows[row - 1])


def _has_currency(cells: Sequence[str]) -> bool:
    return any("$" in cell or "€" in cell or "£" in cell for cell in cells[1:])


def _sum(
    figures: FigureTable, row: int, parts: tuple[tuple[int, int], ...], *, looks: _Looks, **is_what: bool
) -> RowIdentity:
    return RowIdentity(
        kind="sum",
        name=f"sum: {figures.labels[row] or '(no label)'}",
        total=row,
        parts=parts,
        is_labelled=looks.is_total or looks.is_last,
        max_slip_chance=looks.max_slip_chance,
        min_misses=1 if looks.is_total or looks.is_last else 2,
        **is_what,
    )


def _guesses(
    figures: FigureTable, row: int, above: Sequence[int], *, natural: frozenset[int], heading: int | None
) -> Iterator[RowIdentity]:
    """Yield what a total may be of that holds in no column: a slip in one row would show it."""
    looks, label = _looks(figures, row), figures.labels[row].lower()
    if not looks.is_total and not _may_tell(figures, row, looks):
        return
    words = figures.labels[heading].lower() if heading is not None else ""
    first = next((part for part in above if heading is not None and part > heading), None)
    guesses: list[RowIdentity] = []
    lengths = [length for length in sorted(natural) if 1 < length <= MAX_RUN]
    if len(lengths) > _MOST_GUESSES:
        lengths = [*lengths[: _MOST_GUESSES // 2], *lengths[-_MOST_GUESSES // 2 :]]  # the nearest starts, and the first
    for length in lengths if looks.is_total else lengths[:1]:
        run = tuple(above[len(above) - length :])
        is_flat = not any(says_total(figures.labels[part]) for part in run)
        is_sure = bool(words) and is_flat and label == f"total {words}" and run[0] == first
        patterns = PATTERNS[: 1 if is_sure else None]
        guesses += [
            _sum(figures, row, parts, looks=looks, may_break=looks.says_total, is_guess=True, is_sure=is_sure)
            for parts in dict.fromkeys(_parts(figures, run, pattern) for pattern in patterns)
        ]
    # One that holds everywhere, though too plainly to prove anything, leaves nothing to be explained.
    if all(guess.tried(figures)[2] for guess in guesses):
        yield from guesses


def _may_tell(figures: FigureTable, row: int, looks: _Looks) -> bool:
    """Say whether the row has so many digits in so many columns that a slip could explain it and not be chance."""
    chance = float(_LEAST_TRIES)
    totals = [column.values[row] for column in figures.columns if row in column.values]
    for total in totals:
        chance /= 1 + spread(total)
    return chance <= looks.max_slip_chance and len(totals) >= (1 if looks.is_last else 2)


def _parts(figures: FigureTable, run: Sequence[int], pattern: Pattern) -> tuple[tuple[int, int], ...]:
    match pattern:
        case "as printed":
            return tuple((part, 1) for part in run)
        case "less the others":
            return tuple((part, 1 if part == run[0] else -1) for part in run)
        case "costs off":
            return tuple((part, -1 if _is_cost(figures, part) else 1) for part in run)


def _is_cost(figures: FigureTable, part: int) -> bool:
    values = [column.values[part] for column in figures.columns if column.values.get(part)]
    return part in figures.costs and 2 * sum(value > 0 for value in values) >= len(values)


def _repeats(figures: FigureTable, row: int, before: int) -> bool:
    """Say whether the rows are alike wherever both have a figure."""
    both = [column for column in figures.columns if row in column.values and before in column.values]
    return any(column.values[row] for column in both) and all(
        column.values[row] == column.values[before] for column in both
    )

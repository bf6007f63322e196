"""Columns that add up: segments to the group, quarters to the year, levels to a total, two years to their change."""

from collections.abc import Iterator, Sequence

from dragoman.documents.audit.figures import FigureTable
from dragoman.documents.audit.identity import RowIdentity
from dragoman.documents.audit.labels import says_difference, says_group
from dragoman.documents.audit.runs import PATTERNS, Run, Stack

_MAX_CHANCE = 1e-3  # of a column whose header says that it is a total
_MAX_BARE_CHANCE = 1e-9
_MIN_SHARE = 0.6  # of the rows must add up
_MAX_SLIP_CHANCE = 0.05  # in a row, where others add up


def find_across(figures: FigureTable) -> Iterator[RowIdentity]:
    """Yield the sums over the columns of a turned table; the total stands after its parts or before them."""
    columns = range(1, len(figures.labels))
    found = list(_across(figures, columns))
    if not found and any(says_group(header) for header in figures.labels[1:3]):
        found = list(_across(figures, columns[::-1]))
    yield from found


def _across(figures: FigureTable, columns: Sequence[int]) -> Iterator[RowIdentity]:
    stack = Stack(figures)
    for column in columns:
        header = figures.labels[column]
        if not figures.has_figures(column):
            continue
        is_difference = says_difference(header)
        patterns = PATTERNS[1:2] if is_difference else PATTERNS[:1]
        run = stack.best_run(column, frozenset((2 if is_difference else len(stack),)), patterns)
        limit = _MAX_CHANCE if is_difference or says_group(header) else _MAX_BARE_CHANCE
        if run is not None and run.chance <= limit and _is_rule(figures, column, run):
            yield _identity(figures, column, run)
            if not is_difference:
                stack.cut(len(stack) - len(run.rows))
        if not is_difference:
            stack.push(column)


def _is_rule(figures: FigureTable, total: int, run: Run) -> bool:
    tried = [one for one in figures.columns if total in one.values and sum(part in one.values for part in run.rows) > 1]
    return run.held >= max(2, _MIN_SHARE * len(tried))


def _identity(figures: FigureTable, total: int, run: Run) -> RowIdentity:
    signs = [1 if run.pattern == "as printed" or part == run.rows[0] else -1 for part in run.rows]
    return RowIdentity(
        kind="sum across",
        name=f"sum across: {figures.labels[total] or '(no label)'}",
        total=total,
        parts=tuple(zip(run.rows, signs, strict=True)),
        max_slip_chance=_MAX_SLIP_CHANCE,
    )

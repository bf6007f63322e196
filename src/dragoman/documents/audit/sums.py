"""Totals and subtotals: which run of rows a row sums up, found in the numbers and confirmed by words.

A row is read against the runs of rows that end just above it; rows that a subtotal has already summed up
stand for nothing more. Each run is tried with the signs as printed, with the first row less the others,
and with costs taken off. A match counts only where it is unlikely to be chance: the more runs were tried and
the fewer digits the total has, the more columns must agree.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from dragoman.documents.audit.figures import FigureTable
from dragoman.documents.audit.identity import RowIdentity
from dragoman.documents.audit.labels import says_cost, says_total
from dragoman.documents.audit.runs import MAX_RUN, PATTERNS, Pattern, best_run


def find_sums(figures: FigureTable) -> Iterator[RowIdentity]:
    """Yield the sums of a table, nested ones before those around them."""
    above: list[int] = []  # rows that no total has summed up yet
    starts = {0}  # places in it where a run starts by its looks: after a heading or a total
    heading: int | None = None
    for row, label in enumerate(figures.labels):
        if not figures.has_figures(row):
            heading = row
            starts.add(len(above))
            continue
        natural = frozenset(len(above) - start for start in starts)  # lengths
        run = best_run(figures, row, above, natural)
        if run is not None:
            del above[len(above) - len(run.rows) :]
            parts = _parts(figures, run.rows, run.pattern)
            yield _sum(figures, row, parts, may_break=run.may_break)
        elif says_total(label) and above and _repeats(figures, row, above[-1]):
            above.pop()  # a total of one row stands for it
        elif says_total(label):
            yield from _guesses(figures, row, above, natural=natural, heading=heading)
        starts = {start for start in starts if start <= len(above)}
        above.append(row)
        if run is not None or says_total(label):
            starts |= {len(above) - 1, len(above)}


def _sum(figures: FigureTable, row: int, parts: tuple[tuple[int, int], ...], *, may_break: bool = False) -> RowIdentity:
    label = figures.labels[row]
    name = f"sum: {label or '(no label)'}"
    return RowIdentity(
        kind="sum", name=name, total=row, parts=parts, may_break=may_break, is_labelled=says_total(label)
    )


def _guesses(
    figures: FigureTable, row: int, above: Sequence[int], *, natural: frozenset[int], heading: int | None
) -> Iterator[RowIdentity]:
    """Yield what a total may be of that holds in no column: a slip in one row would show it."""
    label = figures.labels[row].lower()
    words = figures.labels[heading].lower() if heading is not None else ""
    guesses: list[RowIdentity] = []
    for length in sorted(natural):
        if not 1 < length <= MAX_RUN:
            continue
        run = tuple(above[len(above) - length :])
        is_flat = not any(says_total(figures.labels[part]) for part in run)
        is_sure = bool(words) and is_flat and label == f"total {words}" and run[0] > (heading or 0)
        patterns = PATTERNS[: 1 if is_sure else None]
        guesses += [
            replace(_sum(figures, row, parts), is_guess=True, is_sure=is_sure)
            for parts in dict.fromkeys(_parts(figures, run, pattern) for pattern in patterns)
        ]
    # One that holds everywhere, though too plainly to prove anything, leaves nothing to be explained.
    if not any(_holds_everywhere(guess, figures) for guess in guesses):
        yield from guesses


def _holds_everywhere(identity: RowIdentity, figures: FigureTable) -> bool:
    made = [(column, identity.expected(column)) for column in figures.columns]
    return all(expected is None or identity.holds(column, expected) for column, expected in made)


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
    return says_cost(figures.labels[part]) and 2 * sum(value > 0 for value in values) >= len(values)


def _repeats(figures: FigureTable, row: int, before: int) -> bool:
    """Say whether the rows are alike wherever both have a figure."""
    both = [column for column in figures.columns if row in column.values and before in column.values]
    return any(column.values[row] for column in both) and all(
        column.values[row] == column.values[before] for column in both
    )

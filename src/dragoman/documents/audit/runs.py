"""Which run of rows above a row adds up to it, and how likely that is chance."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from dragoman.documents.audit.figures import FigureColumn, FigureTable
from dragoman.documents.audit.labels import says_balance, says_cost, says_total

Pattern = Literal["as printed", "less the others", "costs off"]
PATTERNS: tuple[Pattern, ...] = ("as printed", "less the others", "costs off")
MAX_RUN = 40  # rows
_MAX_CHANCE = 0.01  # with a label that says it is a total
_MAX_BARE_CHANCE = 1e-6  # without one
_MAX_FAR_CHANCE = 1e-4  # of a run that starts nowhere in particular, before another column is said to be wrong
_MOST_STEPS = 6  # half steps that rounding may add up to


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """Rows that add up to a total in some columns."""

    rows: tuple[int, ...]  # top to bottom
    pattern: Pattern
    held: int  # columns
    chance: float  # expected number of runs that would do so by accident
    may_break: bool  # it is certain enough to call another column wrong


def best_run(figures: FigureTable, row: int, above: Sequence[int], natural: frozenset[int]) -> Run | None:
    """Return the run above the row that adds up to it in most columns; `natural` lengths are likelier to be meant."""
    is_total = says_total(figures.labels[row])
    columns = [column for column in figures.columns if row in column.values]
    found: list[Run] = []
    for pattern in PATTERNS if is_total else PATTERNS[:1]:
        found += _Search(figures, row, above, natural, pattern, [_Sum(column, row) for column in columns]).runs()
    if not found:
        return None
    best = min(found, key=lambda run: (-run.held, run.chance, len(run.rows)))
    return best if best.chance <= (_MAX_CHANCE if is_total else _MAX_BARE_CHANCE) else None


@dataclass(slots=True)
class _Sum:
    """One column's sum over a run that grows upwards."""

    column: FigureColumn
    row: int
    others: int = 0  # of the run without its first row
    seen: int = 0  # figures that are not zero
    values: dict[int, int] = field(init=False)
    total: int = field(init=False)
    step: int = field(init=False)

    def __post_init__(self) -> None:
        self.values = dict(self.column.values)
        self.total, self.step = self.values[self.row], self.column.steps[self.row]

    def add(self, part: int, *, is_cost: bool, is_rest_off: bool) -> int:
        """Add a row above; return how far the run with it as first row is off."""
        value = self.values.get(part, 0)
        if value:
            self.seen += 1
            if is_cost and value > 0:
                value = -value
        off = abs(self.total - self.others - value)
        self.others += -value if is_rest_off else value
        return off


@dataclass(frozen=True, slots=True)
class _Search:
    figures: FigureTable
    row: int
    above: Sequence[int]
    natural: frozenset[int]
    pattern: Pattern
    sums: Sequence[_Sum]

    def runs(self) -> Iterator[Run]:
        is_rest_off = self.pattern == "less the others"
        for length, part in enumerate(reversed(self.above[-MAX_RUN:]), 1):
            label = self.figures.labels[part]
            if not self._has_precision(part) or (self.pattern != "as printed" and says_balance(label)):
                return
            is_cost = self.pattern == "costs off" and says_cost(label)
            offs = [one.add(part, is_cost=is_cost, is_rest_off=is_rest_off) for one in self.sums]
            if length > 1 and (run := self._run(length, offs)):
                yield run

    def _run(self, length: int, offs: Sequence[int]) -> Run | None:
        most = min(length + 1, _MOST_STEPS)
        held = 0
        is_natural = length in self.natural
        tries = chance = float(len(self.natural) if is_natural else 2 * min(len(self.above), MAX_RUN))
        for one, off in zip(self.sums, offs, strict=True):
            if 2 * off > most * one.step:
                continue
            held += 1
            if one.seen > 1 and one.total:
                chance *= min(1.0, (2 * off + one.step) / (abs(one.total) + one.step))
        if chance >= tries:
            return None
        rows = tuple(self.above[len(self.above) - length :])
        may_break = chance <= (_MAX_CHANCE if is_natural else _MAX_FAR_CHANCE)
        return Run(rows=rows, pattern=self.pattern, held=held, chance=chance, may_break=may_break)

    def _has_precision(self, part: int) -> bool:
        """Say whether the row is printed with as many decimals: turnover per share is no part of turnover."""
        return all(one.column.steps.get(part, one.step) == one.step or not one.values[part] for one in self.sums)

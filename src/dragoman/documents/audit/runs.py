"""Which run of rows above a row adds up to it, and how likely that is chance."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from dragoman.documents.audit.figures import FigureColumn, FigureTable
from dragoman.documents.audit.labels import says_balance

Pattern = Literal["as printed", "less the others", "costs off"]
PATTERNS: tuple[Pattern, ...] = ("as printed", "less the others", "costs off")
MAX_RUN = 60  # rows
_MAX_BREAKING_CHANCE = 0.01  # of a run that starts where one should, before another column is said to be wrong
_MAX_FAR_CHANCE = 1e-4  # of one that starts nowhere in particular
_MANY = 5  # parts, from which on rounding may add up to two steps


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """Rows that add up to a total in some columns."""

    rows: tuple[int, ...]  # top to bottom
    pattern: Pattern
    held: int  # columns
    zeros: int  # columns whose total is zero and that hold too
    chance: float  # expected number of runs that would do so by accident
    may_break: bool  # it is certain enough to call another column wrong


@dataclass(slots=True)
class _Sums:
    """One column's running sums over the stack, by number of rows: as printed, with costs off, of figures not zero."""

    column: FigureColumn
    printed: list[int] = field(default_factory=lambda: [0])
    costs_off: list[int] = field(default_factory=lambda: [0])
    seen: list[int] = field(default_factory=lambda: [0])

    def push(self, row: int, *, is_cost: bool) -> None:
        value = self.column.values.get(row, 0)
        self.printed.append(self.printed[-1] + value)
        self.costs_off.append(self.costs_off[-1] + (-value if is_cost and value > 0 else value))
        self.seen.append(self.seen[-1] + (value != 0))

    def cut(self, size: int) -> None:
        for sums in (self.printed, self.costs_off, self.seen):
            del sums[size + 1 :]

    def starts(self, total: int, step: int, pattern: Pattern) -> Iterator[tuple[int, int]]:
        """Yield where runs start that make the total, and how far each is off."""
        size = len(self.printed) - 1
        first, limit = max(size - MAX_RUN, 0), 2 * step
        match pattern:
            case "as printed":
                wanted, sums = self.printed[-1] - total, self.printed
            case "costs off":
                wanted, sums = self.costs_off[-1] - total, self.costs_off
            case "less the others":
                # The first row less those after it: twice the first less all of them.
                wanted, of = self.printed[-1] + total, self.printed
                sums = [2 * of[start + 1] - of[start] for start in range(size)]
        for start in range(first, size - 1):
            off = sums[start] - wanted
            if -limit <= off <= limit and abs(off) <= step * (2 if size - start > _MANY else 1):
                yield start, abs(off)


class Stack:
    """The rows of a table, top to bottom, that no total has summed up yet."""

    def __init__(self, figures: FigureTable) -> None:
        self.figures = figures
        self.rows: list[int] = []
        self._sums = [_Sums(column) for column in figures.columns]

    def __len__(self) -> int:
        return len(self.rows)

    def push(self, row: int) -> None:
        """Put a row on top."""
        self.rows.append(row)
        is_cost = row in self.figures.costs
        for sums in self._sums:
            sums.push(row, is_cost=is_cost)

    def cut(self, size: int) -> None:
        """Keep the lowest rows."""
        del self.rows[size:]
        for sums in self._sums:
            sums.cut(size)

    def best_run(self, row: int, natural: frozenset[int], patterns: tuple[Pattern, ...]) -> Run | None:
        """Return the run that makes the row in most columns; `natural` lengths are likelier to be meant."""
        totals = [(sums, sums.column.values[row]) for sums in self._sums if row in sums.column.values]
        found = [run for pattern in patterns for run in self._runs(row, totals, natural, pattern)]
        return min(found, key=lambda run: (-run.held, -run.zeros, run.chance, len(run.rows)), default=None)

    def _runs(
        self, row: int, totals: list[tuple[_Sums, int]], natural: frozenset[int], pattern: Pattern
    ) -> Iterator[Run]:
        held: Counter[int] = Counter()
        zeros: Counter[int] = Counter()
        chances: dict[int, float] = {}
        where: dict[int, list[FigureColumn]] = defaultdict(list)
        for sums, total in totals:
            step = sums.column.steps[row]
            for start, off in sums.starts(total, step, pattern):
                (held if total else zeros)[start] += 1
                where[start].append(sums.column)
                if total and sums.seen[-1] - sums.seen[start] > 1:
                    chance = min(1.0, (2 * off + step) / (abs(total) + step))
                    chances[start] = chances.get(start, 1.0) * chance
        for start, chance in chances.items():
            rows = tuple(self.rows[start:])
            is_natural = len(rows) in natural
            tries = float(len(natural) if is_natural else 2 * min(len(self.rows), MAX_RUN))
            if chance < 1 and self._is_one_kind(row, rows, pattern, where[start]):
                limit = _MAX_BREAKING_CHANCE if is_natural else _MAX_FAR_CHANCE
                yield Run(
                    rows=rows,
                    pattern=pattern,
                    held=held[start],
                    zeros=zeros[start],
                    chance=chance * tries,
                    may_break=chance * tries <= limit,
                )

    def _is_one_kind(self, row: int, rows: tuple[int, ...], pattern: Pattern, held: Sequence[FigureColumn]) -> bool:
        """Say whether all are printed with as many decimals: turnover per share is no part of turnover."""
        if pattern != "as printed" and any(says_balance(self.figures.labels[part]) for part in rows):
            return False
        return all(
            column.steps.get(part, column.steps[row]) == column.steps[row] or not column.values[part]
            for column in held
            for part in rows
        )

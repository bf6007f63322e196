"""Columns of percentages: what two columns make of growth, and what each row is of the row that is 100 %.

Which columns a percentage is of is found in the figures: it must come out right in rows enough that it is no accident.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from dragoman.documents.audit.figures import Number, read_number
from dragoman.documents.audit.finding import Finding
from dragoman.domain.audit import BrokenIdentity, IdentityKind
from dragoman.domain.document import Table

_MIN_ROWS = 3  # that agree
_HELD_A_MISS = 3
_MAX_CHANCE = 1e-4  # that so many rows agree by accident
_USUAL = 20.0  # percentage points within which changes mostly lie
_WIDTH = 4  # figure columns to the left that may be meant
_CLEAR = 3.0  # tolerances that a percentage must be off before it is called wrong
_HUNDRED = 100.0
_TELLING = 0.3  # a percentage that could be that much of any other tells nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class Percentages:
    """A column of percentages and what they are of: the growth of `of` over `base`, or its share of the row `whole`."""

    kind: IdentityKind
    index: int  # zero-based
    of: int
    base: int
    whole: int | None = None
    held: tuple[int, ...] = ()  # rows
    missed: Mapping[int, float]  # rows, and what the other figures make

    def findings(self, table: Table, document: str) -> Iterator[Finding]:
        """Yield the rows that hold, and those that do not."""
        for row in self.held:
            yield Finding(name=self._name(table, row), places=self._places(table, row))
        for row, made in self.missed.items():
            broken = self._broken(table, row, made, document)
            yield Finding(name=broken.name, places=broken.places, broken=broken)

    def _name(self, table: Table, row: int) -> str:
        return f"{self.kind}: {' '.join(table.rows[row][0].split())[:200] or '(no label)'}"

    def _places(self, table: Table, row: int) -> tuple[tuple[int, int, int], ...]:
        cells = [(row, self.of), (row, self.base) if self.whole is None else (self.whole, self.of), (row, self.index)]
        return tuple((table.number, down + 1, across + 1) for down, across in dict.fromkeys(cells))

    def _broken(self, table: Table, row: int, made: float, document: str) -> BrokenIdentity:
        number = _percent(table.rows[row][self.index]) or Number(0, 0)
        names = [table.header[self.of], table.header[self.index] if self.whole is None else table.rows[self.whole][0]]
        return BrokenIdentity(
            document=document,
            kind=self.kind,
            name=self._name(table, row),
            page=table.page,
            table=table.number,
            column=table.header[self.index],
            expected=Decimal(round(made, number.decimals)).quantize(Decimal(1).scaleb(-number.decimals)),
            printed=Decimal(number.digits).scaleb(-number.decimals),
            rows=(*names, table.rows[row][0]),
            places=self._places(table, row),
        )


def find_percentages(table: Table) -> list[Percentages]:
    """Return the columns of a table that hold percentages of its other columns."""
    candidates = [index for index in range(2, len(table.header)) if _may_be(table, index)]
    if not candidates:
        return []
    amounts = {
        index: numbers
        for index in range(1, len(table.header))
        if index not in candidates and len(numbers := _numbers(table, index)) >= _MIN_ROWS
    }
    found = (_best(table, index, amounts) for index in candidates)
    return [one for one in found if one is not None]


def _may_be(table: Table, index: int) -> bool:
    """Say whether a column may be one of percentages: a mark, or decimals beside whole figures."""
    header = table.header[index].lower()
    cells = [(row[index], row[index - 1]) for row in table.rows if row[index]]
    if "%" in header or "percent" in header or any("%" in cell for cell, _ in cells):
        return True
    decimal, before = (sum("." in pair[side] for pair in cells) for side in (0, 1))
    return 2 * decimal >= len(cells) > 0 and 4 * before <= len(cells)


def _numbers(table: Table, index: int) -> dict[int, Number]:
    read = ((row, read_number(cells[index])) for row, cells in enumerate(table.rows) if cells[index])
    return {row: number for row, number in read if number and number.digits}


def _percent(text: str) -> Number | None:
    """Read a percentage, the mark left away; a dash or "nm" is none."""
    return read_number(text.replace("%", "").strip()) if any(map(str.isdigit, text)) else None


def _best(table: Table, index: int, amounts: Mapping[int, Mapping[int, Number]]) -> Percentages | None:
    read = ((row, _percent(cells[index])) for row, cells in enumerate(table.rows) if cells[index])
    printed = {row: number for row, number in read if number}
    if len(printed) < _MIN_ROWS:
        return None
    near = [other for other in amounts if other < index][-_WIDTH:]
    found = [_growth(index, printed, of, base, amounts) for of in near for base in near if of != base]
    found += [_share(index, printed, of, amounts) for of in near[-1:] or list(amounts)[:1]]
    return max((one for one in found if one is not None), key=lambda one: len(one.held), default=None)


def _growth(
    index: int, printed: Mapping[int, Number], of: int, base: int, amounts: Mapping[int, Mapping[int, Number]]
) -> Percentages | None:
    trial = _Trial()
    for row, number in printed.items():
        one, other = amounts[of].get(row), amounts[base].get(row)
        if one is not None and other is not None:
            trial.growth(row, number, one, other)
    if not trial.is_rule:
        return None
    return Percentages(kind="change", index=index, of=of, base=base, held=tuple(trial.held), missed=trial.missed)


def _share(
    index: int, printed: Mapping[int, Number], of: int, amounts: Mapping[int, Mapping[int, Number]]
) -> Percentages | None:
    """Return the column as shares of the first row that is 100 % of itself."""
    wholes = [row for row, number in printed.items() if _value(number) == _HUNDRED and row in amounts[of]]
    if not wholes:
        return None
    whole, trial = wholes[0], _Trial()
    for row, number in printed.items():
        part = amounts[of].get(row)
        if part is not None and row != whole:
            trial.share(row, number, part, amounts[of][whole])
    if not trial.is_rule:
        return None
    return Percentages(
        kind="share", index=index, of=of, base=of, whole=whole, held=tuple(trial.held), missed=trial.missed
    )


class _Trial:
    """Rows in which a percentage comes out right or not, and how likely that is chance."""

    def __init__(self) -> None:
        self.held: list[int] = []
        self.missed: dict[int, float] = {}
        self._chance = 1.0

    @property
    def is_rule(self) -> bool:
        enough = max(_MIN_ROWS, _HELD_A_MISS * len(self.missed))
        return len(self.held) >= enough and self._chance <= _MAX_CHANCE

    def growth(self, row: int, printed: Number, of: Number, base: Number) -> None:
        now, then = _value(of), _value(base)
        slack = _HUNDRED * (_step(of) + abs(now / then) * _step(base)) / abs(then) / 2
        made = (now - then) / abs(then) * _HUNDRED
        self._add(row, printed, [made, -made] if then < 0 else [made], slack)

    def share(self, row: int, printed: Number, of: Number, whole: Number) -> None:
        now, all_ = _value(of), _value(whole)
        slack = _HUNDRED * (_step(of) + abs(now / all_) * _step(whole)) / abs(all_) / 2
        self._add(row, printed, [now / all_ * _HUNDRED], slack)

    def _add(self, row: int, printed: Number, made: Sequence[float], slack: float) -> None:
        limit = slack + 0.51 * _step(printed)
        off = min(abs(_value(printed) - one) for one in made)
        chance = 2 * limit / (abs(made[0]) + _USUAL)
        if off <= limit:
            if chance <= _TELLING:
                self.held.append(row)
                self._chance *= chance
        elif off > _CLEAR * limit:
            self.missed[row] = made[0]


def _value(number: Number) -> float:
    return float(number.digits / 10**number.decimals)


def _step(number: Number) -> float:
    return float(10.0**-number.decimals)

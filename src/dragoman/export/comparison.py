"""Facts of several companies or periods as a matrix whose cells point at the sheet of numbers."""

from collections.abc import Sequence
from typing import NamedTuple

from dragoman.domain.fact import Fact
from dragoman.export.figure import Figure
from dragoman.export.figure_sheet import FIGURES, VALUE
from dragoman.export.sheet import CellValue, Column, Formula, Sheet, letter

DIFFERS = "differs: see Figures"
_LEAD = (
    Column(name="company", title="Company", width=10),
    Column(name="metric", title="Metric", width=24),
    Column(name="basis", title="Basis", width=14),
    Column(name="share", title="Share", width=14),
    Column(name="unit", title="Unit", width=10),
    Column(name="scale", title="Scale", width=11),
)


class _Series(NamedTuple):
    """What the figures of one row have in common."""

    company: str
    metric: str
    basis: str
    share: str
    unit: str
    scale: int


class _Placed(NamedTuple):
    fact: Fact
    row: int  # of its figure in the sheet of numbers, as the spreadsheet counts


def comparison_sheet(figures: Sequence[Figure]) -> Sheet | None:
    """Return the matrix, None where there is nothing to compare."""
    table: dict[_Series, dict[str, list[_Placed]]] = {}
    order: dict[str, Fact] = {}
    for row, figure in enumerate(figures, start=2):
        fact = figure.fact
        if fact and fact.period:
            order.setdefault(fact.period.label, fact)
            table.setdefault(_series(fact), {}).setdefault(fact.period.label, []).append(_Placed(fact, row))
    if sum(len(row) for row in table.values()) < 2:
        return None
    periods = sorted(order, key=lambda label: (_year(order[label]), label))
    rows = tuple(
        tuple(part or None for part in series) + tuple(_cell(found.get(label, ())) for label in periods)
        for series, found in table.items()
    )
    columns = (*_LEAD, *(Column(name=label, title=label, width=14) for label in periods))
    return Sheet(title="Comparison", columns=columns, rows=rows)


def _series(fact: Fact) -> _Series:
    return _Series(
        fact.company or "", fact.metric or fact.label, fact.basis or "", fact.share or "", fact.unit, fact.scale
    )


def _year(fact: Fact) -> int:
    return fact.period.year if fact.period else 0


def _cell(found: Sequence[_Placed]) -> CellValue:
    if not found:
        return None
    if len({placed.fact.value for placed in found}) > 1:
        return DIFFERS
    fact, row = found[0]
    places = max(0, -int(fact.value.as_tuple().exponent))
    return Formula(text=f"{FIGURES}!${letter(VALUE)}${row}", value=fact.value, places=places)

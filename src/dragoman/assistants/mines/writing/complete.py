"""Whether a text says every number that its answer rests on: one that is left out may hide behind "not found"."""

from collections.abc import Sequence
from decimal import Decimal

from dragoman.domain.lineage import FactNode, LineageNode
from dragoman.grounding.figure import Figure, FigureKind, same_number
from dragoman.grounding.units import canonical_unit, is_money

_KINDS: dict[str, FigureKind] = {"%": "percent", "×": "multiple"}


def says_all(lineage: Sequence[LineageNode], figures: Sequence[Figure]) -> bool:
    """Say whether each number at the top of the lineage is among the figures, at the precision they are written in."""
    wanted = [figure for node in lineage if (figure := _figure(node)) is not None]
    return all(any(same_number(said, one) for said in figures) for one in wanted)


def _figure(node: LineageNode) -> Figure | None:
    unit = node.fact.unit if isinstance(node, FactNode) else node.unit
    if node.amount is None:
        return None
    if unit in _KINDS:
        return Figure(amount=node.amount, step=Decimal(0), kind=_KINDS[unit], unit=unit, is_scaled=True)
    base, factor = canonical_unit(unit)
    kind: FigureKind = "money" if is_money(unit) else "quantity" if base else "number"
    return Figure(amount=node.amount * factor, step=Decimal(0), kind=kind, unit=base, is_scaled=True)

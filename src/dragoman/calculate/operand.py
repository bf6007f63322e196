"""What an operation may ask of its operands: unit, scale, period, reading."""

from collections.abc import Iterable, Sequence
from decimal import Decimal

from dragoman.calculate.errors import ChronologyError, MixedUnitsError
from dragoman.calculate.show import NOT_DEFINED, rounded, scaled, show_number
from dragoman.domain.fact import Fact
from dragoman.domain.lineage import FactNode, LineageNode, facts_of
from dragoman.domain.period import Period


def unit_of(node: LineageNode) -> str:
    """Return the unit the node's amount is in."""
    return node.fact.unit if isinstance(node, FactNode) else node.unit


def common_unit(nodes: Iterable[LineageNode]) -> str:
    """Return the one unit of all nodes.

    Raises MixedUnitsError naming the first two that differ; scales of one currency may differ freely,
    since amounts are in whole units.
    """
    units = list(dict.fromkeys(unit_of(node) for node in nodes))
    if len(units) > 1:
        raise MixedUnitsError(units[0], units[1])
    return units[0] if units else ""


def group_by_unit(nodes: Iterable[LineageNode]) -> dict[str, tuple[LineageNode, ...]]:
    """Return the nodes by unit, groups and members in order of first use."""
    groups: dict[str, list[LineageNode]] = {}
    for node in nodes:
        groups.setdefault(unit_of(node), []).append(node)
    return {unit: tuple(members) for unit, members in groups.items()}


def printed_scale(nodes: Iterable[LineageNode]) -> int:
    """Return the scale that all facts under the nodes are printed in, 1 (whole units) where they differ."""
    nodes = tuple(nodes)
    if any(unit_of(node) in ("%", "×") for node in nodes if not isinstance(node, FactNode)):
        return 1  # a rate has no scale, whatever its operands were printed in
    scales = {fact.scale for node in nodes for fact in facts_of(node)}
    return scales.pop() if len(scales) == 1 else 1


def decimals(nodes: Iterable[LineageNode], scale: int) -> int:
    """Return how many decimals the most precise fact has when written in `scale`, as printed where that is its own."""
    facts = [fact for node in nodes for fact in facts_of(node)]
    values = [fact.value if fact.scale == scale else scaled(fact.amount, scale) for fact in facts]
    return max((_places(value) for value in values), default=0)


def written(node: LineageNode, scale: int) -> str:
    """Return the node's digits in `scale` as an expression shows them; digits of facts stay as printed."""
    if isinstance(node, FactNode) and node.fact.scale == scale:
        return show_number(node.fact.value)
    if node.amount is None:
        return NOT_DEFINED
    value = scaled(node.amount, scale)
    return show_number(value if _places(value) <= 4 else rounded(value, 2))


def in_order(nodes: Sequence[LineageNode]) -> tuple[tuple[LineageNode, Period], ...]:
    """Return the nodes with their periods, oldest first.

    Raises ChronologyError where that order is not defined.
    """
    dated = [(node, period_of(node)) for node in nodes]
    found = [(node, period) for node, period in dated if period is not None]
    if len(found) < len(dated):
        raise ChronologyError("a figure has no period, so there is no order of time")
    periods = [period for _, period in found]
    if len({period.grain for period in periods}) > 1:
        raise ChronologyError("years, halves and quarters cannot be put in one order")
    if len(set(periods)) < len(periods):
        repeated = next(period for period in periods if periods.count(period) > 1)
        raise ChronologyError(f"{repeated.label} is given more than once")
    return tuple(sorted(found, key=lambda pair: pair[1]))


def same_reading(facts: Iterable[Fact]) -> bool:
    """Say whether all facts are on one basis and one share, so that they compare like with like."""
    return not reading_note(facts)


def reading_note(facts: Iterable[Fact]) -> str:
    """Return a sentence that names the bases or shares that differ, nothing where they agree."""
    facts = tuple(facts)
    bases = list(dict.fromkeys(fact.basis for fact in facts))
    shares = list(dict.fromkeys(fact.share for fact in facts))
    parts = []
    if len(bases) > 1:
        parts.append(f"The figures are on different bases ({_listed(bases, 'as reported')}).")
    if None in shares and len(shares) > 1:
        said = _listed((share for share in shares if share), "")
        parts.append(f"Not every report says whose share its figure is; where one does, it is: {said}.")
    elif len(shares) > 1:
        parts.append(f"The figures are of different shares ({_listed(shares, '')}).")
    return " ".join(parts)


def _listed(names: Iterable[str | None], missing: str) -> str:
    return ", ".join((name or missing).replace("_", " ") for name in names)


def _places(value: Decimal) -> int:
    return max(0, -int(value.as_tuple().exponent))


def period_of(node: LineageNode) -> Period | None:
    """Return the period that every fact under the node shares, None where they differ or one has none."""
    periods = {fact.period for fact in facts_of(node)}
    return periods.pop() if len(periods) == 1 else None

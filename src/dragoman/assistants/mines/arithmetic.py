"""The calculation that a step of the plan implies, over the facts that were found."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from dragoman.assistants.mines.alike import alike
from dragoman.assistants.mines.compose.words import capital, in_unit
from dragoman.assistants.mines.material import Material
from dragoman.calculate.convert import convert
from dragoman.calculate.errors import ChronologyError, MixedUnitsError, TooFewValuesError
from dragoman.calculate.formula import work_out
from dragoman.calculate.operand import in_order
from dragoman.calculate.operations import (
    average,
    cagr,
    count,
    difference,
    group_by_unit,
    growth,
    maximum,
    minimum,
    rank,
    ratio,
    total,
)
from dragoman.calculate.show import rounded, show_number
from dragoman.domain.fact import Fact
from dragoman.domain.interpretation import Comparator
from dragoman.domain.lineage import CalculationNode, FactNode, LineageNode
from dragoman.domain.plan import (
    Aggregate,
    AnswerForm,
    Compare,
    Difference,
    Formula,
    Growth,
    Lookup,
    Rank,
    Ratio,
    Step,
    Threshold,
    Trend,
    cells_of,
)

_AGGREGATES = {"total": total, "average": average, "min": minimum, "max": maximum}


@dataclass(frozen=True, slots=True, kw_only=True)
class Computed:
    """The results of one step, one for each unit; or the reason, in words, why there is none."""

    nodes: tuple[CalculationNode, ...] = ()
    problem: str = ""


def needs_arithmetic(step: Step) -> bool:
    """Say whether the step combines figures, rather than stating them."""
    if isinstance(step, Compare):
        return len(step.cells) == 2
    return isinstance(step, Growth | Difference | Ratio | Formula | Aggregate | Rank | Trend)


def with_results(steps: Sequence[Step]) -> Iterator[Step]:
    """Yield the steps that combine figures, and before a ranking of results each of these."""
    for step in steps:
        if isinstance(step, Rank):
            yield from step.results
        if needs_arithmetic(step):
            yield step


def compute(step: Step, material: Material) -> Computed:
    """Return what the step asks to be computed; figures of different units are never combined."""
    try:
        return Computed(nodes=tuple(_in_form(node, material.plan.form) for node in _nodes(step, material)))
    except TooFewValuesError:
        return Computed()  # what is missing is said by name
    except MixedUnitsError as error:
        first, second = (in_unit(unit).removeprefix("in ") for unit in error.units)
        return Computed(problem=f"{capital(first)} and {second} cannot be combined without a rate.")
    except ChronologyError as error:
        return Computed(problem=f"{capital(error.problem)}.")


def _in_form(node: CalculationNode, form: AnswerForm | None) -> CalculationNode:
    """Show a percentage or a multiple with as many decimals as were asked for; formulas do so by themselves."""
    if form is None or form.places is None or node.amount is None or node.unit not in ("%", "×"):
        return node
    sign = " %" if node.unit == "%" else "×"
    return replace(node, shown=f"{show_number(rounded(node.amount, form.places))}{sign}")


def _nodes(step: Step, material: Material) -> tuple[CalculationNode, ...]:
    match step:
        case Growth(cells=cells):
            nodes = _nodes_of(cells, material)
            change = _in_amount(nodes) if step.by_amount else ()
            return (*_growth(nodes), *change)
        case Trend(cells=cells):
            nodes = _nodes_of(cells, material)
            return _growth(nodes) if len(nodes) > 1 else ()
        case Difference(left=left, right=right):
            pair = _nodes_of((left, right), material)
            return (difference(pair[0], pair[1]),) if len(pair) == 2 else ()
        case Ratio(numerator=over, denominator=under, as_percent=as_percent):
            pair = _nodes_of((over, under), material)
            return (ratio(pair[0], pair[1], as_percent=as_percent),) if len(pair) == 2 else ()
        case Formula():
            return _formula(step, material)
        case Compare(cells=cells):
            return _apart(_nodes_of(cells, material), is_open=step.asked is None)
        case Aggregate(cells=cells):
            return _aggregate(step, _nodes_of(cells, material))
        case Rank(results=results) if results:
            return _rank_results(step, [node for one in results for node in compute(one, material).nodes[:1]])
        case Rank(cells=cells):
            return _rank(step, _nodes_of(cells, material))
        case _:
            return ()


def _formula(step: Formula, material: Material) -> tuple[CalculationNode, ...]:
    """Return the figure of a formula, nothing where one of its figures is not there."""
    found = {one.cell: one.fact for one in material.of(cells_of(step))}
    facts = {cell: FactNode(fact=fact) for cell, fact in found.items() if fact}
    if len(facts) < len(found) or not facts:
        return ()
    return (work_out(step.term, facts, as_percent=step.as_percent, form=material.plan.form),)


def _nodes_of(cells: Sequence[Lookup], material: Material) -> tuple[FactNode, ...]:
    return tuple(FactNode(fact=fact) for fact in alike(material.of(cells)).facts)


def _in_amount(nodes: Sequence[FactNode]) -> tuple[CalculationNode, ...]:
    """Return the newest figure minus the oldest."""
    ordered = in_order(nodes)
    return (difference(ordered[-1][0], ordered[0][0]),) if len(ordered) > 1 else ()


def _growth(nodes: Sequence[FactNode]) -> tuple[CalculationNode, ...]:
    result = growth(nodes)
    return (result, cagr(nodes)) if len(nodes) > 2 else (result,)


def _apart(nodes: Sequence[FactNode], *, is_open: bool) -> tuple[CalculationNode, ...]:
    """Return how far two figures are apart; nothing where they do not compare.

    Of two years of one company the later comes first, unless the question says which it holds against which.
    """
    if is_open and len({node.fact.company for node in nodes}) == 1:
        nodes = sorted(nodes, key=lambda node: node.fact.period.year if node.fact.period else 0, reverse=True)
    alike_units = len({(node.fact.metric, node.fact.unit) for node in nodes}) == 1
    return (difference(nodes[0], nodes[1]),) if len(nodes) == 2 and alike_units else ()


def _rank_results(step: Rank, nodes: Sequence[CalculationNode]) -> tuple[CalculationNode, ...]:
    if step.threshold:
        nodes = [node for node in nodes if result_passes(node, step.threshold)]
    return (rank(nodes, descending=step.descending),) if nodes else ()


def _aggregate(step: Aggregate, nodes: Sequence[FactNode]) -> tuple[CalculationNode, ...]:
    if step.operation == "count":
        return (count(nodes),)
    operation = _AGGREGATES[step.operation]
    return tuple(operation(group) for group in group_by_unit(nodes).values())


def _rank(step: Rank, nodes: Sequence[FactNode]) -> tuple[CalculationNode, ...]:
    kept: Sequence[LineageNode] = [n for n in nodes if step.threshold is None or passes(n.fact, step.threshold)]
    if step.rate and len(group_by_unit(kept)) > 1:
        kept = [convert(node, step.rate) for node in kept]
    return tuple(rank(group, descending=step.descending) for group in group_by_unit(kept).values())


def passes(fact: Fact, threshold: Threshold) -> bool:
    """Say whether the figure compares so with the threshold. Another currency or unit never does."""
    return comparable(fact, threshold) and _holds(fact.amount, threshold)


def result_passes(node: CalculationNode, threshold: Threshold) -> bool:
    """Say whether a growth rate or ratio compares so with the threshold; one that is not defined never does."""
    return node.amount is not None and _holds(node.amount, threshold)


def _holds(amount: Decimal, threshold: Threshold) -> bool:
    holds = {
        "lt": amount < threshold.amount,
        "le": amount <= threshold.amount,
        "gt": amount > threshold.amount,
        "ge": amount >= threshold.amount,
        "eq": amount == threshold.amount,
        "ne": amount != threshold.amount,
        "between": threshold.upper is not None and threshold.amount <= amount <= threshold.upper,
    }
    return holds[threshold.comparator] != threshold.negated


def comparable(fact: Fact, threshold: Threshold) -> bool:
    """Say whether the threshold is in the figure's currency or unit; one without any fits every figure."""
    if threshold.currency:
        return fact.currency == threshold.currency
    return threshold.unit in (None, fact.unit)


def missing_operands(cells: Sequence[Lookup], material: Material) -> tuple[Lookup, ...]:
    """Return the cells of a calculation that have no figure."""
    return tuple(one.cell for one in material.of(cells) if one.fact is None)


def in_words(comparator: Comparator) -> str:
    """Return a comparator as answers say it: "more than"."""
    return {
        "lt": "less than",
        "le": "at most",
        "gt": "more than",
        "ge": "at least",
        "eq": "exactly",
        "ne": "other than",
        "between": "between",
    }[comparator]


def ends_of(node: CalculationNode) -> tuple[LineageNode, LineageNode]:
    """Return the oldest and the newest operand of a change."""
    return node.operands[0], node.operands[-1]

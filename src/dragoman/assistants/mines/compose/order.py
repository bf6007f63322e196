"""Many figures: totals, averages, extremes, counts, rankings."""

from collections.abc import Sequence

from dragoman.assistants.mines.compose.listing import Listing
from dragoman.assistants.mines.compose.lookup import sentence, state
from dragoman.assistants.mines.compose.part import Cells, Part, Scene, assumed, facts_in, gaps
from dragoman.assistants.mines.compose.words import CURRENCIES, capital, in_unit, is_money, number_word
from dragoman.calculate.convert import CONVERT
from dragoman.calculate.operations import holders, reading_note
from dragoman.domain.fact import Fact
from dragoman.domain.lineage import CalculationNode, FactNode, facts_of
from dragoman.domain.plan import Aggregate, Rank

_NAMES = {"total": "total", "average": "average", "min": "lowest", "max": "highest"}


def compose_aggregate(step: Aggregate, found: Cells, scene: Scene) -> Part:
    """State a total, average or extreme with every figure that went into it, one for each currency."""
    computed = scene.computed[step]
    facts = facts_in(found)
    if len(facts) < 2:
        return state(found, scene)
    several = len(computed.nodes) > 1
    sentences = [_aggregate(node, facts, scene, is_one_of_many=several) for node in computed.nodes]
    if step.asked:
        sentences[0] = f"{_is_it(step, computed.nodes)}{sentences[0][:1].lower()}{sentences[0][1:]}"
    notes = [*assumed(found), reading_note(facts)]
    if len(computed.nodes) > 1:
        notes.append(
            f"They report {_units(computed.nodes)}; different {_kind(computed.nodes)} are never added or averaged."
        )
    return Part(sentences=tuple(sentences), gaps=gaps(found, scene), notes=_said(notes), lineage=computed.nodes)


def _is_it(step: Aggregate, nodes: Sequence[CalculationNode]) -> str:
    """Return whether the figure of the period that was asked about is the extreme."""
    held = [leaf.fact.period for node in nodes for leaf in holders(node) if isinstance(leaf, FactNode)]
    return "Yes: " if step.asked in held else "No: "


def _aggregate(node: CalculationNode, among: Sequence[Fact], scene: Scene, *, is_one_of_many: bool) -> str:
    if is_one_of_many and len(node.operands) == 1:
        return sentence(facts_of(node)[0], scene)
    listing = Listing(facts_of(node), among, scene)
    opening = f"{capital(in_unit(node.unit))}, the" if is_one_of_many else "The"
    kind = _NAMES.get(node.operation, node.operation)
    name = listing.metric.removeprefix("total ") if kind == "total" else listing.metric
    what = f"{opening} {kind} {f'of {listing.several}' if listing.several else name} {listing.whose}"
    if node.operation == "count":
        return f"There are {node.shown} figures of {listing.metric}: {listing.items()}."
    if node.operation in ("min", "max"):
        held = [leaf.fact for leaf in holders(node) if isinstance(leaf, FactNode)]
        rest = [fact for fact in facts_of(node) if fact not in held]
        others = f"; the others: {listing.items(rest)}" if rest else ""
        return f"{what} was {listing.items(held)}{others}."
    return f"{what} was {node.shown}: {listing.items()}."


def compose_rank(step: Rank, found: Cells, scene: Scene) -> Part:
    """State figures in order, one order for each currency or unit."""
    computed = scene.computed[step]
    facts = facts_in(found)
    if not facts or (len(facts) < 2 and not step.threshold):
        return state(found, scene)
    is_one_of_many = len(computed.nodes) > 1
    sentences = [_ranking(step, node, facts, scene, is_one_of_many=is_one_of_many) for node in computed.nodes]
    notes = [*assumed(found), reading_note(facts)]
    if step.rate and any(_converted(node) for node in computed.nodes):
        turned = f"{CURRENCIES[step.rate.currency]} are turned into {CURRENCIES[step.rate.into]}"
        notes.append(f"{turned} at {step.rate.text}, the rate you gave.")
    if is_one_of_many:
        several = number_word(len(computed.nodes))
        alone = any(len(node.operands) == 1 for node in computed.nodes)
        ranked = "they are not ranked together" if alone else f"these are {several} rankings, not one"
        notes.append(f"They report {_units(computed.nodes)}, so {ranked}{_with_a_rate(computed.nodes)}.")
    lineage = tuple(node if len(node.operands) > 1 else node.operands[0] for node in computed.nodes)
    return Part(sentences=tuple(sentences), gaps=gaps(found, scene), notes=_said(notes), lineage=lineage)


def _ranking(step: Rank, node: CalculationNode, among: Sequence[Fact], scene: Scene, *, is_one_of_many: bool) -> str:
    facts = facts_of(node)
    if len(facts) == 1:
        return sentence(facts[0], scene)  # one figure is no ranking
    converted = _converted(node)
    listing = Listing(facts, among, scene, converted=converted)
    unit = f" {in_unit(node.unit)}" if is_one_of_many or converted else ""
    heading = f"{capital(listing.metric)}{listing.period}{unit}"
    order = "highest" if step.descending else "lowest"
    if not step.limit:
        return f"{heading}, {order} first: {listing.items()}."
    first, rest = facts[: step.limit], facts[step.limit :]
    others = f"; after that {listing.items(rest)}" if rest else ""
    return f"{order.capitalize()} {listing.metric}{listing.period}{unit}: {listing.items(first)}{others}."


def _with_a_rate(nodes: Sequence[CalculationNode]) -> str:
    is_pair = {node.unit for node in nodes} == {"USD", "AUD"}
    return '; give a rate in the question ("at 0.65") for one ranking' if is_pair else ""


def _converted(node: CalculationNode) -> dict[str, str]:
    """Return by the fact's id what was turned into the currency of the ranking."""
    turned = [one for one in node.operands if isinstance(one, CalculationNode) and one.operation == CONVERT]
    return {facts_of(one)[0].id: one.shown for one in turned}


def _units(nodes: Sequence[CalculationNode]) -> str:
    return f"in {number_word(len(nodes))} {_kind(nodes)}"


def _kind(nodes: Sequence[CalculationNode]) -> str:
    return "currencies" if all(is_money(node.unit) for node in nodes) else "units"


def _said(notes: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(note for note in notes if note))

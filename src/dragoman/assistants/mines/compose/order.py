"""Many figures: totals, averages, extremes, counts, rankings."""

from collections.abc import Sequence

from dragoman.assistants.mines.arithmetic import comparable, in_words, passes
from dragoman.assistants.mines.compose.listing import Listing
from dragoman.assistants.mines.compose.lookup import state
from dragoman.assistants.mines.compose.part import Cells, Part, Scene, assumed, facts_in, gaps, leaves
from dragoman.assistants.mines.compose.words import capital, in_unit, is_money
from dragoman.calculate.operations import holders, reading_note
from dragoman.calculate.show import show_amount
from dragoman.domain.fact import Fact
from dragoman.domain.lineage import CalculationNode, FactNode, LineageNode, facts_of
from dragoman.domain.plan import Aggregate, Rank, Threshold

_NAMES = {"total": "total", "average": "average", "min": "lowest", "max": "highest"}


def compose_aggregate(step: Aggregate, found: Cells, scene: Scene) -> Part:
    """State a total, average or extreme with every figure that went into it, one for each currency."""
    computed = scene.computed[step]
    facts = facts_in(found)
    if len(facts) < 2:
        return state(found, scene)
    sentences = [_aggregate(node, facts, scene, is_one_of_many=len(computed.nodes) > 1) for node in computed.nodes]
    notes = [*assumed(found), reading_note(facts)]
    if len(computed.nodes) > 1:
        notes.append(f"They report {_units(computed.nodes)}; figures of different units are never combined.")
    return Part(sentences=tuple(sentences), gaps=gaps(found, scene), notes=_said(notes), lineage=computed.nodes)


def _aggregate(node: CalculationNode, among: Sequence[Fact], scene: Scene, *, is_one_of_many: bool) -> str:
    listing = Listing(facts_of(node), among, scene)
    opening = f"{capital(in_unit(node.unit))}, the" if is_one_of_many else "The"
    what = f"{opening} {_NAMES.get(node.operation, node.operation)} {listing.metric} {listing.whose}"
    if node.operation == "count":
        return f"There are {node.shown} figures of {listing.metric}: {listing.items()}."
    if node.operation in ("min", "max"):
        held = [leaf.fact for leaf in holders(node) if isinstance(leaf, FactNode)]
        rest = [fact for fact in facts_of(node) if fact not in held]
        others = f"; the others: {listing.items(rest)}" if rest else ""
        return f"{what} was {listing.items(held)}{others}."
    return f"{what} was {node.shown}: {listing.items()}."


def compose_rank(step: Rank, found: Cells, scene: Scene) -> Part:
    """State figures in order, one order for each currency or unit, or those that pass a threshold."""
    computed = scene.computed[step]
    facts = facts_in(found)
    if not facts or (len(facts) < 2 and not step.threshold):
        return state(found, scene)
    is_one_of_many = len(computed.nodes) > 1
    sentences = [_ranking(step, node, facts, scene, is_one_of_many=is_one_of_many) for node in computed.nodes]
    lineage: tuple[LineageNode, ...] = computed.nodes
    notes = [*assumed(found), reading_note(facts)]
    if step.threshold:
        sentences += _left_out(step.threshold, facts, scene)
        lineage = (*lineage, *leaves(facts))
        notes.append(f"The limit is {_threshold_text(step.threshold, facts[0].unit, facts[0].scale)}.")
    if is_one_of_many:
        several = _number(len(computed.nodes))
        notes.append(f"They report {_units(computed.nodes)}, so these are {several} rankings, not one.")
    return Part(sentences=tuple(sentences), gaps=gaps(found, scene), notes=_said(notes), lineage=lineage)


def _ranking(step: Rank, node: CalculationNode, among: Sequence[Fact], scene: Scene, *, is_one_of_many: bool) -> str:
    facts = [leaf.fact for leaf in node.operands if isinstance(leaf, FactNode)]
    listing = Listing(facts, among, scene)
    unit = f" {in_unit(node.unit)}" if is_one_of_many else ""
    heading = f"{capital(listing.metric)}{listing.period}{unit}"
    if step.threshold:
        return f"{heading} within the limit: {listing.items()}."
    order = "highest" if step.descending else "lowest"
    if not step.limit:
        return f"{heading}, {order} first: {listing.items()}."
    first, rest = facts[: step.limit], facts[step.limit :]
    others = f"; after that {listing.items(rest)}" if rest else ""
    return f"{order.capitalize()} {listing.metric}{listing.period}{unit}: {listing.items(first)}{others}."


def _left_out(threshold: Threshold, facts: Sequence[Fact], scene: Scene) -> list[str]:
    """Return what did not pass, and what cannot be compared with the threshold."""
    unlike = [fact for fact in facts if not comparable(fact, threshold)]
    failed = [fact for fact in facts if comparable(fact, threshold) and not passes(fact, threshold)]
    found = []
    if failed:
        listing = Listing(failed, facts, scene)
        found.append(f"{capital(listing.metric)}{listing.period} outside it: {listing.items()}.")
    if unlike:
        listing = Listing(unlike, facts, scene)
        heading = f"{capital(listing.metric)}{listing.period} in another currency or unit, so not compared"
        found.append(f"{heading}: {listing.items()}.")
    return found


def _threshold_text(threshold: Threshold, unit: str, scale: int) -> str:
    low = show_amount(threshold.amount, threshold.currency or threshold.unit or unit, scale)
    word = in_words(threshold.comparator)
    negation = "not " if threshold.negated else ""
    if threshold.upper is None:
        return f"{negation}{word} {low}"
    high = show_amount(threshold.upper, threshold.currency or threshold.unit or unit, scale)
    return f"{negation}{word} {low} and {high}"


def _units(nodes: Sequence[CalculationNode]) -> str:
    kind = "currencies" if all(is_money(node.unit) for node in nodes) else "units"
    return f"in {_number(len(nodes))} {kind}"


def _number(count: int) -> str:
    return {2: "two", 3: "three", 4: "four"}.get(count, str(count))


def _said(notes: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(note for note in notes if note))

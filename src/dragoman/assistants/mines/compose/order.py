"""Many figures: totals, averages, extremes, counts, rankings."""

from collections.abc import Sequence

from dragoman.assistants.mines.arithmetic import comparable, in_words, passes
from dragoman.assistants.mines.compose.lookup import state
from dragoman.assistants.mines.compose.part import Part, Scene, assumed, facts_in, gaps, leaves
from dragoman.assistants.mines.compose.words import capital, in_unit, is_money, listed
from dragoman.calculate.operations import holders, reading_note
from dragoman.calculate.show import show_amount
from dragoman.domain.fact import Fact
from dragoman.domain.lineage import CalculationNode, FactNode, facts_of
from dragoman.domain.plan import Aggregate, Rank, Threshold

_NAMES = {"total": "total", "average": "average", "min": "lowest", "max": "highest"}


def compose_aggregate(step: Aggregate, scene: Scene) -> Part:
    """State a total, average or extreme with every figure that went into it, one for each currency."""
    found = scene.material.of(step.cells)
    computed = scene.computed[step]
    facts = facts_in(found)
    if not computed.nodes:
        return state(found, scene)
    sentences = [_aggregate(node, scene, is_one_of_many=len(computed.nodes) > 1) for node in computed.nodes]
    notes = [*assumed(found), reading_note(facts)]
    if len(computed.nodes) > 1:
        notes.append(f"They report {_units(computed.nodes)}; figures of different units are never combined.")
    return Part(sentences=tuple(sentences), gaps=gaps(found, scene), notes=_said(notes), lineage=computed.nodes)


def _aggregate(node: CalculationNode, scene: Scene, *, is_one_of_many: bool) -> str:
    facts = facts_of(node)
    opening = f"{capital(in_unit(node.unit))}, the" if is_one_of_many else "The"
    what = f"{opening} {_NAMES.get(node.operation, node.operation)} {scene.words.metric(facts[0])}"
    if node.operation == "count":
        return f"There are {node.shown} figures of {scene.words.metric(facts[0])}: {_items(facts, scene)}."
    whose = _whose(facts, scene)
    if node.operation in ("min", "max"):
        held = [leaf.fact for leaf in holders(node) if isinstance(leaf, FactNode)]
        rest = [fact for fact in facts if fact not in held]
        others = f"; the others: {_items(rest, scene)}" if rest else ""
        return f"{what} {whose} was {listed([_item(fact, facts, scene) for fact in held])}{others}."
    return f"{what} {whose} was {node.shown}: {_items(facts, scene)}."


def _whose(facts: Sequence[Fact], scene: Scene) -> str:
    """Return "of BHP from FY2021 to FY2025" or "of BHP, Rio Tinto and Fortescue for FY2024"."""
    words = scene.words
    companies = listed([words.company(ticker) for ticker in dict.fromkeys(fact.company for fact in facts)])
    periods = list(dict.fromkeys(words.period(fact) for fact in sorted(facts, key=_year)))
    if len({fact.period for fact in facts}) == 1:
        return f"of {companies} for {_shared_period(facts, scene)}"
    return f"of {companies} from {periods[0]} to {periods[-1]}"


def _shared_period(facts: Sequence[Fact], scene: Scene) -> str:
    """Return the fiscal year as most companies call it; who calls it otherwise has its own name beside the figure."""
    spoken = sorted((scene.words.period(fact) for fact in facts), reverse=True)  # "FY2024" before "2024"
    return max(spoken, key=spoken.count)


def _year(fact: Fact) -> int:
    return fact.period.year if fact.period else 0


def _items(facts: Sequence[Fact], scene: Scene) -> str:
    return listed([_item(fact, facts, scene) for fact in facts])


def _item(fact: Fact, among: Sequence[Fact], scene: Scene) -> str:
    """Return one member of a list: by company, by period, or by both, whichever tells them apart."""
    several_companies = len({one.company for one in among}) > 1
    one_period = len({one.period for one in among}) == 1
    who = f"{scene.words.company(fact.company)} " if several_companies else ""
    if several_companies and one_period and scene.words.period(fact) == _shared_period(among, scene):
        return f"{who}{scene.figure(fact)}"
    return f"{who}{scene.dated(fact)}"


def compose_rank(step: Rank, scene: Scene) -> Part:
    """State figures in order, one order for each currency or unit, or those that pass a threshold."""
    found = scene.material.of(step.cells)
    computed = scene.computed[step]
    facts = facts_in(found)
    if not facts:
        return state(found, scene)
    sentences = [_ranking(step, node, scene, is_one_of_many=len(computed.nodes) > 1) for node in computed.nodes]
    lineage: tuple[CalculationNode | FactNode, ...] = computed.nodes
    notes = [*assumed(found), reading_note(facts)]
    if step.threshold:
        sentences += _left_out(step.threshold, facts, scene)
        lineage = (*lineage, *(node for node in leaves(facts) if isinstance(node, FactNode)))
        notes.append(f"The limit is {_threshold_text(step.threshold, facts[0].unit, facts[0].scale)}.")
    if len(computed.nodes) > 1:
        notes.append(
            f"They report {_units(computed.nodes)}, so these are {_number(len(computed.nodes))} rankings, not one."
        )
    return Part(sentences=tuple(sentences), gaps=gaps(found, scene), notes=_said(notes), lineage=lineage)


def _ranking(step: Rank, node: CalculationNode, scene: Scene, *, is_one_of_many: bool) -> str:
    facts = [leaf.fact for leaf in node.operands if isinstance(leaf, FactNode)]
    metric = scene.words.metric(facts[0])
    unit = f" {in_unit(node.unit)}" if is_one_of_many else ""
    shared = f" for {_shared_period(facts, scene)}" if len({fact.period for fact in facts}) == 1 else ""
    if step.threshold:
        return f"{capital(metric)}{shared}{unit} within the limit: {_items(facts, scene)}."
    first, rest = (facts[: step.limit], facts[step.limit :]) if step.limit else (facts, [])
    order = "highest" if step.descending else "lowest"
    if step.limit:
        others = f"; after that {_listed_items(rest, facts, scene)}" if rest else ""
        return f"{order.capitalize()} {metric}{shared}{unit}: {_listed_items(first, facts, scene)}{others}."
    return f"{capital(metric)}{shared}{unit}, {order} first: {_listed_items(facts, facts, scene)}."


def _listed_items(some: Sequence[Fact], among: Sequence[Fact], scene: Scene) -> str:
    return listed([_item(fact, among, scene) for fact in some])


def _left_out(threshold: Threshold, facts: Sequence[Fact], scene: Scene) -> list[str]:
    """Return what did not pass, and what cannot be compared with the threshold."""
    unlike = [fact for fact in facts if not comparable(fact, threshold)]
    failed = [fact for fact in facts if comparable(fact, threshold) and not passes(fact, threshold)]
    metric = scene.words.metric(facts[0])
    found = []
    if failed:
        found.append(f"{capital(metric)} outside it: {_listed_items(failed, facts, scene)}.")
    if unlike:
        items = _listed_items(unlike, facts, scene)
        found.append(f"{capital(metric)} in another currency or unit, so not compared: {items}.")
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

"""Change: growth, compound growth, differences, trends."""

from dragoman.assistants.mines.arithmetic import ends_of
from dragoman.assistants.mines.compose.lookup import sentence, state, unsolved
from dragoman.assistants.mines.compose.part import Cells, Part, Scene, assumed, facts_in, gaps, leaves, yes_or_no
from dragoman.assistants.mines.compose.words import amount, capital, listed
from dragoman.calculate.show import MINUS, show_percent
from dragoman.domain.fact import Fact
from dragoman.domain.lineage import CalculationNode, FactNode, LineageNode
from dragoman.domain.plan import Difference, Growth, Trend


def compose_growth(step: Growth, found: Cells, scene: Scene) -> Part:
    """State by how much a figure grew or fell; without both ends, what there is and what is missing."""
    computed = scene.computed[step]
    if not computed.nodes:
        return unsolved(found, computed.problem or "So the change cannot be computed.", scene)
    between = facts_in(found)
    rate, *more = computed.nodes
    amounts = [node for node in more if node.operation == "difference"]
    sentences = [growth_sentence(step, rate, scene, amounts[0] if amounts else None)]
    if len(between) > 2:
        sentences.append(_series(between, scene))
    sentences += [_compound(node, scene) for node in more if node not in amounts]
    lineage = (*amounts, *(node for node in computed.nodes if node not in amounts))
    return Part(sentences=tuple(sentences), gaps=gaps(found, scene), notes=assumed(found), lineage=lineage)


def growth_sentence(step: Growth, node: CalculationNode, scene: Scene, in_amount: CalculationNode | None = None) -> str:
    """Return "BHP's revenue grew by 3.4 %, from …"; it opens with yes or no where that was asked.

    Where the change itself is asked for it comes first: "grew by US$1,841 million (3.4 %), from …".
    """
    old, new = _facts(node)
    words = scene.words
    opening = yes_or_no(step.asked, new.amount - old.amount)
    who = f"{opening}{words.owner(new.company)} {words.metric(new)}"
    ends = f"from {scene.dated(old)} to {scene.dated(new)}"
    note = f" ({node.note})" if node.note else ""
    by = f", a change of {in_amount.shown}" if in_amount else ""
    if node.amount is None or old.value < 0:
        return f"{capital(who)} went {ends}{by}; {node.note or 'growth is not defined'}."
    if not node.amount:
        return f"{capital(who)} did not change, {ends}{note}."
    verb = "grew" if node.amount > 0 else "fell"
    rate = node.shown.lstrip(MINUS)
    size = f"{in_amount.shown.lstrip(MINUS)} ({rate})" if in_amount else rate
    return f"{capital(who)} {verb} by {size}, {ends}{note}{scene.stated(step)}."


def _compound(node: CalculationNode, scene: Scene) -> str:
    old, new = _facts(node)
    words = scene.words
    span = f"from {words.period(old)} to {words.period(new)}"
    if node.amount is None:
        return f"A compound annual rate {span} is not defined: {node.note}."
    verb = "grew" if node.amount >= 0 else "fell"
    rate = node.shown.lstrip(MINUS)
    return f"{capital(words.owner(new.company))} {words.metric(new)} {verb} by {rate} a year compounded {span}."


def _facts(node: CalculationNode) -> tuple[Fact, Fact]:
    old, new = ends_of(node)
    return _fact(old), _fact(new)


def _fact(node: LineageNode) -> Fact:
    return node.fact if isinstance(node, FactNode) else _fact(node.operands[0])


def _series(facts: tuple[Fact, ...], scene: Scene) -> str:
    last = facts[-1]
    ordered = sorted(facts, key=lambda fact: fact.period.year if fact.period else 0)
    years = listed([scene.dated(fact) for fact in ordered])
    return f"{capital(scene.words.owner(last.company))} {scene.words.metric(last)} by year: {years}."


def compose_trend(step: Trend, found: Cells, scene: Scene) -> Part:
    """State a figure over years, and the change from the first to the last."""
    facts = facts_in(found)
    computed = scene.computed[step]
    if len(facts) < 2:
        return state(found, scene)
    sentences = [_series(facts, scene)]
    if computed.nodes:
        sentences.append(_overall(computed.nodes[0], scene))
    lineage = computed.nodes[:1] or leaves(facts)
    return Part(sentences=tuple(sentences), gaps=gaps(found, scene), notes=assumed(found), lineage=lineage)


def _overall(node: CalculationNode, scene: Scene) -> str:
    old, new = _facts(node)
    words = scene.words
    who = f"{capital(words.owner(new.company))} {words.metric(new)}"
    span = f"from {words.period(old)} to {words.period(new)}"
    if node.amount is None or old.value < 0:
        return f"A growth rate of {who} {span} says little: {node.note}."
    verb = "grew" if node.amount > 0 else "fell"
    note = f" ({node.note})" if node.note else ""
    return f"{who} {verb} by {show_percent(abs(node.amount))} {span}{note}."


def compose_difference(step: Difference, found: Cells, scene: Scene) -> Part:
    """State how much more or less one figure is than another."""
    computed = scene.computed[step]
    facts = facts_in(found)
    if not computed.nodes or len(facts) < 2:
        return unsolved(found, computed.problem or "So the difference cannot be computed.", scene)
    node = computed.nodes[0]
    text = difference_sentence(node, (facts[0], facts[1]), scene)
    return Part(sentences=(text,), gaps=gaps(found, scene), notes=assumed(found), lineage=computed.nodes)


def difference_sentence(node: CalculationNode, pair: tuple[Fact, Fact], scene: Scene) -> str:
    """Return "BHP's revenue for FY2024 was …, which is US$2,000 million more than Rio Tinto's …"."""
    left, right = pair
    first = capital(sentence(left, scene).rstrip("."))
    second = _other(right, left, scene)
    if not node.amount:
        return f"{first}, the same as {second}."
    size, word = node.shown.lstrip(MINUS), "less" if node.amount < 0 else "more"
    return f"{first}, which is {size} {word} than {second}."


def _other(fact: Fact, left: Fact, scene: Scene) -> str:
    """Return the second figure, named as far as it differs from the first."""
    words = scene.words
    if words.metric(fact) != words.metric(left):
        return f"{words.owner(fact.company)} {words.metric(fact)} of {scene.dated(fact)}"
    if fact.company != left.company:
        return f"{words.owner(fact.company)} {amount(fact)} for {words.period(fact)} {scene.sources.cite(fact)}"
    return scene.dated(fact)

"""Ratios of two figures."""

from dragoman.assistants.mines.compose.lookup import unsolved
from dragoman.assistants.mines.compose.part import Cells, Part, Scene, assumed, facts_in, gaps
from dragoman.assistants.mines.compose.words import capital
from dragoman.domain.fact import Fact
from dragoman.domain.lineage import CalculationNode
from dragoman.domain.plan import Ratio


def compose_ratio(step: Ratio, found: Cells, scene: Scene) -> Part:
    """State the ratio with both its parts; without both, what there is and what is missing."""
    computed = scene.computed[step]
    facts = facts_in(found)
    if not computed.nodes or len(facts) < 2:
        return unsolved(found, computed.problem or "So the ratio cannot be computed.", scene)
    text = ratio_sentence(step, computed.nodes[0], (facts[0], facts[1]), scene)
    return Part(sentences=(text,), gaps=gaps(found, scene), notes=assumed(found), lineage=computed.nodes)


def ratio_sentence(step: Ratio, node: CalculationNode, pair: tuple[Fact, Fact], scene: Scene) -> str:
    """Return "BHP's EBITDA margin for FY2024 was 52.1 %, from …"."""
    over, under = pair
    words = scene.words
    note = f" ({node.note})" if node.note else ""
    parts = f"from {_part(over, scene)} and {_part(under, scene)}"
    if over.company != under.company or over.period != under.period or not step.name:
        first = f"{capital(words.subject(over))}, {scene.figure(over)}"
        return f"{first}, was {_times(node)} {words.subject(under)}, {scene.figure(under)}{note}."
    name = words.vocabulary.metric_name(step.name)
    who = f"{capital(words.owner(over.company))} {name} for {words.period(over)}"
    return f"{who} was {node.shown}, {parts}{note}{scene.stated(step)}."


def _times(node: CalculationNode) -> str:
    return f"{node.shown} of" if node.unit == "%" else f"{node.shown.rstrip('×')} times"


def _part(fact: Fact, scene: Scene) -> str:
    return f"{scene.words.metric(fact)} of {scene.figure(fact)}"

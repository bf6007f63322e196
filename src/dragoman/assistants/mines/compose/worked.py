"""Calculations that a model chose: the result, and each figure it was worked out from with its place."""

from collections.abc import Mapping, Sequence

from dragoman.assistants.mines.compose.part import Part, Scene
from dragoman.assistants.mines.compose.words import capital, listed
from dragoman.domain.lineage import CalculationNode, facts_of

_NAMES: Mapping[str, str] = {
    "growth": "the change",
    "cagr": "the compound annual rate",
    "ratio": "the ratio",
    "average": "the average",
    "total": "the total",
    "min": "the lowest",
    "max": "the highest",
    "count": "the count",
    "arithmetic": "the result",
}


def compose_worked(nodes: Sequence[CalculationNode], scene: Scene) -> Part:
    """Return a sentence for each result: "The change is 3.4 %, from BHP's revenue for FY2023, …"."""
    return Part(sentences=tuple(_sentence(node, scene) for node in nodes), lineage=tuple(nodes))


def _sentence(node: CalculationNode, scene: Scene) -> str:
    parts = [f"{scene.words.subject(fact)}, {scene.figure(fact)}" for fact in facts_of(node)]
    note = f" ({node.note})" if node.note else ""
    return f"{capital(_NAMES[node.operation])} is {node.shown}{note}, from {listed(parts)}."

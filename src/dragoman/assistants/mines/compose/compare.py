"""The same figure of several companies or years, side by side."""

from dataclasses import replace

from dragoman.assistants.mines.compose.lookup import state
from dragoman.assistants.mines.compose.part import Part, Scene
from dragoman.calculate.operations import reading_note
from dragoman.domain.lineage import FactNode
from dragoman.domain.plan import Compare


def compose_compare(step: Compare, scene: Scene) -> Part:
    """State each figure, in the order asked, and what stands between them and a fair comparison."""
    part = state(scene.material.of(step.cells), scene)
    facts = tuple(node.fact for node in part.lineage if isinstance(node, FactNode))
    notes = [*part.notes, reading_note(facts)]
    if len({fact.currency for fact in facts}) > 1:
        notes.append("They report in different currencies, so the figures do not compare as they stand.")
    return replace(part, notes=tuple(note for note in notes if note))

"""The same figure of several companies or years, side by side."""

from dataclasses import replace

from dragoman.assistants.mines.alike import alike
from dragoman.assistants.mines.compose.change import difference_sentence
from dragoman.assistants.mines.compose.lookup import state
from dragoman.assistants.mines.compose.part import Part, Scene, assumed, yes_or_no
from dragoman.calculate.operations import reading_note
from dragoman.domain.lineage import CalculationNode, FactNode, facts_of
from dragoman.domain.plan import Compare

CURRENCIES = "They report in different currencies, so the figures do not compare as they stand."


def compose_compare(step: Compare, scene: Scene) -> Part:
    """State each figure, in the order asked, and what stands between them and a fair comparison."""
    computed = scene.computed.get(step)
    if computed and computed.nodes:
        return _pair(step, computed.nodes[0], scene)
    part = state(scene.material.of(step.cells), scene)
    facts = tuple(node.fact for node in part.lineage if isinstance(node, FactNode))
    notes = [*part.notes, reading_note(facts)]
    if len({fact.currency for fact in facts}) > 1:
        notes.append(CURRENCIES)
    return replace(part, notes=tuple(note for note in notes if note))


def _pair(step: Compare, node: CalculationNode, scene: Scene) -> Part:
    """State two figures in one sentence that says which is more and by how much."""
    found = alike(scene.material.of(step.cells)).found
    first, second = facts_of(node)
    text = yes_or_no(step.asked, node.amount) + difference_sentence(node, (first, second), scene)
    notes = tuple(note for note in (*assumed(found), reading_note((first, second))) if note)
    return Part(sentences=(text,), notes=notes, lineage=(node,))

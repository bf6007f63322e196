"""The same figure of several companies or years, side by side."""

from dragoman.assistants.mines.compose.lookup import sentence, state
from dragoman.assistants.mines.compose.part import Part, Scene, assumed, facts_in, gaps, leaves
from dragoman.calculate.operations import reading_note
from dragoman.domain.plan import Compare


def compose_compare(step: Compare, scene: Scene) -> Part:
    """State each figure, in the order asked, and what stands between them and a fair comparison."""
    found = scene.material.of(step.cells)
    facts = facts_in(found)
    if len(facts) < 2:
        return state(found, scene)
    notes = [*assumed(found), reading_note(facts)]
    if len({fact.currency for fact in facts}) > 1:
        notes.append("They report in different currencies, so the figures do not compare as they stand.")
    sentences = tuple(sentence(fact, scene) for fact in facts)
    return Part(
        sentences=sentences,
        gaps=gaps(found, scene),
        notes=tuple(dict.fromkeys(note for note in notes if note)),
        lineage=leaves(facts),
    )

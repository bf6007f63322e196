"""Figures worked out by a formula."""

from dragoman.assistants.mines.compose.lookup import unsolved
from dragoman.assistants.mines.compose.part import Part, Scene, assumed
from dragoman.assistants.mines.compose.words import capital, listed
from dragoman.domain.plan import Formula, cells_of


def compose_formula(step: Formula, scene: Scene) -> Part:
    """State the figure, how it was worked out and every figure it rests on; without one of them, which is missing."""
    found = scene.material.of(cells_of(step))
    computed = scene.computed[step]
    who = f"{capital(scene.words.owner(step.company))} {step.name} for {step.period}"
    if not computed.nodes:
        missing = [scene.words.subject_asked(one.cell) for one in found if one.fact is None]
        why = f"{who} cannot be worked out without {listed(missing)}." if missing else computed.problem
        return unsolved(found, why, scene)
    node = computed.nodes[0]
    parts = [f"{scene.words.metric(one.fact)} of {scene.dated(one.fact)}" for one in found if one.fact is not None]
    note = f" ({node.note})" if node.note else ""
    text = f"{who} was {node.shown}{note}, from {listed(parts)}."
    how = f"{node.expression}."
    return Part(sentences=(text,), notes=(f"Worked out as {how}", *assumed(found)), lineage=(node,))

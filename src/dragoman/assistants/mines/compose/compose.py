"""From a plan and what was found to sentences."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import assert_never

from dragoman.assistants.mines.alike import alike
from dragoman.assistants.mines.arithmetic import Computed, compute, needs_arithmetic, with_results
from dragoman.assistants.mines.compose.change import compose_difference, compose_growth, compose_trend
from dragoman.assistants.mines.compose.compare import compose_compare
from dragoman.assistants.mines.compose.formula import compose_formula
from dragoman.assistants.mines.compose.lookup import beside, compose_lookup, state
from dragoman.assistants.mines.compose.narrative import compose_concept, compose_explain
from dragoman.assistants.mines.compose.order import compose_aggregate, compose_rank
from dragoman.assistants.mines.compose.part import Cells, Part, Scene
from dragoman.assistants.mines.compose.ratio import compose_ratio
from dragoman.assistants.mines.compose.results import compose_results
from dragoman.assistants.mines.compose.sources import Sources
from dragoman.assistants.mines.compose.threshold import compose_threshold
from dragoman.assistants.mines.compose.words import Words
from dragoman.assistants.mines.compose.worked import compose_worked
from dragoman.assistants.mines.material import Material
from dragoman.domain.lineage import CalculationNode, LineageNode
from dragoman.domain.plan import (
    Aggregate,
    Clause,
    Compare,
    Concept,
    Difference,
    Explain,
    Formula,
    Growth,
    Lookup,
    News,
    Rank,
    Ratio,
    Step,
    Trend,
    cells_of,
)
from dragoman.interpret.vocabulary import Vocabulary

FEW = 3  # sentences that still read well in one paragraph


@dataclass(frozen=True, slots=True, kw_only=True)
class Composition:
    """The figures of an answer in sentences, notes on them, their sources and lineage."""

    lead: str  # opens the answer; follows from the body's figures
    body: str
    gaps: tuple[str, ...]  # what was looked for and is not there
    notes: tuple[str, ...]
    sources: Sources
    lineage: tuple[LineageNode, ...]

    @property
    def calculations(self) -> tuple[CalculationNode, ...]:
        """The numbers that were computed."""
        return tuple(node for node in self.lineage if isinstance(node, CalculationNode))


def compose(
    material: Material,
    vocabulary: Vocabulary,
    computed: Mapping[Step, Computed] | None = None,
    *,
    sources: Sources | None = None,
) -> Composition:
    """Compose the answer to every step of the plan; calculations that are not given are made here.

    `sources` are those whose markers a text beside this one already uses.
    """
    results = {step: compute(step, material) for step in with_results(material.plan.steps)}
    scene = _scene(material, vocabulary, results | dict(computed or {}), sources)
    parts = [_part(step, scene) for step in material.plan.steps]
    return _joined([*_or_in_words(parts, scene), compose_worked(material.worked, scene)], scene)


def draft(material: Material, vocabulary: Vocabulary, *, sources: Sources | None = None) -> Composition:
    """Compose the figures as they were found, before any arithmetic: what the pages say, sentence by sentence."""
    scene = _scene(material, vocabulary, {}, sources)
    parts = []
    for step in material.plan.steps:
        if needs_arithmetic(step):
            parts.append(state(material.of(cells_of(step)), scene))
        else:
            parts.append(_part(step, scene))
    return _joined(_or_in_words(parts, scene), scene)


def _or_in_words(parts: list[Part], scene: Scene) -> list[Part]:
    """Return what the pages say in words where they have none of the figures; else the parts as they are."""
    instead = scene.material.instead
    if instead is None or any(part.sentences for part in parts):
        return parts
    told = compose_explain(instead, scene)
    return [told] if told.sentences and not (told.lead or told.notes) else parts


def _scene(
    material: Material, vocabulary: Vocabulary, computed: Mapping[Step, Computed], sources: Sources | None
) -> Scene:
    sources = sources or Sources(material.passages)
    return Scene(material=material, words=Words(vocabulary), sources=sources, computed=computed)


def _part(step: Step, scene: Scene) -> Part:
    if isinstance(step, Lookup):
        return compose_lookup(step, scene)
    if isinstance(step, Explain | Concept | News | Clause):
        return _open(step, scene)
    return _computed(step, scene)


def _open(step: Explain | Concept | News | Clause, scene: Scene) -> Part:
    match step:
        case Explain():
            return compose_explain(step, scene)
        case Concept():
            return compose_concept(step, scene)
        case News() | Clause():
            return Part()  # told apart from the figures, since it is no report
    assert_never(step)


def _computed(step: Growth | Trend | Difference | Ratio | Formula | Aggregate | Rank | Compare, scene: Scene) -> Part:
    """Compose a step over several figures; those that must not be combined with the others stand beside them."""
    if isinstance(step, Compare):
        return compose_compare(step, scene)
    if isinstance(step, Rank) and step.results:
        return compose_results(step, scene)
    if isinstance(step, Formula):
        return compose_formula(step, scene)
    sorted_out = alike(scene.material.of(cells_of(step)))
    return _combined(step, sorted_out.found, scene).joined(beside(sorted_out.apart, scene))


def _combined(step: Growth | Trend | Difference | Ratio | Aggregate | Rank, found: Cells, scene: Scene) -> Part:
    match step:
        case Growth():
            return compose_growth(step, found, scene)
        case Trend():
            return compose_trend(step, found, scene)
        case Difference():
            return compose_difference(step, found, scene)
        case Ratio():
            return compose_ratio(step, found, scene)
        case Aggregate():
            return compose_aggregate(step, found, scene)
        case Rank():
            compose_ranked = compose_threshold if step.threshold else compose_rank
            return compose_ranked(step, found, scene)
    assert_never(step)


def _joined(parts: list[Part], scene: Scene) -> Composition:
    sentences = tuple(dict.fromkeys(text for part in parts for text in part.sentences))
    return Composition(
        lead=" ".join(dict.fromkeys(part.lead for part in parts if part.lead)),
        body=(" " if len(sentences) <= FEW else "\n").join(sentences),
        gaps=tuple(dict.fromkeys(text for part in parts for text in part.gaps)),
        notes=tuple(dict.fromkeys(note for part in parts for note in part.notes)),
        sources=scene.sources,
        lineage=tuple(dict.fromkeys(node for part in parts for node in part.lineage)),
    )

"""The text of an answer with its citations in order, checked against what they cite."""

from dataclasses import dataclass, replace

from dragoman.assistants.mines.compose.compose import Composition
from dragoman.assistants.mines.state import MainState
from dragoman.assistants.mines.tools import MinesTools
from dragoman.domain.answer import Citation
from dragoman.domain.claim import Grounding
from dragoman.domain.lineage import calculations_of
from dragoman.graphs.path import TurnContext
from dragoman.grounding.citations import renumber
from dragoman.grounding.evidence import Evidence


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """A text, its citations by first use, and what the check says; None when it claims nothing."""

    text: str
    citations: tuple[Citation, ...]
    grounding: Grounding | None


def check(composition: Composition, state: MainState, tools: MinesTools, turn: TurnContext) -> Checked:
    """Renumber the citations and ground every sentence that speaks of figures or quotes a page.

    A checker that fails leaves the answer unchecked, and that is said.
    """
    text, citations = renumber(composition.body, composition.sources.citations)
    if not text:
        return Checked(text="", citations=(), grounding=None)
    try:
        grounding = tools.grounder.ground(
            text,
            _evidence(composition, citations),
            question=state["query"],
            calculations=[one for node in composition.lineage for one in calculations_of(node)],
            reference_date=turn.reference_date,
        )
    except Exception as failure:  # noqa: BLE001  reading fails open, with a visible mark
        turn.degrade("answer", failure)
        grounding = None
    return Checked(text=text, citations=citations, grounding=grounding)


def _evidence(composition: Composition, citations: tuple[Citation, ...]) -> list[Evidence]:
    """Return what the citations cite, under their new markers."""
    sources = composition.sources
    by_place = {replace(c, marker=0): e for c, e in zip(sources.citations, sources.evidence, strict=True)}
    return [replace(by_place[replace(citation, marker=0)], marker=citation.marker) for citation in citations]

"""synthesize: what the pages say, in sentences with markers, before any arithmetic."""

from dragoman.assistants.mines.compose.compose import Composition, draft
from dragoman.assistants.mines.material import Material, found_of
from dragoman.assistants.mines.nodes.gathered import passages_of
from dragoman.assistants.mines.state import RetrievalState
from dragoman.assistants.mines.tools import MinesTools
from dragoman.domain import wire
from dragoman.domain.plan import Plan
from dragoman.graphs.path import TurnContext, Update


def synthesize(state: RetrievalState, turn: TurnContext, *, tools: MinesTools) -> Update:
    """Compose the draft from facts and sentences; with nothing to cite there is none."""
    del turn
    made = compose_draft(state, tools)
    text = " ".join([made.body, *made.gaps]) if made.sources.citations else ""
    return Update({"answer_draft": text}, f"{len(made.sources.citations)} places cited" if text else "no draft")


def compose_draft(state: RetrievalState, tools: MinesTools) -> Composition:
    """Return the draft with its sources; equal states give equal drafts."""
    material = Material(
        plan=wire.load(Plan, state["plan"]),
        found=found_of(state.get("found", {})),
        passages=passages_of(state["graded_docs"]),
    )
    return draft(material, tools.vocabulary)

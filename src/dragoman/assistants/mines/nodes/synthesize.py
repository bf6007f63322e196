"""synthesize: what the pages say, in sentences with markers, before any arithmetic."""

from dragoman.assistants.mines.advice.ask import written
from dragoman.assistants.mines.compose.compose import Composition, draft
from dragoman.assistants.mines.material import Material, found_of
from dragoman.assistants.mines.nodes.gathered import passages_of
from dragoman.assistants.mines.state import RetrievalState
from dragoman.assistants.mines.tools import MinesTools
from dragoman.assistants.mines.writing.drafted import drafted
from dragoman.assistants.mines.writing.excerpts import excerpts_of
from dragoman.assistants.mines.writing.scope import Scope, draft_scope, open_question
from dragoman.domain import wire
from dragoman.domain.plan import Explain, Plan
from dragoman.graphs.path import TurnContext, Update

NOTHING = "(none)"


async def synthesize(state: RetrievalState, turn: TurnContext, *, tools: MinesTools) -> Update:
    """Draft from facts and sentences; with nothing to cite there is none.

    A model writes what only words can answer, or everything where the policy says so. Where it gives nothing, the
    template's text stands.
    """
    material = drafted_from(state)
    scope = draft_scope(material.plan, tools, turn)
    text = await _asked(state, material, scope, turn=turn, tools=tools) if scope != "none" else ""
    if text:
        made = drafted(material, text, scope, tools)
        return Update({"answer_draft": _joined(made), "written": {"text": text, "scope": scope}}, "written by a model")
    made = compose_draft(state, tools)
    values = {"answer_draft": _joined(made) if made.sources.citations else "", "written": {}}
    return Update(values, f"{len(made.sources.citations)} places cited" if values["answer_draft"] else "no draft")


async def _asked(
    state: RetrievalState, material: Material, scope: Scope, *, turn: TurnContext, tools: MinesTools
) -> str:
    excerpts = excerpts_of(material)
    if not excerpts.evidence:
        return ""
    inputs = {
        "excerpts": excerpts.text,
        "earlier": state["semantic_context"] or NOTHING,
        "fell": _labels(state) or NOTHING,
        "question": open_question(material.plan) if scope == "open" else state["query"],
    }
    return await written("mines_synthesize", inputs, node="synthesize", tools=tools, turn=turn)


def _labels(state: RetrievalState) -> str:
    """Return what fell last time: company, metric and period, never a figure."""
    lines = [
        " ".join(str(hint[part]).replace("_", " ") for part in ("company", "metric", "period") if hint[part])
        for hint in state.get("unsupported_hints", [])
    ]
    return "\n".join(dict.fromkeys(line for line in lines if line))


def _joined(made: Composition) -> str:
    return " ".join([made.body, *made.gaps])


def drafted_from(state: RetrievalState) -> Material:
    """Return what the draft is made from."""
    return Material(
        plan=wire.load(Plan, state["plan"]),
        found=found_of(state.get("found", {})),
        passages=passages_of(state["graded_docs"]),
        instead=wire.load(Explain, state["instead"]) if state.get("instead") else None,
    )


def compose_draft(state: RetrievalState, tools: MinesTools) -> Composition:
    """Return the template's draft with its sources; equal states give equal drafts."""
    return draft(drafted_from(state), tools.vocabulary)

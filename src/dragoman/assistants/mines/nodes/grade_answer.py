"""grade_answer: is the draft there, and do the cited pages carry it."""

from typing import Any

from dragoman.assistants.mines.edges import MANY_UNSUPPORTED
from dragoman.assistants.mines.nodes.synthesize import compose_draft
from dragoman.assistants.mines.state import Json, RetrievalState
from dragoman.assistants.mines.tools import MinesTools
from dragoman.domain import wire
from dragoman.domain.claim import Claim, Grounding
from dragoman.graphs.path import TurnContext, Update


def grade_answer(state: RetrievalState, turn: TurnContext, *, tools: MinesTools) -> Update:
    """Ground the draft; failed claims come back as typed labels for another search."""
    grounding = _ground(state, turn, tools) if state["answer_draft"] else None
    failed = [c for c in grounding.claims if c.verdict in ("unsupported", "contradicted")] if grounding else []
    hints = [_label(claim) for claim in failed if claim.label]
    grounded = grounding.verdict if grounding else "no"
    values: dict[str, Any] = {
        "grade": "fail" if grounded == "no" else "pass",
        "grounded": grounded,
        "stage": "answer",
        "unsupported_hints": hints,
    }
    if len(hints) >= MANY_UNSUPPORTED:
        values["company_status"] = {hint["company"]: False for hint in hints if hint["company"] in state["companies"]}
    status = {**state["company_status"], **values.get("company_status", {})}
    values["retrieval_result"] = _result(state, values, [claim.text for claim in failed], status)
    supported = grounding.count("supported") if grounding else 0
    claims = len(grounding.claims) if grounding else 0
    return Update(values, f"{claims} claims, {supported} supported")


def _ground(state: RetrievalState, turn: TurnContext, tools: MinesTools) -> Grounding:
    made = compose_draft(state, tools)
    return tools.grounder.ground(
        made.body,
        made.sources.evidence,
        question=state["query"],
        reference_date=turn.reference_date,
    )


def _label(claim: Claim) -> Json:
    return dict(wire.dump(claim.label))


def _result(state: RetrievalState, graded: Json, unsupported: list[str], status: dict[str, bool]) -> Json:
    return {
        "documents": state["graded_docs"],
        "found": state.get("found", {}),
        "answer_draft": state["answer_draft"],
        "grounded": graded["grounded"],
        "unsupported": unsupported,
        "grade": graded["grade"],
        "company_status": status,
        "retrieved_count": state["retrieved_count"],
        "company_queries": state["company_queries"],
        "rewritten_query": state["rewritten_query"],
    }

"""grade_answer: is the draft there, and do the cited pages carry it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from dragoman.assistants.mines.compose.compose import Composition
from dragoman.assistants.mines.edges import MANY_UNSUPPORTED
from dragoman.assistants.mines.nodes.synthesize import compose_draft, drafted_from
from dragoman.assistants.mines.state import Json, RetrievalState
from dragoman.assistants.mines.tools import MinesTools
from dragoman.assistants.mines.writing.check import TextCheck
from dragoman.assistants.mines.writing.drafted import drafted
from dragoman.assistants.mines.writing.excerpts import excerpts_of
from dragoman.assistants.mines.writing.judged import judged
from dragoman.assistants.mines.writing.sift import FAILED, sift
from dragoman.domain import wire
from dragoman.domain.claim import Claim, Grounding, GroundingVerdict
from dragoman.graphs.path import TurnContext, Update


@dataclass(frozen=True, slots=True, kw_only=True)
class Graded:
    """What the check of a draft says, and what goes on of a text that a model wrote."""

    claims: tuple[Claim, ...] = ()
    grounded: GroundingVerdict = "no"
    draft: str = ""
    written: Json | None = None
    is_weak: bool = False  # the judge finds that it does not speak to the question


async def grade_answer(state: RetrievalState, turn: TurnContext, *, tools: MinesTools) -> Update:
    """Ground the draft; failed claims come back as typed labels for another search.

    Of a text that a model wrote only the sentences that stand go on, and the template's where none does.
    """
    graded = await _graded(state, turn, tools)
    failed = [claim for claim in graded.claims if claim.verdict in FAILED]
    hints = [_label(claim) for claim in failed if claim.label]
    values: dict[str, Any] = {
        "grade": "fail" if graded.grounded == "no" or graded.is_weak else "pass",
        "grounded": graded.grounded,
        "stage": "answer",
        "unsupported_hints": hints,
    }
    if len(hints) >= MANY_UNSUPPORTED:
        values["company_status"] = {hint["company"]: False for hint in hints if hint["company"] in state["companies"]}
    status = {**state["company_status"], **values.get("company_status", {})}
    values["retrieval_result"] = _result(state, values, [claim.text for claim in failed], status) | {
        "answer_draft": graded.draft,
        "written": graded.written or {},
    }
    supported = sum(claim.verdict == "supported" for claim in graded.claims)
    return Update(values, f"{len(graded.claims)} claims, {supported} supported")


async def _graded(state: RetrievalState, turn: TurnContext, tools: MinesTools) -> Graded:
    if not state["answer_draft"]:
        return Graded()
    if not state.get("written"):
        made = compose_draft(state, tools)
        grounding = _grounded(made, state, turn, tools)
        return Graded(claims=grounding.claims, grounded=grounding.verdict, draft=state["answer_draft"])
    return await _of_a_model(state, turn, tools)


async def _of_a_model(state: RetrievalState, turn: TurnContext, tools: MinesTools) -> Graded:
    """Check what a model wrote, ask the judge for what code left open, and keep what stands."""
    material = drafted_from(state)
    text, scope = state["written"]["text"], state["written"]["scope"]
    check = TextCheck(
        tools=tools, excerpts=excerpts_of(material), question=state["query"], reference_date=turn.reference_date
    )
    settled = await judged(text, check, tools=tools, turn=turn)
    check = replace(check, judgements=settled.by_text)
    sifted = sift(text, check)
    first = check(text)
    if not sifted.carries(text):
        made = compose_draft(state, tools)
        return Graded(claims=first.claims, grounded=first.verdict, draft=_joined(made), is_weak=settled.is_weak)
    made = drafted(material, sifted.text, scope, tools)
    record = {"text": sifted.text, "scope": scope, "judged": [wire.dump(claim) for claim in settled.claims]}
    return Graded(
        claims=first.claims,
        grounded=first.verdict,
        draft=_joined(made),
        written=record,
        is_weak=settled.is_weak,
    )


def _joined(made: Composition) -> str:
    return " ".join([made.body, *made.gaps]) if made.sources.citations else ""


def _grounded(made: Composition, state: RetrievalState, turn: TurnContext, tools: MinesTools) -> Grounding:
    return tools.grounder.ground(
        made.body,
        made.sources.evidence,
        question=state["query"],
        reference_date=turn.reference_date,
    )


def _label(claim: Claim) -> Json:
    return dict(wire.dump(claim.label))


def _result(state: RetrievalState, graded: Json, unsupported: Sequence[str], status: dict[str, bool]) -> Json:
    return {
        "documents": state["graded_docs"],
        "found": state.get("found", {}),
        "instead": state.get("instead", {}),
        "grounded": graded["grounded"],
        "unsupported": list(unsupported),
        "grade": graded["grade"],
        "company_status": status,
        "retrieved_count": state["retrieved_count"],
        "company_queries": state["company_queries"],
        "rewritten_query": state["rewritten_query"],
    }

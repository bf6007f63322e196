"""output: the answer, or the word that the agreement does not say and where it was looked."""

from dataclasses import replace
from typing import Any

from dragoman.assistants.contracts.absence import absence, doubt, hedged
from dragoman.assistants.contracts.advice.ask import warnings
from dragoman.assistants.contracts.advice.explain import warnings_of
from dragoman.assistants.contracts.advice.pick import PICKED
from dragoman.assistants.contracts.advice.translate import answer_in_language
from dragoman.assistants.contracts.choose import nearest
from dragoman.assistants.contracts.compose import SURE, Draft
from dragoman.assistants.contracts.nodes.generate import response_of
from dragoman.assistants.contracts.nodes.inquiry import inquiry_of
from dragoman.assistants.contracts.nodes.memory import keep
from dragoman.assistants.contracts.pointed import is_only_named
from dragoman.assistants.contracts.sources import Sources, marked
from dragoman.assistants.contracts.state import ContractState
from dragoman.assistants.contracts.tools import ContractsTools
from dragoman.domain import wire
from dragoman.domain.answer import Answer
from dragoman.domain.claim import Grounding
from dragoman.graphs.advised import went_without
from dragoman.graphs.path import TurnContext, Update
from dragoman.grounding.confidence import caveats, grade

UNREAD = "question was read by rules alone."


async def output(state: ContractState, turn: TurnContext, *, tools: ContractsTools) -> Update:
    """End the turn."""
    if state["remembered"]:
        again = wire.load(Answer, state["remembered"])
        return Update(_values(state, again), f"from memory, confidence {again.confidence}")
    if not state["searches"]:
        answer = _direct(state, turn)
    elif state["judge_verdict"].get("should_return"):
        answer = _answered(state, turn, tools)
    else:
        answer = _absent(state, turn, tools)
    verbatim = _verbatim(state, answer)
    answer = await answer_in_language(answer, state["asked"], verbatim=verbatim, tools=tools, turn=turn)
    if turn.degraded and answer.confidence == "high":
        answer = replace(answer, confidence="medium")
    answer, is_kept = keep(answer, state, turn, tools)
    told = f"{answer.outcome}, {len(answer.citations)} sources" + (", remembered" if is_kept else "")
    return Update(_values(state, answer), told)


def _direct(state: ContractState, turn: TurnContext) -> Answer:
    """Say what needs no search; where a model failed to read a question that is not in English, that too."""
    warned = went_without(turn, model=f"The {UNREAD}", part=f"the {UNREAD}")
    text = "\n\n".join((state["direct_answer"], *warned))
    return Answer(text=text, outcome=state["outcome"], caveats=warned)


def _verbatim(state: ContractState, answer: Answer) -> tuple[str, ...]:
    """Return what of an answer is the agreement's and not ours to put into other words."""
    draft = wire.load(Draft, state["draft"]) if state["draft"] else Draft()
    notes = [note for note in draft.notes if "[" in note]
    looked = [str(place["title"]) for place in state["looked"]]
    return (draft.body, *notes, *looked, *(marked(one.quote, [one.marker]) for one in answer.citations))


def _answered(state: ContractState, turn: TurnContext, tools: ContractsTools) -> Answer:
    draft = wire.load(Draft, state["draft"])
    grounding = wire.load(Grounding, state["grounding"])
    assumptions = tuple(state["assumptions"])
    inquiry = inquiry_of(state, turn, tools)
    unsure = doubt(inquiry.question, inquiry.agreement) if draft.coverage < SURE else ""
    without = (*warnings(turn), *([PICKED] if draft.is_picked else []))
    warned = (*caveats(grounding), *([unsure] if unsure else []), *warnings_of(draft.written_claims), *without)
    confidence = grade(grounding.verdict)
    blocks = (response_of(draft, framed=bool(state["english"])), " ".join(assumptions), "\n".join(warned))
    return Answer(
        text="\n\n".join(block for block in blocks if block),
        outcome="answered",
        citations=draft.citations,
        grounding=grounding,
        confidence="medium" if (unsure or without) and confidence == "high" else confidence,
        caveats=warned,
        assumptions=assumptions,
    )


def _absent(state: ContractState, turn: TurnContext, tools: ContractsTools) -> Answer:
    inquiry = inquiry_of(state, turn, tools)
    assumptions = tuple(state["assumptions"])
    near = nearest(inquiry.question, inquiry.agreement)
    if near and not state["generated_response"] and not is_only_named(inquiry.question.text):
        text, sources = hedged(near, inquiry.agreement)
    else:
        looked = [(place["title"], place["page"]) for place in state["looked"]]
        text, sources = absence(inquiry.question, inquiry.agreement, looked), Sources()
    return Answer(
        text="\n\n".join(block for block in (text, " ".join(assumptions), "\n".join(warnings(turn))) if block),
        outcome="fallback",
        caveats=warnings(turn),
        citations=tuple(sources.citations),
        assumptions=assumptions,
    )


def _values(state: ContractState, answer: Answer) -> dict[str, Any]:
    answer = replace(answer, decision=state["decision"])
    return {
        "answer": wire.dump(answer),
        "final_output": answer.text,
        "outcome": answer.outcome,
        "messages": [*state["messages"], {"role": "assistant", "content": answer.text}],
    }

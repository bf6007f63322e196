"""generate: the sentences that answer, out of the sections that were retrieved."""

from dragoman.assistants.contracts.advice.explain import explained
from dragoman.assistants.contracts.advice.pick import picked
from dragoman.assistants.contracts.compose import Draft, Scene, compose
from dragoman.assistants.contracts.decomposition import Decomposition
from dragoman.assistants.contracts.edges import ENOUGH, MAX_RETRIES
from dragoman.assistants.contracts.inquiry import readings_asked
from dragoman.assistants.contracts.nodes.inquiry import Inquiry, inquiry_of
from dragoman.assistants.contracts.state import ContractState
from dragoman.assistants.contracts.tools import ContractsTools
from dragoman.domain import wire
from dragoman.graphs.path import TurnContext, Update

OWN_WORDS = "In the agreement's own words:"


async def generate(state: ContractState, turn: TurnContext, *, tools: ContractsTools) -> Update:
    """Compose the answer; where no sentence answers there is none."""
    inquiry = inquiry_of(state, turn, tools)
    scene = _scene(state, turn, inquiry, tools)
    draft = compose(scene)
    if not draft.body and state["retry_count"] >= MAX_RETRIES:
        draft = await picked(scene, tools=tools, turn=turn)
    if draft.coverage >= ENOUGH or state["retry_count"] >= MAX_RETRIES:  # else a wider search comes first
        draft = await explained(draft, scene, tools=tools, turn=turn, is_wanted=bool(state["english"]))
    summary = (
        f"{len(draft.citations)} places cited, {draft.coverage:.2f} of the question covered"
        if draft.body
        else "no answer"
    )
    return Update(
        {"draft": wire.dump(draft), "generated_response": response_of(draft, framed=bool(state["english"]))}, summary
    )


def response_of(draft: Draft, *, framed: bool = False) -> str:
    """Return the answer as it would be given; `framed` says of the agreement's own words that they are."""
    body = f"{draft.lead} {draft.body}".strip()
    if body and (draft.written or framed):
        body = "\n\n".join(part for part in (draft.written, f"{OWN_WORDS} {body}") if part)
    return "\n\n".join(part for part in (body, draft.also, "\n".join(draft.notes)) if part)


def _scene(state: ContractState, turn: TurnContext, inquiry: Inquiry, tools: ContractsTools) -> Scene:
    def read(text: str) -> Decomposition:
        return tools.decomposer.read(text, reference_date=turn.reference_date)

    wanted = {tuple(section["key"]) for section in state["retrieved_sections"]}
    clauses = [clause for clause in inquiry.agreement.clauses if clause.section_key in wanted]
    intent = tools.registry.get(inquiry.asked.intent)
    readings = readings_asked(intent, inquiry.agreement) if intent else ()
    return Scene(inquiry.question, inquiry.asked, inquiry.agreement, clauses, read, readings)

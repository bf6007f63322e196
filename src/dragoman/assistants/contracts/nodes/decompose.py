"""decompose: the question as intent, entities, constraints and temporals, before anything is searched."""

from collections.abc import Mapping

from dragoman.assistants.contracts.advice.reading import advised_route
from dragoman.assistants.contracts.advice.restate import Asking, routed
from dragoman.assistants.contracts.advice.translate import question_in_language
from dragoman.assistants.contracts.nodes.memory import recalled
from dragoman.assistants.contracts.router import contract_record
from dragoman.assistants.contracts.state import ContractState
from dragoman.assistants.contracts.tools import ContractsTools
from dragoman.domain import wire
from dragoman.domain.answer import Outcome
from dragoman.domain.conversation import Turn
from dragoman.domain.decision import Clarification
from dragoman.graphs.path import TurnContext, Update

_OUTCOMES: Mapping[str, Outcome] = {
    "routed": "answered",
    "clarification": "clarification",
    "out_of_scope": "out_of_scope",
    "unsupported": "unsupported",
}


async def decompose(state: ContractState, turn: TurnContext, *, tools: ContractsTools) -> Update:
    """Take the question apart and decide where it goes."""
    corpus = tools.library.version()
    turns = [Turn(message["role"], message["content"]) for message in state["messages"][:-1]]
    asking = Asking(text=state["asked"], turns=turns, questions_asked=state["clarifications"], english=state["english"])
    route, english = await routed(asking, tools=tools, turn=turn)
    said = None if english else recalled(route, turn, tools)  # what is remembered was said in English
    route, advice = (route, {}) if said else await advised_route(route, tools=tools, turn=turn)
    question = await question_in_language(route.record.clarification_question, state["asked"], tools=tools, turn=turn)
    record, decision = route.record, route.record.decision
    options = decision.options if isinstance(decision, Clarification) else ()
    values = {
        "query": record.query,
        "english": english,
        "question": route.asked.query,
        "decomposition": route.asked.view(),
        "advice": advice,
        "needs_retrieval": route.agreement is not None and not said,
        "remembered": wire.dump(said) if said else {},
        "needs_clarification": record.needs_clarification.value,
        "clarification_question": question,
        "clarification_options": [{"value": option.value, "text": option.text} for option in options],
        "direct_answer": record.direct_answer,
        "outcome": _OUTCOMES[decision.kind],
        "decision": contract_record(route),
        "assumptions": [assumption.text for assumption in record.plan.assumptions],
        "corpus": corpus,
        "contract": route.agreement.document.id if route.agreement else "",
    }
    grounds = decision.grounds
    if said and said.remembered:
        values["decision"] |= {
            "decided_by": "cache",
            "reason": f"answered before ({said.remembered.entry})",
            "confidence": said.remembered.equivalence,
        }
        return Update(values, f"hit {said.remembered.entry} {said.remembered.equivalence:.2f}")
    return Update(values, f"{grounds.decided_by}: {grounds.reason}  {grounds.confidence:.2f}")

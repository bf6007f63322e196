"""retrieve_decision: the four flags, the plan, and the texts that need no search."""

from collections.abc import Mapping
from time import perf_counter

from dragoman.assistants.mines.advice.route import NODE, advised_route
from dragoman.assistants.mines.nodes.memory import earlier_turns
from dragoman.assistants.mines.state import MainState
from dragoman.assistants.mines.tools import MinesTools
from dragoman.assistants.mines.writing.translate import question_in_language
from dragoman.decide.assumptions import sentences
from dragoman.decide.route_record import RouteRecord, route_record
from dragoman.domain import wire
from dragoman.domain.answer import Outcome
from dragoman.domain.decision import Clarification
from dragoman.graphs.path import TurnContext, Update


async def retrieve_decision(state: MainState, turn: TurnContext, *, tools: MinesTools) -> Update:
    """Decide from the person's own words and the turns before them; a model sees the words alone."""
    began = perf_counter()
    turns, corpus = earlier_turns(state["messages"]), tools.coverage().version
    record = await advised_route(state["asked"], turns, state["clarifications"], tools=tools, turn=turn)
    question = await question_in_language(
        record.clarification_question, state["asked"], node=NODE, tools=tools, turn=turn
    )
    values = {
        **record.flags,
        "query": record.query,
        "decision": route_record(record, latency_ms=(perf_counter() - began) * 1000),
        "corpus": corpus,
        "outcome": _OUTCOMES[record.decision.kind],
        "plan": wire.dump(record.plan),
        "missing": list(record.missing),
        "assumptions": list(sentences(record.plan.assumptions)),
        "clarification_question": question.text,
        "clarification_options": _options(record),
        "direct_answer": record.direct_answer,
        "aggregated_context": record.direct_answer,
    }
    grounds = record.decision.grounds
    return Update(values, f"{grounds.decided_by}: {grounds.reason}  {grounds.confidence:.2f}")


_OUTCOMES: Mapping[str, Outcome] = {
    "routed": "answered",
    "clarification": "clarification",
    "out_of_scope": "out_of_scope",
    "unsupported": "unsupported",
}


def _options(record: RouteRecord) -> list[dict[str, str]]:
    """Return what there is to choose from; "none of these" is always possible and is no option of its own."""
    decision = record.decision
    options = decision.options if isinstance(decision, Clarification) else ()
    return [{"value": option.value, "text": option.text} for option in options if option.value]

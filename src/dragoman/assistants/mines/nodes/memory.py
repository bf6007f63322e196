"""memory: a follow-up takes the slots it lacks from earlier turns; a question that was answered before is found again.

The rules alone read the question here: no model is asked and nothing is searched.
"""

from collections.abc import Sequence
from typing import Any

from dragoman.assistants.mines.nodes.notes import spoken_words
from dragoman.assistants.mines.recall import asked_of, said_again
from dragoman.assistants.mines.state import Json, MainState, turn_of
from dragoman.assistants.mines.tools import MinesTools
from dragoman.decide.carry import carry
from dragoman.decide.route_record import RouteRecord, route_record
from dragoman.domain import wire
from dragoman.domain.answer import Answer
from dragoman.domain.conversation import Turn
from dragoman.errors import StoreError
from dragoman.graphs.path import TurnContext, Update
from dragoman.memory.answer_cache import AnswerCache, Hint, Hit
from dragoman.memory.key import Asked

NO_CACHE = {"cache_hit": False, "semantic_context": "", "remembered": {}}


def memory(state: MainState, turn: TurnContext, *, tools: MinesTools) -> Update:
    """Append what earlier turns lend the question, in brackets, and look whether it was answered before."""
    query = state["query"]
    if not query.strip():
        return Update(dict(NO_CACHE), "blank")
    seen = tools.interpreter.interpret(query, reference_date=turn.reference_date)
    carried = carry(seen, earlier_turns(state["messages"]), tools.interpreter, turn.reference_date)
    hint = carried.query[len(query) :]
    said = f"carried:{hint}" if hint else "nothing carried"
    values = {**NO_CACHE, "query": carried.query} if hint else dict(NO_CACHE)
    if tools.memory is None or turn.asker.wants_fresh:
        return Update(values, said)
    try:
        return _recalled(state, turn, tools, tools.memory, Update(values, said))
    except StoreError as failure:  # what is remembered only saves time: the question is answered without it
        turn.degrade("memory", failure)
        return Update(values, f"{said}, memory failed")


def read_question(
    state: MainState, turn: TurnContext, tools: MinesTools, rules: str
) -> tuple[RouteRecord, Asked | None]:
    """Return what the rules make of the question, and how it is looked up if they know all of it."""
    record = tools.router.decide(
        state["asked"], turns=earlier_turns(state["messages"]), reference_date=turn.reference_date
    )
    # What was answered without a model is not given again once one is configured: it may answer better.
    policy = tools.policy if tools.adviser else f"{tools.policy}, no model"
    return record, asked_of(record, asker=turn.asker, rules=rules, policy=policy)


def earlier_turns(messages: Sequence[Json]) -> tuple[Turn, ...]:
    """Return the turns before the present one. A summary lends nothing: it mixes companies of many turns."""
    return tuple(turn_of(message) for message in messages[:-1] if message["role"] != "system")


def _recalled(state: MainState, turn: TurnContext, tools: MinesTools, cache: AnswerCache, carried: Update) -> Update:
    record, asked = read_question(state, turn, tools, cache.rules)
    found = cache.look_up(asked) if asked else None
    if asked is None or found is None:
        return carried
    cache.used(asked, found)
    sure = f"{found.entry.id} {found.equivalence:.2f}"
    if isinstance(found, Hint):
        text = wire.load(Answer, found.entry.answer).text
        return Update({**carried.values, "semantic_context": text}, f"{carried.summary}, hint {sure}")
    return Update({**carried.values, **_hit(found, record, turn, tools)}, f"{carried.summary}, hit {sure}")


def _hit(found: Hit, record: RouteRecord, turn: TurnContext, tools: MinesTools) -> dict[str, Any]:
    """Return what a hit leaves in the state: the answer, and the decision that led to it."""
    answer = said_again(found, spoken_words(record.query, tools, turn.reference_date))
    decision = {
        **route_record(record),
        "decided_by": "cache",
        "reason": f"answered before ({found.entry.id})",
        "confidence": found.equivalence,
    }
    return {
        "cache_hit": True,
        "remembered": wire.dump(answer),
        "query": record.query,
        "decision": decision,
        "plan": wire.dump(record.plan),
        "assumptions": list(answer.assumptions),
    }

"""memory: a follow-up takes the slots it lacks from earlier turns. There is no answer cache yet."""

from collections.abc import Sequence

from dragoman.assistants.mines.state import Json, MainState, turn_of
from dragoman.assistants.mines.tools import MinesTools
from dragoman.decide.carry import carry
from dragoman.domain.conversation import Turn
from dragoman.graphs.path import TurnContext, Update

NO_CACHE = {"cache_hit": False, "semantic_context": ""}


def memory(state: MainState, turn: TurnContext, *, tools: MinesTools) -> Update:
    """Append what earlier turns lend the question, in brackets; its own words stay."""
    query = state["query"]
    if not query.strip():
        return Update(dict(NO_CACHE), "blank")
    seen = tools.interpreter.interpret(query, reference_date=turn.reference_date)
    carried = carry(seen, earlier_turns(state["messages"]), tools.interpreter, turn.reference_date)
    if carried.query == query:
        return Update(dict(NO_CACHE), "nothing carried")
    return Update({**NO_CACHE, "query": carried.query}, f"carried:{carried.query[len(query) :]}")


def earlier_turns(messages: Sequence[Json]) -> tuple[Turn, ...]:
    """Return the turns before the present one. A summary lends nothing: it mixes companies of many turns."""
    return tuple(turn_of(message) for message in messages[:-1] if message["role"] != "system")

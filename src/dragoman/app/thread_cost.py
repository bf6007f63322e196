"""What all turns of a thread took together: one sum for the terminal, the API and the page."""

from collections.abc import Sequence

from pydantic import ValidationError

from dragoman.domain import wire
from dragoman.domain.answer import Answer
from dragoman.domain.cost import Cost, together
from dragoman.stores.threads import StoredTurn


def thread_cost(turns: Sequence[StoredTurn]) -> Cost:
    """Return the cost of every answered turn; of an answer that another version wrote only what is known counts."""
    return together([cost for turn in turns if turn.answer is not None and (cost := _cost(turn.answer))])


def _cost(answer: dict[str, object]) -> Cost | None:
    try:
        return wire.load(Answer, answer).cost
    except ValidationError:
        return None

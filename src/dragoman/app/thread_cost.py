"""What all turns of a thread took together: one sum for the terminal, the API and the page."""

from collections.abc import Sequence
from contextlib import suppress

from pydantic import ValidationError

from dragoman.domain import wire
from dragoman.domain.answer import Answer
from dragoman.domain.cost import Cost, together
from dragoman.stores.threads import StoredTurn


def thread_cost(turns: Sequence[StoredTurn]) -> Cost:
    """Return the cost of every turn; of an answer that another version wrote only what is known counts."""
    return together([turn_cost(turn) for turn in turns])


def turn_cost(turn: StoredTurn) -> Cost:
    """Return what a turn took: its answer, and every attempt before it that was stopped or failed."""
    spent = [wire.load(Cost, one) for one in turn.spent]
    if turn.answer is not None:
        with suppress(ValidationError):
            spent.append(wire.load(Answer, turn.answer).cost)
    return together(spent)

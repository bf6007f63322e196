"""How a node ends the turn: the answer, its parts in the fields of the state, and the conversation with it."""

from dataclasses import replace
from typing import Any

from dragoman.assistants.mines.state import Json, MainState
from dragoman.domain import wire
from dragoman.domain.answer import Answer


def reply(state: MainState, answer: Answer) -> dict[str, Any]:
    """Return the update that holds the answer, with the decision it rests on."""
    answer = replace(answer, decision=state["decision"])
    record: Json = wire.dump(answer)
    return {
        "answer": record,
        "final_answer": answer.text,
        "outcome": answer.outcome,
        "sources": record["citations"],
        "chart_data": record["charts"],
        "confidence": answer.confidence,
        "messages": [*state["messages"], {"role": "assistant", "content": answer.text}],
    }

"""How a node ends the turn: the answer, its parts in the fields of the state, and the conversation with it."""

from typing import Any

from dragoman.assistants.mines.state import Json, MainState
from dragoman.domain import wire
from dragoman.domain.answer import Answer, Outcome


def reply(state: MainState, *, text: str, outcome: Outcome, **parts: Any) -> dict[str, Any]:
    """Return the update that holds the answer. `parts` are further fields of Answer; what is not given is empty."""
    decision = state["decision"]
    answer = Answer(
        text=text,
        outcome=outcome,
        decision=decision,
        model_calls=int(decision.get("model_calls", 0)),
        **parts,
    )
    record: Json = wire.dump(answer)
    return {
        "answer": record,
        "final_answer": text,
        "outcome": outcome,
        "sources": record["citations"],
        "chart_data": record["charts"],
        "confidence": answer.confidence,
        "messages": [*state["messages"], {"role": "assistant", "content": text}],
    }

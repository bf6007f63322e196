"""The edges of the graph: plain functions of the state. No model, no reading, no writing."""

from collections.abc import Mapping
from typing import Any

State = Mapping[str, Any]
MAX_RETRIES = 2
ENOUGH = 0.55  # of the question; an answer that covers less is held against what a wider search finds


def after_decompose(state: State) -> str:
    """Ask, search, or say what needs no search."""
    if state.get("needs_clarification"):
        return "clarify"
    return "retrieve" if state.get("needs_retrieval") else "output"


def after_judge(state: State) -> str:
    """Search again with another strategy while the budget lasts, unless the answer may be given and covers enough."""
    accepted = bool(state.get("judge_verdict", {}).get("should_return"))
    covers = float(state.get("draft", {}).get("coverage", 1.0)) >= ENOUGH
    return "output" if (accepted and covers) or int(state.get("retry_count", 0)) >= MAX_RETRIES else "retrieve"

"""The edges of the graph: plain functions of the state. No model, no reading, no writing."""

from collections.abc import Mapping
from typing import Any

State = Mapping[str, Any]
MAX_RETRIES = 2


def after_decompose(state: State) -> str:
    """Ask, search, or say what needs no search."""
    if state.get("needs_clarification"):
        return "clarify"
    return "retrieve" if state.get("needs_retrieval") else "output"


def after_judge(state: State) -> str:
    """Search again with another strategy while the budget lasts, unless the answer may be given."""
    accepted = bool(state.get("judge_verdict", {}).get("should_return"))
    return "output" if accepted or int(state.get("retry_count", 0)) >= MAX_RETRIES else "retrieve"

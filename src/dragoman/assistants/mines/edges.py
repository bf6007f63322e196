"""The edges of both graphs: plain functions of the state. No model, no reading, no writing."""

from collections.abc import Mapping
from typing import Any

from dragoman.assistants.mines.router import edge

State = Mapping[str, Any]
MAX_RETRIES = 2  # of each of the two budgets
FLAGS = ("is_out_of_scope", "needs_retrieval", "needs_news", "needs_clarification")
MANY_UNSUPPORTED = 2  # claims; from here on another search is worth it


def after_memory(state: State) -> str:
    """Skip the decision for a question that was answered before."""
    return "answer" if state.get("cache_hit") else "retrieve_decision"


def after_decision(state: State) -> str | list[str]:
    """Follow the router's own edge over the four flags."""
    return edge({flag: bool(state.get(flag)) for flag in FLAGS})


def after_aggregate(state: State) -> str:
    """Take raw figures that must be combined to the calculator."""
    return "calculator_agent" if state.get("needs_calculation") else "guardrails"


def after_guardrails(state: State) -> str:
    """Only an explicit False goes to the fallback.

    The node always writes True or False, so None (not checked) cannot come by accident; a caller that
    skips the node on purpose is let through.
    """
    return "fallback" if state.get("guardrails_passed") is False else "answer"


def after_grade_docs(state: State) -> str:
    """Search again where nothing is relevant, while the budget lasts and there is something to change."""
    wanted = state.get("grade") != "pass"
    return "query_rewrite" if wanted and _may_retry(state, "documents") else "synthesize"


def after_grade_answer(state: State) -> str:
    """Search again for a weak draft, a company without its figures, or claims that the pages do not carry."""
    weak = state.get("grade") == "fail" or not all(state.get("company_status", {}).values())
    wanted = weak or len(state.get("unsupported_hints", ())) >= MANY_UNSUPPORTED
    return "query_rewrite" if wanted and _may_retry(state, "answer") else "__end__"


def _may_retry(state: State, budget: str) -> bool:
    """Say whether the budget lasts and another search would differ from the last one."""
    spent: int = state.get("retry_count", {}).get(budget, 0)
    effort: int = state.get("effort", 0)
    return spent < MAX_RETRIES and effort < int(state.get("max_effort", 0))

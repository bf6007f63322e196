"""approve: a plan is shown and the run stops; only a clear yes lets it be carried out.

Nothing happens before the pause, since a resumed node runs again from its top.
"""

import json
from typing import Any

import dragoman.graphs.environment  # noqa: F401  # isort: skip  # must come before langgraph
from langgraph.types import interrupt

from dragoman.scenarios.condition import Condition, EvaluationError
from dragoman.scenarios.levels.ask_user import choose, read_reply
from dragoman.scenarios.run.state import ScenarioState, values_of
from dragoman.scenarios.spec import ApproveLevelSpec

Json = dict[str, Any]
GO = {"value": "approve", "text": "Go ahead"}
STOP = {"value": "reject", "text": "Stop; nothing is written"}
YES = ("yes", "y", "ok", "approve", "approved", "go ahead")
SHOWN = 40  # lines of a plan in the question's text; the whole plan is in its schema


def run_approve(level: ApproveLevelSpec, state: ScenarioState, plan_expression: Condition) -> Json:
    """Show the plan and return whether it was agreed to. Where there is no plan there is nothing to agree to."""
    try:
        plan = plan_expression.value(values_of(state))
    except EvaluationError:
        plan = None
    options = [STOP] if plan is None else [GO, STOP]
    text = _text(level.question, plan, state["aborted_reason"])
    schema = {"type": "string", "enum": [option["value"] for option in options], "x-plan": plan}
    words = read_reply(
        interrupt({"kind": "approve", "level": level.id, "text": text, "options": options, "schema": schema})
    )
    chose, option = choose(words, options)
    agreed = option is GO or (chose == "text" and words.lower() in YES)
    return {"approved": agreed and plan is not None, "reply": words, "plan": plan}


def _text(question: str, plan: object, aborted: str) -> str:
    doubt = [f"Something is not certain: {aborted}."] if aborted else []
    shown = ["There is no plan, so there is nothing to agree to."] if plan is None else _lines(plan)
    return "\n".join([*doubt, question, *shown[:SHOWN]])


def _lines(plan: object) -> list[str]:
    if isinstance(plan, dict) and isinstance(plan.get("shown"), list):
        return [f"  {line}" for line in plan["shown"]]
    return [f"  {line}" for line in json.dumps(plan, indent=1, ensure_ascii=False).splitlines()]

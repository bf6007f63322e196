"""How much of an answer a model writes: nothing, what only words can answer, or everything."""

from dataclasses import replace
from typing import Literal

from dragoman.assistants.mines.material import Material
from dragoman.assistants.mines.tools import MinesTools
from dragoman.domain.plan import Concept, Explain, News, Plan
from dragoman.graphs.path import TurnContext

Scope = Literal["none", "open", "all"]
WRITERS = ("synthesize", "grade_answer", "answer")


def draft_scope(plan: Plan, tools: MinesTools, turn: TurnContext) -> Scope:
    """Return what a model may draft: under the cascade only what code has no exact text for."""
    if not may_write(tools, turn):
        return "none"
    if tools.policy == "model":
        return "all"
    return "open" if any(isinstance(step, Explain) for step in plan.steps) else "none"


def may_merge(material: Material, tools: MinesTools, turn: TurnContext) -> bool:
    """Say whether a model may write the answer from its sections: under the cascade only reports beside news."""
    if not may_write(tools, turn):
        return False
    reports = any(not isinstance(step, News | Concept) for step in material.plan.steps)
    return reports and (tools.policy == "model" or bool(material.news))


def may_write(tools: MinesTools, turn: TurnContext) -> bool:
    """Say whether there is a model to write: one that has failed in this turn is not asked again."""
    return tools.adviser is not None and not any(node in turn.degraded for node in WRITERS)


def without_open(material: Material) -> Material:
    """Return the material of the steps that have an exact text."""
    steps = tuple(step for step in material.plan.steps if not isinstance(step, Explain))
    return replace(material, plan=replace(material.plan, steps=steps))


def open_question(plan: Plan) -> str:
    """Return what only words can answer, as it was asked."""
    return "\n".join(dict.fromkeys(step.topic for step in plan.steps if isinstance(step, Explain)))

"""clarify: the graph stops until a person answers.

Nothing happens before the pause, since a resumed node runs again from its top.
"""

import dragoman.graphs.environment  # noqa: F401  # isort: skip  # must come before langgraph
from langgraph.types import interrupt

from dragoman.assistants.mines.state import MainState
from dragoman.decide.replies import chosen_by, ends_it, is_question
from dragoman.domain.decision import Option
from dragoman.graphs.path import TurnContext, Update

NEVER_MIND = "never mind"  # what the router reads as the end of it, however it was said


def clarify(state: MainState, turn: TurnContext) -> Update:
    """Ask, and put the reply after the person's own words; the decision is then made anew."""
    del turn
    asked = state["clarifications"] + 1
    options = state["clarification_options"]
    payload = {"id": f"q-{asked}", "question": state["clarification_question"], "options": options}
    reply = str(interrupt(payload))
    chosen = chosen_by(reply, [Option(value=one["value"], text=one["text"]) for one in options])
    merged = NEVER_MIND if ends_it(reply) else chosen if is_question(chosen) else f"{state['asked']} {chosen}".strip()
    values = {
        "asked": merged,
        "query": merged,
        "needs_clarification": False,
        "clarifications": asked if chosen else asked + 1,  # who wants none of the options is not asked again
        "clarification_question": "",
        "clarification_options": [],
    }
    return Update(values, f"question {asked} answered")

"""clarify: the graph stops until a person answers.

Nothing happens before the pause, since a resumed node runs again from its top.
"""

from collections.abc import Sequence

import dragoman.graphs.environment  # noqa: F401  # isort: skip  # must come before langgraph
from langgraph.types import interrupt

from dragoman.assistants.mines.state import Json, MainState
from dragoman.graphs.path import TurnContext, Update

NONE_OF_THESE = ("0", "none of these", "none")


def clarify(state: MainState, turn: TurnContext) -> Update:
    """Ask, and put the reply after the person's own words; the decision is then made anew."""
    del turn
    asked = state["clarifications"] + 1
    options = state["clarification_options"]
    payload = {"id": f"q-{asked}", "question": state["clarification_question"], "options": options}
    reply = str(interrupt(payload))
    chosen = chosen_by(reply, options)
    merged = f"{state['asked']} {chosen}".strip() if chosen else state["asked"]
    values = {
        "asked": merged,
        "query": merged,
        "needs_clarification": False,
        "clarifications": asked if chosen else asked + 1,  # who wants none of the options is not asked again
        "clarification_question": "",
        "clarification_options": [],
    }
    return Update(values, f"question {asked} answered")


def chosen_by(reply: str, options: Sequence[Json]) -> str:
    """Return what a reply adds to the question: an option by its number or text, else the words as they are."""
    words = reply.strip()
    if words.lower().rstrip(".") in NONE_OF_THESE and options:
        return ""
    number = words.rstrip(".)").lstrip("(#")
    if number.isdecimal() and 1 <= int(number) <= len(options):
        return str(options[int(number) - 1]["value"])
    named = [option for option in options if words.lower() in (option["text"].lower(), option["value"].lower())]
    return str(named[0]["value"]) if named else words

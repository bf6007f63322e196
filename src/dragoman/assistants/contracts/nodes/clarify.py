"""clarify: the graph stops until a person answers.

Nothing happens before the pause, since a resumed node runs again from its top.
"""

import dragoman.graphs.environment  # noqa: F401  # isort: skip  # must come before langgraph
from langgraph.types import interrupt

from dragoman.assistants.contracts.state import ContractState
from dragoman.decide.replies import chosen_by, is_question
from dragoman.domain.decision import Option
from dragoman.graphs.path import TurnContext, Update


def clarify(state: ContractState, turn: TurnContext) -> Update:
    """Ask, and put the reply after the person's own words; the question is then taken apart anew."""
    del turn
    asked = state["clarifications"] + 1
    options = state["clarification_options"]
    payload = {"id": f"q-{asked}", "question": state["clarification_question"], "options": options}
    reply = str(interrupt(payload))
    chosen = chosen_by(reply, [Option(value=one["value"], text=one["text"]) for one in options])
    is_option = any(chosen == one["value"] for one in options)
    values = {
        **_merged(state, chosen, is_option=is_option),
        "needs_clarification": False,
        "clarifications": asked if chosen else asked + 1,  # who wants none of the options is not asked again
        "clarification_question": "",
        "clarification_options": [],
    }
    return Update(values, f"question {asked} answered")


def _merged(state: ContractState, chosen: str, *, is_option: bool) -> dict[str, str]:
    """Return the words with the reply behind them; an option of ours is English, whatever language is spoken."""
    if state["english"] and is_option:
        english = chosen if is_question(chosen) else f"{state['english'].rstrip(' ?')} {chosen}"
        return {"asked": state["asked"], "english": english}
    merged = chosen if is_question(chosen) else f"{state['asked'].rstrip(' ?')} {chosen}".strip()
    return {"asked": merged, "english": ""}

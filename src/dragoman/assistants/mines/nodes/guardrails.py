"""guardrails: is there enough context at all."""

from dragoman.assistants.mines.state import MainState
from dragoman.graphs.path import TurnContext, Update

MIN_CONTEXT = 10  # characters


def guardrails(state: MainState, turn: TurnContext) -> Update:
    """Write True or False, never neither."""
    del turn
    length = len((state.get("aggregated_context") or "").strip())
    passed = length >= MIN_CONTEXT
    return Update({"guardrails_passed": passed}, "enough context" if passed else f"{length} characters of context")

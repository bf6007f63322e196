"""ask_user: the run stops until a person answers.

Nothing happens before the pause, since a resumed node runs again from its top.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import dragoman.graphs.environment  # noqa: F401  # isort: skip  # must come before langgraph
from langgraph.types import interrupt

from dragoman.scenarios.condition import Condition, EvaluationError
from dragoman.scenarios.levels.world import LevelFailure
from dragoman.scenarios.run.state import ScenarioState, values_of
from dragoman.scenarios.spec import AskUserLevelSpec

Json = dict[str, Any]
NONE_OF_THESE = ("0", "none of these", "none")
MAX_OPTIONS = 5


def run_ask_user(level: AskUserLevelSpec, state: ScenarioState, expressions: Mapping[str, Condition]) -> Json:
    """Ask, and return what was answered: the value of an option, none of them, or words."""
    options = _options(level, state, expressions)
    asked = int(state["levels"].get(level.id, {}).get("asked", 0)) + 1
    reply = interrupt(
        {
            "kind": "ask_user",
            "level": level.id,
            "text": _question(level, state, expressions),
            "options": options,
            "schema": reply_schema(options),
        }
    )
    return _output(level, read_reply(reply), options, asked)


def read_reply(reply: object) -> str:
    """Return the words of a reply, given bare or as {"answer": …}."""
    if isinstance(reply, dict):
        reply = reply.get("answer", "")
    return "" if reply is None else str(reply).strip()


def choose(words: str, options: Sequence[Json]) -> tuple[str, Json | None]:
    """Return how a reply is understood (option, none or text), and the option it chose."""
    if options and words.lower().rstrip(".") in NONE_OF_THESE:
        return "none", None
    number = words.rstrip(".)").lstrip("(#")
    if number.isdecimal() and 1 <= int(number) <= len(options):
        return "option", options[int(number) - 1]
    for option in options:
        if words.lower() in (option["text"].lower(), option["value"].lower()):
            return "option", option
    return "text", None


def reply_schema(options: Sequence[Json]) -> Json:
    """Return the JSON Schema of a reply: one of the options' values, none of them, or words of one's own."""
    if not options:
        return {"type": "string"}
    values = [option["value"] for option in options]
    return {"type": "string", "enum": [*values, NONE_OF_THESE[1]], "x-free-text": True}


def _output(level: AskUserLevelSpec, words: str, options: Sequence[Json], asked: int) -> Json:
    chose, option = choose(words, options)
    answer = str(option["value"]) if option else words if chose == "text" and not options else ""
    if chose == "none":
        answer = level.none_of_these or ""
    also = {level.answer_as: answer} if level.answer_as else {}
    return {"answer": answer, "text": words, "chose": chose, "asked": asked, **also}


def _options(level: AskUserLevelSpec, state: ScenarioState, expressions: Mapping[str, Condition]) -> list[Json]:
    if "options_from" not in expressions:
        return [{"value": option.value, "text": option.text} for option in level.options]
    found = _value(expressions["options_from"], state)
    if not isinstance(found, list):
        raise LevelFailure(f"the step {level.id} has no options to offer")
    return [{"value": str(one["value"]), "text": str(one["text"])} for one in found[:MAX_OPTIONS]]


def _question(level: AskUserLevelSpec, state: ScenarioState, expressions: Mapping[str, Condition]) -> str:
    if "question_from" not in expressions:
        return level.question or ""
    return str(_value(expressions["question_from"], state))


def _value(expression: Condition, state: ScenarioState) -> object:
    try:
        return expression.value(values_of(state))
    except EvaluationError as failure:
        raise LevelFailure(f"the question could not be put ({failure})") from None

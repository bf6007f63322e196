"""What stands in a prompt: each input worked out from the state, and from nothing else."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from dragoman.models.prompt import Prompt
from dragoman.scenarios.condition import Condition, EvaluationError
from dragoman.scenarios.levels.world import LevelFailure
from dragoman.scenarios.run.state import values_of

State = Mapping[str, Any]
KNOWN = ("prompt", "scenarios", "earlier")  # inputs that need no expression; inside a map `item` is one more
MAX_INPUT = 100_000  # characters of one input
EARLIER = 6  # turns before this one that are shown
EARLIER_LENGTH = 500  # characters of each
_NOTHING = "(nothing)"


def inputs_of(prompt: Prompt, state: State, expressions: Mapping[str, Condition]) -> dict[str, str]:
    """Return the inputs that a prompt declares. Raises LevelFailure where one cannot be had or is too long."""
    found = {name: _input(name, state, expressions) for name in prompt.inputs}
    for name, text in found.items():
        if len(text) > MAX_INPUT:
            raise LevelFailure(
                f"the input {name} of the prompt {prompt.name} has {len(text):,} characters, {MAX_INPUT:,} are allowed",
                code="too-long",
            )
    return found


def scenarios_block(catalog: Sequence[Mapping[str, Any]]) -> str:
    """Return one bullet for each scenario: id, name, description, and its examples in quotes."""
    return "\n".join(_bullet(entry) for entry in catalog)


def _input(name: str, state: State, expressions: Mapping[str, Condition]) -> str:
    if name in expressions:
        try:
            return _text(expressions[name].value(values_of(state)))
        except EvaluationError as failure:
            raise LevelFailure(f"the input {name} is not there ({failure})") from None
    if name == "scenarios":
        return scenarios_block(state["classifier_catalog"])
    if name == "earlier":
        return _earlier(state["turns"])
    return _text(state[name])


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=1)


def _earlier(turns: Sequence[Mapping[str, Any]]) -> str:
    lines = [f"{turn['role']}: {str(turn['content'])[:EARLIER_LENGTH]}" for turn in turns[-EARLIER:]]
    return "\n".join(lines) or _NOTHING


def _bullet(entry: Mapping[str, Any]) -> str:
    quoted = "; ".join(f'"{example}"' for example in entry["examples"])
    return f"- {entry['id']} ({entry['display_name']}): {entry['description']}\n    examples: {quoted}"

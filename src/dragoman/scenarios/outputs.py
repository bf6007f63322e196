"""What a level can put out, so that conditions can be checked before anything runs."""

from collections.abc import Mapping

from dragoman.scenarios.condition import Shape
from dragoman.scenarios.spec import (
    ApproveLevelSpec,
    AskUserLevelSpec,
    ClassifyLevelSpec,
    GraphLevelSpec,
    Level,
    PromptLevelSpec,
    ScenarioSpec,
    ToolLevelSpec,
)
from dragoman.scenarios.tools.tool import Toolbox

# The output types that a level can name, with their fields.
TYPES: Mapping[str, Shape] = {
    "ClassifierEnvelope": dict.fromkeys(("chosen_intent_route", "confidence", "reason", "candidates")),
    "Text": {"text": None, "answer": None},
}
_CLASSIFY = ("decided_by", "options", "question", "margin")
_ASKED = ("answer", "text", "chose", "asked")
_GRAPH = ("answer", "outcome", "record")


def names_of(spec: ScenarioSpec, level: Level, tools: Toolbox) -> Mapping[str, Shape]:
    """Return the names that an expression on an edge from this level may use."""
    outputs = {one.id: output_of(one, tools) for one in spec.levels}
    return {"prompt": {}, "output": outputs[level.id], "levels": outputs}


def names_before(spec: ScenarioSpec, tools: Toolbox) -> Mapping[str, Shape]:
    """Return the names that an expression inside a level may use: it has put out nothing itself yet."""
    return {"prompt": {}, "levels": {one.id: output_of(one, tools) for one in spec.levels}}


def output_of(level: Level, tools: Toolbox) -> Shape:
    """Return the fields of a level's output; None where they are not known beforehand."""
    match level:
        case ClassifyLevelSpec():
            return {**(TYPES["ClassifierEnvelope"] or {}), **dict.fromkeys(_CLASSIFY)}
        case PromptLevelSpec(output=str(name)):
            return TYPES.get(name)
        case PromptLevelSpec(response_kind="text"):
            return TYPES["Text"]
        case AskUserLevelSpec(answer_as=also):
            return dict.fromkeys((*_ASKED, also) if also else _ASKED)
        case ApproveLevelSpec():
            return dict.fromkeys(("approved", "reply", "plan"))
        case GraphLevelSpec():
            return dict.fromkeys(_GRAPH)
        case ToolLevelSpec(tool=name) if name in tools:
            return tools[name].produces
    return None

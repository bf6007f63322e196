"""What a level can put out, so that conditions can be checked before anything runs."""

from collections.abc import Mapping

from dragoman.scenarios.check.shape import reached_from
from dragoman.scenarios.condition import Shape
from dragoman.scenarios.spec import (
    ApproveLevelSpec,
    AskUserLevelSpec,
    ClassifyLevelSpec,
    GraphLevelSpec,
    Level,
    MapLevelSpec,
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
_MAP = ("answer", "items", "results", "failures", "count")


def names_of(spec: ScenarioSpec, level: Level, tools: Toolbox) -> Mapping[str, Shape]:
    """Return the names that an expression on an edge from this level may use."""
    own = output_of(level, tools)
    return {"prompt": {}, "output": own, "levels": {**_put_out_before(spec, level, tools), level.id: own}}


def names_before(spec: ScenarioSpec, level: Level, tools: Toolbox) -> Mapping[str, Shape]:
    """Return the names that an expression inside a level may use: what can have been put out when it begins."""
    return {"prompt": {}, "levels": _put_out_before(spec, level, tools)}


def names_inside(spec: ScenarioSpec, level: MapLevelSpec, tools: Toolbox) -> Mapping[str, Shape]:
    """Return the names that an expression for one item may use."""
    return {**names_before(spec, level, tools), "item": None, "index": {}}


def _put_out_before(spec: ScenarioSpec, level: Level, tools: Toolbox) -> dict[str, Shape]:
    earlier = [one for one in spec.levels if level.id in _after(spec, one.id)]
    return {one.id: output_of(one, tools) for one in earlier}


def _after(spec: ScenarioSpec, name: str) -> set[str]:
    """Return what can come after a level; the level itself only where a loop leads back to it."""
    return {later for edge in spec.leaving(name) for later in reached_from(spec, edge.to)}


def output_of(level: Level, tools: Toolbox) -> Shape:
    """Return the fields of a level's output; None where they are not known beforehand."""
    match level:
        case ClassifyLevelSpec():
            return {**(TYPES["ClassifierEnvelope"] or {}), **dict.fromkeys(_CLASSIFY)}
        case PromptLevelSpec(output=str(name)):
            return TYPES.get(name)
        case PromptLevelSpec(response_kind="json", fields=fields):
            return dict.fromkeys((*fields, "without_model"))
        case PromptLevelSpec(response_kind="text"):
            return TYPES["Text"]
        case AskUserLevelSpec(answer_as=also):
            return dict.fromkeys((*_ASKED, also) if also else _ASKED)
        case ApproveLevelSpec():
            return dict.fromkeys(("approved", "reply", "plan"))
        case GraphLevelSpec():
            return dict.fromkeys(_GRAPH)
        case MapLevelSpec():
            return dict.fromkeys(_MAP)
        case ToolLevelSpec(tool=name) if name in tools:
            return tools[name].produces
    return None

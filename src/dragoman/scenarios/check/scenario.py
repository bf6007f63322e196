"""Everything that can be said about one scenario before it runs; each fault with its place and what to do."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from dragoman.errors import Source, SpecError
from dragoman.scenarios.check.limits import nesting_faults, timeout_faults
from dragoman.scenarios.check.outputs import names_before, names_inside, names_of, output_of
from dragoman.scenarios.check.shape import open_faults, shape_faults
from dragoman.scenarios.check.writes import write_faults
from dragoman.scenarios.condition import Condition, EvaluationError, Shape
from dragoman.scenarios.errors import ConditionError, ScenarioShapeError, UnknownPartError
from dragoman.scenarios.prompts.check import expression_faults, prompt_faults
from dragoman.scenarios.prompts.files import Prompts, packaged_prompts
from dragoman.scenarios.spec import (
    END,
    ApproveLevelSpec,
    AskUserLevelSpec,
    ClassifyLevelSpec,
    GraphLevelSpec,
    Level,
    MapLevelSpec,
    PromptLevelSpec,
    ScenarioSpec,
    ToolLevelSpec,
    VerifierSpec,
)
from dragoman.scenarios.tools.tool import Toolbox

ASSISTANTS = ("contracts", "mines")


@dataclass(frozen=True, slots=True)
class Parts:
    """What scenarios may name: tools by name, and assistants, whether installed or not."""

    tools: Toolbox
    assistants: Collection[str] = ASSISTANTS
    prompts: Prompts | None = field(default_factory=packaged_prompts)
    """None where their files cannot be read: what levels want of them is not looked at then."""


def faults_of(spec: ScenarioSpec, parts: Parts) -> list[SpecError]:
    """Return what is wrong with a scenario by itself, in no order."""
    faults = [*shape_faults(spec)]
    if not faults:  # paths and names mean nothing while levels and edges do not fit
        faults.extend(open_faults(spec))
        faults.extend(_edge_faults(spec, parts))
        faults.extend(write_faults(spec, parts.tools))
    for level in spec.levels:
        faults.extend(_level_faults(spec, level, parts))
    return faults


def _edge_faults(spec: ScenarioSpec, parts: Parts) -> Iterator[SpecError]:
    for index, edge in enumerate(spec.edges):
        where = spec.where("edges", index, "chain")
        if edge.chain and edge.to != END:
            yield ScenarioShapeError(
                "only an edge to the end can chain", where=where, remedy=f'Write "to: {END}", or remove the chain.'
            )
        if edge.chain and not spec.chains:
            yield ScenarioShapeError(
                "this scenario chains without saying so", where=where, remedy='Add "chains: true" to the scenario.'
            )
        if edge.when is not None:
            names = names_of(spec, spec.level(edge.from_), parts.tools)
            yield from _decision(edge.when, names, spec.where("edges", index, "when"))


def _level_faults(spec: ScenarioSpec, level: Level, parts: Parts) -> Iterator[SpecError]:
    names = names_before(spec, level, parts.tools)
    yield from _own_faults(level, names, parts)
    if isinstance(level, MapLevelSpec):
        yield from _map_faults(spec, level, parts)
    yield from timeout_faults(level, parts.tools)
    for index, verifier in enumerate(level.verifiers):
        where = level.where("verifiers", index)
        yield from _verifier_faults(level, verifier, names_of(spec, level, parts.tools), where)


def _map_faults(spec: ScenarioSpec, level: MapLevelSpec, parts: Parts) -> Iterator[SpecError]:
    inside = names_inside(spec, level, parts.tools)
    yield from nesting_faults(spec, level)
    yield from timeout_faults(level.level, parts.tools)
    yield from expression_faults(level.over, names_before(spec, level, parts.tools), level.where("over"))
    if level.words:
        yield from expression_faults(level.words, inside, level.where("words"))
    yield from _own_faults(level.level, inside, parts)
    seen = {**inside, "output": output_of(level.level, parts.tools)}
    for index, verifier in enumerate(level.level.verifiers):
        yield from _verifier_faults(level.level, verifier, seen, level.level.where("verifiers", index))


def _own_faults(level: Level, names: Mapping[str, Shape], parts: Parts) -> Iterator[SpecError]:
    match level:
        case PromptLevelSpec() | ClassifyLevelSpec():
            yield from prompt_faults(level, names, parts.prompts)
        case ToolLevelSpec():
            yield from _tool_faults(level, names, parts.tools)
        case AskUserLevelSpec():
            yield from _ask_faults(level, names)
        case ApproveLevelSpec():
            yield from expression_faults(level.plan, names, level.where("plan"))
        case GraphLevelSpec() if level.assistant not in parts.assistants:
            yield UnknownPartError("assistant", level.assistant, where=level.where("assistant"), known=parts.assistants)


def _tool_faults(level: ToolLevelSpec, names: Mapping[str, Shape], tools: Toolbox) -> Iterator[SpecError]:
    tool = tools.get(level.tool)
    if tool is None:
        yield UnknownPartError("tool", level.tool, where=level.where("tool"), known=tools)
        return
    for name in tool.takes:
        if name not in level.arguments:
            yield ScenarioShapeError(
                f"the tool {tool.name} needs the argument {name!r}",
                where=level.where("tool"),
                remedy=f'Add it below "arguments:", for example "{name}: prompt".',
            )
    for name, source in level.arguments.items():
        where = level.where("arguments", name)
        if name not in tool.takes:
            yield UnknownPartError(f"argument of {tool.name}", name, where=where, known=tool.takes)
        yield from expression_faults(source, names, where)


def _ask_faults(level: AskUserLevelSpec, names: Mapping[str, Shape]) -> Iterator[SpecError]:
    for one, other in (("question", "question_from"), ("options", "options_from")):
        if getattr(level, one) and getattr(level, other):
            yield ScenarioShapeError(
                f"{one} and {other} exclude each other", where=level.where(other), remedy="Keep one of them."
            )
    if not level.question and not level.question_from:
        yield ScenarioShapeError(
            f"the level {level.id} asks, but has no question",
            where=level.where("id"),
            remedy='Add "question:" with the words, or "question_from:" with an expression.',
        )
    values = [option.value for option in level.options]
    for index, value in enumerate(values):
        if value in values[:index]:
            yield ScenarioShapeError(
                f"two options have the value {value!r}",
                where=level.where("options", index),
                remedy="Give each its own value.",
            )
    for key in ("question_from", "options_from"):
        if source := getattr(level, key):
            yield from expression_faults(source, names, level.where(key))


def _verifier_faults(
    level: Level, verifier: VerifierSpec, names: Mapping[str, Shape], where: Source
) -> Iterator[SpecError]:
    if isinstance(level, AskUserLevelSpec | ApproveLevelSpec):
        yield ScenarioShapeError(
            f"the level {level.id} waits for a person; what a person says is not verified",
            where=where,
            remedy="Put the verifier on the level that works with it.",
        )
        return
    if (verifier.kind == "condition") != (verifier.when is not None):
        yield ScenarioShapeError(
            'a verifier has "when:" if and only if it is of kind condition',
            where=where,
            remedy='Write { kind: condition, when: "…" }, or remove the "when:".',
        )
    if verifier.max_retries and verifier.on_fail == "abort":
        yield ScenarioShapeError(
            "a verifier that aborts does not retry", where=where, remedy='Write "on_fail: retry", or no "max_retries".'
        )
    if verifier.when is not None:
        yield from _decision(verifier.when, names, where)


def _decision(source: str, names: Mapping[str, Shape], where: Source) -> Iterator[SpecError]:
    """Yield what is wrong with an expression that must be true or false."""
    try:
        condition = Condition(source, names=names, where=where)
        if condition.is_constant:
            condition.holds({})
    except ConditionError as fault:
        yield fault
    except EvaluationError as fault:
        yield ConditionError(
            f"the condition can never be decided: {fault}",
            where=where,
            remedy="Compare what a level puts out with a value, like: output.confidence >= 0.7.",
        )

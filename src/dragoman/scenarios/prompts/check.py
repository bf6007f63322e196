"""What can be wrong with a level that asks a model, before any model is asked."""

from collections.abc import Iterator, Mapping

from dragoman.errors import Source, SpecError
from dragoman.models.prompt import Prompt
from dragoman.scenarios.check.outputs import TYPES
from dragoman.scenarios.condition import Condition, Shape
from dragoman.scenarios.errors import ConditionError, ScenarioShapeError, UnknownPartError
from dragoman.scenarios.prompts.files import Prompts
from dragoman.scenarios.prompts.inputs import KNOWN
from dragoman.scenarios.spec import ClassifyLevelSpec, PromptLevelSpec


def prompt_faults(
    level: PromptLevelSpec | ClassifyLevelSpec, names: Mapping[str, Shape], prompts: Prompts | None
) -> Iterator[SpecError]:
    """Yield an unknown prompt, inputs that do not fit it, and a reply whose form is not said."""
    if level.prompt is not None and prompts is not None:
        prompt = prompts.get(level.prompt)
        if prompt is None:
            yield UnknownPartError("prompt", level.prompt, where=level.where("prompt"), known=prompts)
        else:
            yield from _input_faults(level, names, prompt)
    if isinstance(level, PromptLevelSpec):
        yield from _reply_faults(level)


def expression_faults(source: str, names: Mapping[str, Shape], where: Source) -> Iterator[SpecError]:
    """Yield what is wrong with an expression."""
    try:
        Condition(source, names=names, where=where)
    except ConditionError as fault:
        yield fault


def _input_faults(
    level: PromptLevelSpec | ClassifyLevelSpec, names: Mapping[str, Shape], prompt: Prompt
) -> Iterator[SpecError]:
    given = level.inputs if isinstance(level, PromptLevelSpec) else {}
    known = {*KNOWN, "item"} if "item" in names else set(KNOWN)
    for name in prompt.inputs:
        if name not in given and name not in known:
            yield ScenarioShapeError(
                f"the prompt {prompt.name} needs the input {name!r}",
                where=level.where("prompt"),
                remedy=f'Add it below "inputs:", for example "{name}: levels.….answer".',
            )
    for name, source in given.items():
        where = level.where("inputs", name)
        if name not in prompt.inputs:
            yield UnknownPartError(f"input of {prompt.name}", name, where=where, known=prompt.inputs)
        yield from expression_faults(source, names, where)


def _reply_faults(level: PromptLevelSpec) -> Iterator[SpecError]:
    if level.output is not None and level.output not in TYPES:
        yield UnknownPartError("output type", level.output, where=level.where("output"), known=TYPES)
    if level.output is not None and level.fields:
        yield ScenarioShapeError(
            "output and fields exclude each other", where=level.where("fields"), remedy="Keep one of them."
        )
    if level.response_kind == "json" and level.output is None and not level.fields:
        yield ScenarioShapeError(
            f"the level {level.id} answers in JSON, but does not say of which type",
            where=level.where("response_kind"),
            remedy=f'Add "fields:" with the fields of the reply, or "output:" with one of: {", ".join(TYPES)}.',
        )
    if "without_model" in level.fields:
        yield ScenarioShapeError(
            "without_model says that an optional level asked nobody",
            where=level.where("fields", "without_model"),
            remedy="Give the field another name.",
        )
    if level.response_kind == "text" and level.fields:
        yield ScenarioShapeError(
            f"the level {level.id} has fields, but answers in text",
            where=level.where("fields"),
            remedy='Add "response_kind: json", or remove the fields.',
        )

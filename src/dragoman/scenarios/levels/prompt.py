"""prompt: a question to a language model, whose reply becomes what the level puts out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from dragoman.errors import DragomanError
from dragoman.models.constraint import ModelConstraint, constrained
from dragoman.models.language_model import LanguageModel
from dragoman.models.meter import Meter
from dragoman.models.prompt import Prompt
from dragoman.scenarios.condition import Condition
from dragoman.scenarios.fields import MAX_TEXT, class_of, empty
from dragoman.scenarios.levels.choice import Choice
from dragoman.scenarios.levels.world import LevelFailure, LevelWorld
from dragoman.scenarios.prompts.inputs import inputs_of
from dragoman.scenarios.run.listening import tell
from dragoman.scenarios.run.state import ScenarioState
from dragoman.scenarios.spec import ConstraintSpec, PromptLevelSpec

Json = dict[str, Any]
AGAIN = "problem"  # the input that carries what was wrong with the last reply
_AGAIN = (
    "\n\nYour last reply could not be used. What was wrong with it:\n{{ problem }}\nReply again, and put that right."
)
NO_MODEL = ("none is configured", "export DEEPSEEK_API_KEY=… (or OPENAI_API_KEY, or DRAGOMAN_MODEL_URL)")
FORBIDDEN = ("the policy embedded forbids every call", "export DRAGOMAN_POLICY=cascade")
NEEDS_MODEL = (
    'The step "{level}" needs a language model, and {why}. Nothing was made up in its place.\n'
    "Type: {remedy}\nThen ask again; dragoman models check shows whether it works."
)


class Text(BaseModel):
    """The output type `Text`."""

    model_config = ConfigDict(extra="forbid")

    text: str = Field(max_length=MAX_TEXT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """What belongs to one try of one level: its compiled inputs, what was wrong with the last reply, and the meter."""

    expressions: Mapping[str, Condition]
    complaints: Sequence[str]
    meter: Meter


async def run_prompt(level: PromptLevelSpec, state: ScenarioState, world: LevelWorld, occasion: Occasion) -> Json:
    """Ask, and return the reply as the level's output.

    Raises LevelFailure where there is no model or no reply of use; an optional level puts out empty values then.
    """
    model = world.models.adviser
    if model is None:
        return _without_model(level, world)
    prompt = _again(world.models.prompts[level.prompt], occasion.complaints)
    inputs = inputs_of(prompt, _with_problem(state, occasion.complaints), occasion.expressions)
    try:
        return await _reply(level, prompt, inputs, under(model, level.model_constraint), occasion.meter)
    except (DragomanError, ValidationError) as failure:
        return _useless(level, failure)


def under(model: LanguageModel, constraint: ConstraintSpec | None) -> LanguageModel:
    """Return the model under a level's constraint."""
    if constraint is None:
        return model
    named = ModelConstraint(allow=constraint.allow, fallback_outside_allow=constraint.fallback_outside_allow)
    return constrained(model, named)


async def _reply(
    level: PromptLevelSpec, prompt: Prompt, inputs: Mapping[str, str], model: LanguageModel, meter: Meter
) -> Json:
    if level.response_kind == "text":
        text = (await model.write(prompt, inputs, meter=meter)).strip()
        return {"text": text, "answer": text}
    reply = await model.propose(prompt, inputs, _class(level), meter=meter)
    output: Json = reply.model_dump(mode="json")
    return {**output, "answer": output["text"]} if level.output == "Text" else output


def _class(level: PromptLevelSpec) -> type[BaseModel]:
    match level.output:
        case "ClassifierEnvelope":
            return Choice
        case "Text":
            return Text
    return class_of(level.id, level.fields)


def _again(prompt: Prompt, complaints: Sequence[str]) -> Prompt:
    """Return the prompt with what was wrong with the last reply after it; the same where nothing was."""
    if not complaints:
        return prompt
    inputs, data = (*prompt.inputs, AGAIN), (*prompt.data, AGAIN)
    return replace(prompt, inputs=inputs, data=data, user=prompt.user.rstrip() + _AGAIN)


def _with_problem(state: ScenarioState, complaints: Sequence[str]) -> Json:
    return {**state, AGAIN: "\n".join(complaints)}


def _without_model(level: PromptLevelSpec, world: LevelWorld) -> Json:
    if level.optional:
        return _nothing(level, "needs-model")
    why, remedy = FORBIDDEN if world.models.policy == "embedded" else NO_MODEL
    answer = NEEDS_MODEL.format(level=level.id, why=why, remedy=remedy)
    raise LevelFailure(f"the level {level.id} needs a language model", code="needs-model", answer=answer)


def _useless(level: PromptLevelSpec, failure: Exception) -> Json:
    """Go on without, or end the level. What a model or a provider wrote is in neither text."""
    code = failure.code if isinstance(failure, DragomanError) else "reply-form"
    why = f"no language model was of use for the step {level.id} ({code})"
    if level.optional:
        tell("degraded", {"node": level.id, "why": why})
        return _nothing(level, code)
    problem = failure.problem if isinstance(failure, DragomanError) else "the reply was not of the asked form"
    remedy = failure.remedy if isinstance(failure, DragomanError) else ""
    answer = f'The step "{level.id}" got no reply of use: {problem}\n{remedy}'.strip()
    raise LevelFailure(why, code=code, answer=answer) from None


def _nothing(level: PromptLevelSpec, code: str) -> Json:
    """Return empty values, so that conditions over them can be decided."""
    if level.response_kind == "text" or level.output == "Text":
        return {"text": "", "answer": "", "without_model": code}
    if level.output == "ClassifierEnvelope":
        return {"chosen_intent_route": "", "confidence": 0.0, "reason": "", "candidates": [], "without_model": code}
    return {**empty(level.fields), "without_model": code}

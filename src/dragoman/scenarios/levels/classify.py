"""classify: rules and the classifier say which scenario is meant; where they are unsure, a model if there is one."""

from collections.abc import Sequence
from typing import Any

from dragoman.models.meter import Meter
from dragoman.scenarios.choose.catalog import line_of
from dragoman.scenarios.choose.propose import MAX_OPTIONS
from dragoman.scenarios.choose.vague import is_vague
from dragoman.scenarios.levels.choice import Choice
from dragoman.scenarios.levels.prompt import under
from dragoman.scenarios.levels.world import LevelWorld
from dragoman.scenarios.prompts.inputs import inputs_of
from dragoman.scenarios.run.listening import tell
from dragoman.scenarios.run.state import ScenarioState
from dragoman.scenarios.spec import ClassifyLevelSpec

Json = dict[str, Any]
MIN_CONFIDENCE = 0.7  # of the words alone; below it a follow-up is read together with what it follows
MODEL_AT_MOST = 0.9  # a model's own confidence is no measured one
MODEL_ALONE = 0.5  # where it would have something written that neither rules nor classifier see in the words


async def run_classify(level: ClassifyLevelSpec, state: ScenarioState, world: LevelWorld, meter: Meter) -> Json:
    """Return the envelope over the catalog in the state.

    A model that fails, or names what cannot be chosen, is no opinion: what rules and classifier say counts then, and
    the file's own conditions decide whether to ask.
    """
    embedded = _embedded(state, world)
    if not _asks_model(level, state, world, embedded):
        return embedded
    choice = await _chosen(level, state, world, meter)
    if choice is None:
        return {**embedded, "without_model": "failed"}
    weighed = _weighed(choice, embedded, state["classifier_catalog"])
    return _asked_before_writing(weighed, embedded, state) if weighed else embedded


def _embedded(state: ScenarioState, world: LevelWorld) -> Json:
    """Return what rules and classifier say.

    "and for 2022?" says nothing by itself: where the words alone lead nowhere and something was asked before, both
    are read together, and that counts if it is clear.
    """
    catalog = state["classifier_catalog"]
    alone = world.proposer.propose(state["prompt"], catalog)
    before = [turn["content"] for turn in state["turns"] if turn["role"] == "user"]
    if not before or _is_clear(alone):
        return alone
    together = world.proposer.propose(f"{before[-1]} {state['prompt']}", catalog)
    if not _is_clear(together):
        return alone
    return {**together, "reason": f"follows on: {together['reason']}"}


def _asks_model(level: ClassifyLevelSpec, state: ScenarioState, world: LevelWorld, embedded: Json) -> bool:
    """Say whether a model is asked: in a cascade only where it can know more than rules and classifier do."""
    if world.models.adviser is None or level.prompt is None or not state["prompt"].strip():
        return False
    if world.models.policy == "model":
        return True
    if is_vague(state["prompt"]) and not state["turns"]:
        return False  # the words say nothing: only the person knows
    confidence, margin = embedded.get("confidence"), embedded.get("margin", 1.0)
    if not isinstance(confidence, int | float):
        return False
    return confidence < level.min_confidence or margin < level.min_margin


async def _chosen(level: ClassifyLevelSpec, state: ScenarioState, world: LevelWorld, meter: Meter) -> Choice | None:
    """Return what a model chooses: one call, and one more where the reply was not of the asked form."""
    model, name = world.models.adviser, level.prompt
    if model is None or name is None:
        return None
    prompt = world.models.prompts[name]
    try:
        inputs = inputs_of(prompt, _in_own_words(state), {})
        return await under(model, level.model_constraint).propose(prompt, inputs, Choice, meter=meter)
    except Exception as failure:  # noqa: BLE001  reading fails open, with a visible mark
        tell("degraded", {"node": level.id, "why": f"no language model was of use ({type(failure).__name__})"})
        return None


def _in_own_words(state: ScenarioState) -> ScenarioState:
    """Return the state with what the person said before, and none of our answers: documents speak in those."""
    return {**state, "turns": [turn for turn in state["turns"] if turn["role"] == "user"]}


def _asked_before_writing(weighed: Json, embedded: Json, state: ScenarioState) -> Json:
    """Return the envelope, unsure where a model alone sends to what writes files: then the person is asked."""
    writing = {entry["id"] for entry in state["classifier_catalog"] if entry.get("writes")}
    chosen = weighed["chosen_intent_route"]
    if chosen not in writing or chosen == embedded["chosen_intent_route"]:
        return weighed
    confidence = min(weighed["confidence"], MODEL_ALONE)
    return {**weighed, "confidence": confidence, "reason": "a language model alone chose what writes files"}


def _weighed(choice: Choice, embedded: Json, catalog: Sequence[Json]) -> Json | None:
    """Return a model's choice as an envelope. None where it chose what cannot be chosen."""
    entries = {entry["id"]: entry for entry in catalog}
    if choice.chosen_intent_route not in entries:
        tell("degraded", {"node": "classify", "why": "a language model chose what is not on offer"})
        return None
    ranked = sorted((one for one in choice.candidates if one.intent_route in entries), key=lambda one: -one.score)
    scores = {one.intent_route: round(one.score, 4) for one in ranked} or {
        choice.chosen_intent_route: choice.confidence
    }
    chosen = scores[choice.chosen_intent_route]
    margin = chosen - max((score for name, score in scores.items() if name != choice.chosen_intent_route), default=0.0)
    confidence = round(min(choice.confidence, MODEL_AT_MOST), 4)
    names = list(dict.fromkeys((choice.chosen_intent_route, *scores, *(one["value"] for one in embedded["options"]))))
    offered = [{"value": name, "text": line_of(entries[name])} for name in names[:MAX_OPTIONS] if name in entries]
    return {
        "chosen_intent_route": choice.chosen_intent_route,
        "confidence": confidence,
        "margin": round(margin, 4),
        "reason": "a language model chose",  # its own words stay in the state: a reason travels with events
        "candidates": [{"intent_route": name, "score": score} for name, score in scores.items()],
        "decided_by": "model",
        "options": offered,
        "question": f"Which of these do you mean (confidence {confidence:.2f})?",
        "model_reason": choice.reason[:300],
    }


def _is_clear(envelope: Json) -> bool:
    """Say whether a scenario was chosen for what it is, and not for want of one that fits."""
    confidence = envelope.get("confidence")
    is_sure = isinstance(confidence, int | float) and confidence >= MIN_CONFIDENCE
    return is_sure and bool(envelope.get("options"))

"""classify: rules and the classifier say which scenario is meant; a model is never needed for it."""

from typing import Any

from dragoman.scenarios.levels.world import LevelWorld
from dragoman.scenarios.state import ScenarioState

Json = dict[str, Any]
MIN_CONFIDENCE = 0.7  # of the words alone; below it a follow-up is read together with what it follows


def run_classify(state: ScenarioState, world: LevelWorld) -> Json:
    """Return the envelope of the classifier over the catalog in the state.

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


def _is_clear(envelope: Json) -> bool:
    """Say whether a scenario was chosen for what it is, and not for want of one that fits."""
    confidence = envelope.get("confidence")
    is_sure = isinstance(confidence, int | float) and confidence >= MIN_CONFIDENCE
    return is_sure and bool(envelope.get("options"))

"""classify: rules and the classifier say which scenario is meant; a model is never needed for it."""

import re
from typing import Any

from dragoman.scenarios.levels.world import LevelWorld
from dragoman.scenarios.state import ScenarioState

Json = dict[str, Any]
# "Look at this for me" asks for work on something not said; what was asked before does not say it either.
_UNNAMED_WORK = re.compile(
    r"\b(?:look (?:at|into|over)|check|review|go over|take care of|deal with|sort out|help (?:me )?with|work on|do)\s+"
    r"(?:this|that|it|these|those)\b(?:,?\s+(?:for (?:me|us)|please|now))*\W*$",
    re.IGNORECASE,
)
MIN_CONFIDENCE = 0.7  # of the words alone; below it a follow-up is read together with what it follows


def run_classify(state: ScenarioState, world: LevelWorld) -> Json:
    """Return the envelope of the classifier over the catalog in the state.

    "and for 2022?" says nothing by itself: where the words alone lead nowhere and something was asked before, both
    are read together, and that counts if it is clear.
    """
    catalog = state["classifier_catalog"]
    alone = world.proposer.propose(state["prompt"], catalog)
    before = [turn["content"] for turn in state["turns"] if turn["role"] == "user"]
    if not before or _is_clear(alone) or _UNNAMED_WORK.search(state["prompt"]):
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

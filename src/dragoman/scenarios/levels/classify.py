"""classify: rules and the classifier say which scenario is meant; a model is never needed for it."""

from typing import Any

from dragoman.scenarios.levels.world import LevelWorld
from dragoman.scenarios.state import ScenarioState

Json = dict[str, Any]


def run_classify(state: ScenarioState, world: LevelWorld) -> Json:
    """Return the envelope of the classifier over the catalog in the state."""
    return world.proposer.propose(state["prompt"], state["classifier_catalog"])

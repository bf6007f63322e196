"""What a level may not do: take a time that has no meaning for it, or stand inside a map where it cannot work."""

from collections.abc import Iterator

from dragoman.errors import SpecError
from dragoman.scenarios.errors import ScenarioShapeError
from dragoman.scenarios.spec import ApproveLevelSpec, AskUserLevelSpec, Level, MapLevelSpec, ScenarioSpec, ToolLevelSpec
from dragoman.scenarios.tools.tool import Toolbox


def timeout_faults(level: Level, tools: Toolbox) -> Iterator[SpecError]:
    """Yield a time-out that stands where it would not do what it says."""
    if level.timeout_seconds is None:
        return
    where = level.where("timeout_seconds")
    match level:
        case AskUserLevelSpec() | ApproveLevelSpec():
            yield ScenarioShapeError(
                f"the level {level.id} waits for a person, who may take any time",
                where=where,
                remedy="Remove it; a job that is not wanted any more is cancelled.",
            )
        case MapLevelSpec():
            yield ScenarioShapeError(
                f"the time of the level {level.id} is that of each item",
                where=where,
                remedy='Write it into the level inside: "level: { …, timeout_seconds: 30 }".',
            )
        case ToolLevelSpec(tool=name) if name in tools and tools[name].writes:
            yield ScenarioShapeError(
                f"the tool {name} writes, and is not stopped in the middle",
                where=where,
                remedy="Remove it.",
            )


def nesting_faults(spec: ScenarioSpec, level: MapLevelSpec) -> Iterator[SpecError]:
    """Yield what a map cannot do with its items."""
    if level.level.id in {one.id for one in spec.levels}:
        yield ScenarioShapeError(
            f"two levels have the id {level.level.id!r}",
            where=level.level.where("id"),
            remedy="Give the level inside its own id.",
        )
    for index, verifier in enumerate(level.verifiers):
        if verifier.max_retries:
            yield ScenarioShapeError(
                "a map is not run a second time as a whole",
                where=level.where("verifiers", index),
                remedy="Put the verifier on the level inside, where each item is tried again by itself.",
            )

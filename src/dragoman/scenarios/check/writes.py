"""Nothing is written before a person has agreed to the plan."""

from collections.abc import Iterator

from dragoman.errors import SpecError
from dragoman.scenarios.check.shape import reached_from
from dragoman.scenarios.errors import UnapprovedWriteError
from dragoman.scenarios.spec import ApproveLevelSpec, EdgeSpec, MapLevelSpec, ScenarioSpec, ToolLevelSpec
from dragoman.scenarios.tools.tool import Toolbox

AGREED = "output.approved"


def write_faults(spec: ScenarioSpec, tools: Toolbox) -> Iterator[SpecError]:
    """Yield each level that writes and can be reached without agreement, and effects that are not declared."""
    writing = [level for level in spec.levels if isinstance(level, ToolLevelSpec) and _writes(level, tools)]
    unguarded = reached_from(spec, spec.levels[0].id, without=frozenset(_agreed(spec)))
    for level in writing:
        if spec.effects != "write":
            yield UnapprovedWriteError(
                f"the tool {level.tool} writes, but the scenario only reads",
                where=level.where("tool"),
                remedy='Add "effects: write" to the scenario.',
            )
        if level.id in unguarded:
            yield UnapprovedWriteError(
                f"the level {level.id!r} writes and can be reached without a person's agreement",
                where=level.where("id"),
                remedy=f'Lead to it only by an edge from a level of kind approve with when: "{AGREED}".',
            )
    inside = [level.level for level in spec.levels if isinstance(level, MapLevelSpec)]
    for inner in inside:
        if isinstance(inner, ToolLevelSpec) and _writes(inner, tools):
            yield UnapprovedWriteError(
                f"the tool {inner.tool} writes, and stands inside a map",
                where=inner.where("tool"),
                remedy="What writes is one level of its own, behind a level of kind approve.",
            )
    if spec.effects == "write" and not any(isinstance(level, ApproveLevelSpec) for level in spec.levels):
        yield UnapprovedWriteError(
            "a scenario that writes has no level where a person agrees",
            where=spec.where("effects"),
            remedy="Add a level of kind approve that shows the plan.",
        )


def _writes(level: ToolLevelSpec, tools: Toolbox) -> bool:
    return level.tool in tools and tools[level.tool].writes


def _agreed(spec: ScenarioSpec) -> Iterator[EdgeSpec]:
    for edge in spec.edges:
        is_agreement = edge.when is not None and edge.when.strip() == AGREED
        if is_agreement and isinstance(spec.level(edge.from_), ApproveLevelSpec):
            yield edge

"""tool: a registered tool, with arguments worked out from the state."""

import asyncio
from collections.abc import Mapping
from typing import Any

from dragoman.scenarios.condition import Condition, EvaluationError
from dragoman.scenarios.levels.world import LevelFailure, LevelWorld
from dragoman.scenarios.run.state import ScenarioState, digest, values_of
from dragoman.scenarios.spec import ToolLevelSpec
from dragoman.scenarios.tools.tool import ToolFailure

Json = dict[str, Any]


async def run_tool(
    level: ToolLevelSpec, state: ScenarioState, world: LevelWorld, arguments: Mapping[str, Condition]
) -> Json:
    """Call the tool. A tool that writes is given exactly the plan that a person agreed to, or is not called.

    What only reads works on a thread, so that a job can be cancelled or run out of time meanwhile; what writes is
    never left in the middle.
    """
    tool = world.tools[level.tool]
    try:
        given = {name: condition.value(values_of(state)) for name, condition in arguments.items()}
    except EvaluationError as failure:
        raise LevelFailure(f"the step {level.id} lacks what it works on ({failure})") from None
    if tool.writes and (not state["approved"] or digest(given.get("plan")) != state["approved"]):
        raise LevelFailure("nothing was written: what would be written is not what was agreed to", code="not-approved")
    try:
        if tool.writes:
            return tool.run(given, world.tool_world)
        return await asyncio.to_thread(tool.run, given, world.tool_world)
    except ToolFailure as failure:
        raise LevelFailure(str(failure)) from None

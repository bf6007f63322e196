"""A level's node as LangGraph calls it, with its beginning and end told to the job."""

from collections.abc import Awaitable, Callable, Mapping
from time import perf_counter
from typing import Any, Literal

import dragoman.graphs.environment  # noqa: F401  # isort: skip  # must come before langgraph
from langgraph.runtime import Runtime

from dragoman import telemetry
from dragoman.domain import wire
from dragoman.graphs.path import TurnContext
from dragoman.scenarios.run.listening import tell
from dragoman.scenarios.run.spent import total
from dragoman.scenarios.run.state import ScenarioState

Values = dict[str, Any]
Node = Callable[[ScenarioState, TurnContext], Awaitable[Values]]
When = Literal["begin", "end", "never"]


def _cost(state: ScenarioState, values: Values) -> Values:
    """Return what the visit took of language models; nothing where none was asked."""
    new = values.get("spent", [])[len(state.get("spent", [])) :]
    return {"cost": wire.dump(total(new))} if new else {}


def told(name: str, node: Node, *, when: When = "begin") -> Callable[..., Awaitable[Values]]:
    """Return the node with its events; `when` says where the level's beginning is told.

    A level that waits for a person is told when it is answered: a resumed node runs again from its top, and no event
    comes twice. Of a map the list tells the beginning, and what gathers the items the end.
    """

    async def run(state: ScenarioState, runtime: Runtime[TurnContext]) -> Values:
        # Level, depth and attempt name the visit: whoever records events knows one that comes again after a crash.
        place: Mapping[str, object] = {
            "level": name,
            "scenario": state["scenario_id"],
            "depth": len(state["chain_path"]),
            "attempt": state["order"].count(name) + (when != "never"),
        }
        began = perf_counter()
        if when == "begin":
            tell("level.started", dict(place))
        values = await node(state, runtime.context)
        milliseconds = round((perf_counter() - began) * 1000, 1)
        if when == "end":
            tell("level.started", dict(place))
        if reason := values.get("aborted_reason"):
            telemetry.record("degraded", node=name, error=str(reason))
            tell("degraded", {"node": name, "why": reason})
        if values["following"]:  # else the items of a map come first
            tell(
                "level.done", {**place, "milliseconds": milliseconds, "to": values["following"], **_cost(state, values)}
            )
        return values

    return run

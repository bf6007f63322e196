"""A scenario → a LangGraph. Each level is a node, each pause for a person a node of its own.

Where a run goes next is decided when its level is done, by the conditions of the file, and written into the state;
the graph's edges only read it.
"""

from collections.abc import Awaitable, Callable, Hashable, Mapping
from time import perf_counter
from typing import Any

import dragoman.graphs.environment  # noqa: F401  # isort: skip  # must come before langgraph
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END as GRAPH_END
from langgraph.graph import START, StateGraph
from langgraph.runtime import Runtime

from dragoman import telemetry
from dragoman.graphs.path import TurnContext
from dragoman.graphs.run import Graph
from dragoman.scenarios.level_node import LevelNode
from dragoman.scenarios.levels.graph import wait_for_reply
from dragoman.scenarios.levels.world import LevelWorld
from dragoman.scenarios.listening import tell
from dragoman.scenarios.spec import END, ApproveLevelSpec, AskUserLevelSpec, GraphLevelSpec, ScenarioSpec
from dragoman.scenarios.state import ScenarioState

PROMOTE = "promote"
Values = dict[str, Any]
Node = Callable[[ScenarioState, TurnContext], Awaitable[Values]]


def compile_scenario(spec: ScenarioSpec, world: LevelWorld, saver: BaseCheckpointSaver[Any] | None = None) -> Graph:
    """Compile a scenario that was found without fault; without a saver it cannot pause for a person."""
    graph: StateGraph[Any, TurnContext, Any, Any] = StateGraph(ScenarioState, context_schema=TurnContext)
    targets: dict[Hashable, str] = {END: PROMOTE}
    for level in spec.levels:
        node = LevelNode(spec, level, world)
        waits = isinstance(level, AskUserLevelSpec | ApproveLevelSpec)
        graph.add_node(level.id, _told(level.id, node.run, waits=waits))
        targets[level.id] = level.id
        if isinstance(level, GraphLevelSpec):
            graph.add_node(node.asking, _waiting(node))
            graph.add_node(node.going_on, _told(level.id, node.go_on, waits=False))
            targets |= {node.asking: node.asking}
            graph.add_edge(node.asking, node.going_on)
            graph.add_conditional_edges(node.going_on, following, targets)
    for level in spec.levels:
        graph.add_conditional_edges(level.id, following, targets)
    graph.add_node(PROMOTE, _promotion(spec))
    graph.add_edge(START, spec.levels[0].id)
    graph.add_edge(PROMOTE, GRAPH_END)
    return graph.compile(checkpointer=saver)


def following(state: ScenarioState) -> str:
    """Return where the level that is done has sent the run."""
    return state["following"]


def promoted(spec: ScenarioSpec, state: ScenarioState) -> Values:
    """Return the scenario to go on with: of the last level only, and only where the scenario chains.

    A route that an earlier level put out, such as an uncertain pick before the person was asked, never counts.
    """
    if not spec.chains or state["aborted_reason"]:
        return {"chained_intent_route": None, "chain_reason": None}
    route = state["chain"] or state["output_parsed"].get("chosen_intent_route") or None
    reason = str(state["output_parsed"].get("reason") or f"after {state['order'][-1]}") if route else None
    return {"chained_intent_route": route, "chain_reason": reason}


def _promotion(spec: ScenarioSpec) -> Callable[..., Values]:
    def promote(state: ScenarioState) -> Values:
        return promoted(spec, state)

    return promote


def _waiting(node: LevelNode) -> Callable[..., Values]:
    def wait(state: ScenarioState) -> Values:
        return {"asked": wait_for_reply(state), "following": node.going_on}

    return wait


def _told(name: str, node: Node, *, waits: bool) -> Callable[..., Awaitable[Values]]:
    """Return the node as LangGraph calls it, with its beginning and end told to the job.

    A level that waits is told when it is answered: a resumed node runs again from its top, and no event comes twice.
    """

    async def run(state: ScenarioState, runtime: Runtime[TurnContext]) -> Values:
        # Level, depth and attempt name the visit: whoever records events knows one that comes again after a crash.
        place: Mapping[str, object] = {
            "level": name,
            "scenario": state["scenario_id"],
            "depth": len(state["chain_path"]),
            "attempt": state["order"].count(name) + 1,
        }
        began = perf_counter()
        if not waits:
            tell("level.started", dict(place))
        values = await node(state, runtime.context)
        milliseconds = round((perf_counter() - began) * 1000, 1)
        if waits:
            tell("level.started", dict(place))
        if reason := values.get("aborted_reason"):
            telemetry.record("degraded", node=name, error=str(reason))
            tell("degraded", {"node": name, "why": reason})
        tell("level.done", {**place, "milliseconds": milliseconds, "to": values["following"]})
        return values

    return run

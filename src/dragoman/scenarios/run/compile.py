"""A scenario → a LangGraph. Each level is a node, each pause for a person a node of its own.

Where a run goes next is decided when its level is done, by the conditions of the file, and written into the state;
the graph's edges only read it.
"""

from collections.abc import Awaitable, Callable, Hashable
from typing import Any

import dragoman.graphs.environment  # noqa: F401  # isort: skip  # must come before langgraph
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END as GRAPH_END
from langgraph.graph import START, StateGraph
from langgraph.runtime import Runtime

from dragoman.graphs.path import TurnContext
from dragoman.graphs.run import Graph
from dragoman.scenarios.levels.graph import wait_for_reply
from dragoman.scenarios.levels.world import LevelWorld
from dragoman.scenarios.run.level_node import LevelNode
from dragoman.scenarios.run.map_node import MapNode
from dragoman.scenarios.run.state import ItemState, ScenarioState
from dragoman.scenarios.run.telling import told
from dragoman.scenarios.spec import END, ApproveLevelSpec, AskUserLevelSpec, GraphLevelSpec, MapLevelSpec, ScenarioSpec

PROMOTE = "promote"
Values = dict[str, Any]
Targets = dict[Hashable, str]


def compile_scenario(spec: ScenarioSpec, world: LevelWorld, saver: BaseCheckpointSaver[Any] | None = None) -> Graph:
    """Compile a scenario that was found without fault; without a saver it cannot pause for a person."""
    graph: StateGraph[Any, TurnContext, Any, Any] = StateGraph(ScenarioState, context_schema=TurnContext)
    targets: Targets = {END: PROMOTE}
    for level in spec.levels:
        targets[level.id] = level.id
    for level in spec.levels:
        if isinstance(level, MapLevelSpec):
            _add_map(graph, MapNode(spec, level, world), level.id, targets)
            continue
        node = LevelNode(spec, level, world)
        waits = isinstance(level, AskUserLevelSpec | ApproveLevelSpec)
        graph.add_node(level.id, told(level.id, node.run, when="end" if waits else "begin"))
        own = targets
        if isinstance(level, GraphLevelSpec):
            graph.add_node(node.asking, _waiting(node))
            graph.add_node(node.going_on, told(level.id, node.go_on))
            graph.add_edge(node.asking, node.going_on)
            graph.add_conditional_edges(node.going_on, following, own := {**targets, node.asking: node.asking})
        graph.add_conditional_edges(level.id, following, own)
    graph.add_node(PROMOTE, _promotion(spec))
    graph.add_edge(START, spec.levels[0].id)
    graph.add_edge(PROMOTE, GRAPH_END)
    return graph.compile(checkpointer=saver)


def _add_map(graph: StateGraph[Any, TurnContext, Any, Any], node: MapNode, name: str, targets: Targets) -> None:
    """Add the three nodes of a map: its list, one task for each item, and what they came to."""
    graph.add_node(name, told(name, node.begin))
    graph.add_node(node.working, _item(node))
    graph.add_node(node.gathering, told(name, node.gather, when="never"))
    graph.add_conditional_edges(name, node.each, {**targets, node.working: node.working})
    graph.add_edge(node.working, node.gathering)
    graph.add_conditional_edges(node.gathering, following, targets)


def _item(node: MapNode) -> Callable[..., Awaitable[Values]]:
    async def work_on(state: ItemState, runtime: Runtime[TurnContext]) -> Values:
        return await node.work_on(state, runtime.context)

    return work_on


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

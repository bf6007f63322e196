"""decompose → retrieve → generate → judge → (retrieve again | output)."""

from dataclasses import replace
from inspect import isawaitable
from typing import Any

import dragoman.graphs.environment  # noqa: F401  # isort: skip  # must come before langgraph
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph

from dragoman.assistants.contracts.edges import after_decompose, after_judge
from dragoman.assistants.contracts.nodes.clarify import clarify
from dragoman.assistants.contracts.nodes.decompose import decompose
from dragoman.assistants.contracts.nodes.generate import generate
from dragoman.assistants.contracts.nodes.judge import judge
from dragoman.assistants.contracts.nodes.output import output
from dragoman.assistants.contracts.nodes.retrieve import retrieve
from dragoman.assistants.contracts.state import ContractState
from dragoman.assistants.contracts.tools import ContractsTools
from dragoman.graphs.path import Node, TurnContext, Update, recorded
from dragoman.graphs.run import Graph
from dragoman.graphs.tools import using


def build_graph(tools: ContractsTools, saver: BaseCheckpointSaver[Any] | None = None) -> Graph:
    """Compile the graph; without a saver it cannot pause for a person."""
    graph: StateGraph[Any, TurnContext, Any, Any] = StateGraph(ContractState, context_schema=TurnContext)
    for name, node in _nodes(tools).items():
        graph.add_node(name, recorded(name, _remembered(name, node)))
    graph.add_edge(START, "decompose")
    graph.add_conditional_edges("decompose", after_decompose, ["clarify", "retrieve", "output"])
    graph.add_edge("clarify", "decompose")
    graph.add_edge("retrieve", "generate")
    graph.add_edge("generate", "judge")
    graph.add_conditional_edges("judge", after_judge, ["retrieve", "output"])
    graph.add_edge("output", END)
    return graph.compile(checkpointer=saver)


def _nodes(tools: ContractsTools) -> dict[str, Node]:
    return {
        "decompose": using(decompose, tools),
        "clarify": clarify,
        "retrieve": using(retrieve, tools),
        "generate": using(generate, tools),
        "judge": using(judge, tools),
        "output": using(output, tools),
    }


def _remembered(name: str, node: Node) -> Node:
    """Return the node with its name written behind those before it."""

    async def run(state: ContractState, turn: TurnContext) -> Update:
        found = node(state, turn)
        update = await found if isawaitable(found) else found
        history = [*state.get("node_history", []), name]
        return replace(update, values={**update.values, "node_history": history})

    return run

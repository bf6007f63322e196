"""The supervisor: the path of one turn, with the retrieval subgraph as one of its nodes."""

from typing import Any

import dragoman.graphs.environment  # noqa: F401  # isort: skip  # must come before langgraph
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Send

from dragoman.assistants.mines.edges import after_aggregate, after_decision, after_guardrails, after_memory
from dragoman.assistants.mines.nodes.aggregate import aggregate
from dragoman.assistants.mines.nodes.answer import answer
from dragoman.assistants.mines.nodes.calculator_agent import calculator_agent
from dragoman.assistants.mines.nodes.clarify import clarify
from dragoman.assistants.mines.nodes.compress_context import compress_context
from dragoman.assistants.mines.nodes.degraded import OTHERWISE
from dragoman.assistants.mines.nodes.fallback import fallback
from dragoman.assistants.mines.nodes.guardrails import guardrails
from dragoman.assistants.mines.nodes.memory import memory
from dragoman.assistants.mines.nodes.news_agent import news_agent
from dragoman.assistants.mines.nodes.retrieve_decision import retrieve_decision
from dragoman.assistants.mines.state import MainState, RetrievalInput
from dragoman.assistants.mines.subgraph import build_subgraph
from dragoman.assistants.mines.tools import MinesTools
from dragoman.graphs.path import Node, TurnContext, recorded
from dragoman.graphs.run import Graph
from dragoman.graphs.tools import using


def build_graph(tools: MinesTools, saver: BaseCheckpointSaver[Any] | None = None) -> Graph:
    """Compile the supervisor; without a saver it cannot pause for a person."""
    graph: StateGraph[Any, TurnContext, Any, Any] = StateGraph(MainState, context_schema=TurnContext)
    for name, node in _nodes(tools).items():
        graph.add_node(name, recorded(name, node, otherwise=OTHERWISE.get(name)))
    graph.add_node("retrieval_agent", build_subgraph(tools))
    graph.add_edge(START, "compress_context")
    graph.add_edge("compress_context", "memory")
    graph.add_conditional_edges("memory", after_memory, ["retrieve_decision", "answer"])
    graph.add_conditional_edges(
        "retrieve_decision", dispatch, ["answer", "clarify", "retrieval_agent", "news_agent", "guardrails"]
    )
    graph.add_edge("clarify", "retrieve_decision")
    graph.add_edge("retrieval_agent", "aggregate")
    graph.add_edge("news_agent", "aggregate")
    graph.add_conditional_edges("aggregate", after_aggregate, ["calculator_agent", "guardrails"])
    graph.add_edge("calculator_agent", "guardrails")
    graph.add_conditional_edges("guardrails", after_guardrails, ["answer", "fallback"])
    graph.add_edge("answer", END)
    graph.add_edge("fallback", END)
    return graph.compile(checkpointer=saver)


def dispatch(state: MainState) -> str | list[Send]:
    """Carry out the routing edge: agents run side by side, each with what it is given and no more."""
    following = after_decision(state)
    if isinstance(following, str):
        return following
    payloads: dict[str, Any] = {"retrieval_agent": retrieval_payload(state), "news_agent": state}
    return [Send(agent, payloads[agent]) for agent in following]


def retrieval_payload(state: MainState) -> RetrievalInput:
    """Return what the subgraph is given: query, messages, semantic_context, and the plan that drives it."""
    return RetrievalInput(
        query=state["query"],
        messages=state["messages"],
        semantic_context=state["semantic_context"],
        plan=state["plan"],
    )


def _nodes(tools: MinesTools) -> dict[str, Node]:
    return {
        "compress_context": using(compress_context, tools),
        "memory": using(memory, tools),
        "retrieve_decision": using(retrieve_decision, tools),
        "clarify": clarify,
        "news_agent": using(news_agent, tools),
        "aggregate": using(aggregate, tools),
        "calculator_agent": using(calculator_agent, tools),
        "guardrails": guardrails,
        "answer": using(answer, tools),
        "fallback": using(fallback, tools),
    }

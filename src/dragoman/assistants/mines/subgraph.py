"""The retrieval subgraph: query_rewrite → retrieve_company ×N → grade_docs → synthesize → grade_answer."""

from typing import Any

import dragoman.graphs.environment  # noqa: F401  # isort: skip  # must come before langgraph
from langgraph.graph import END, START, StateGraph
from langgraph.types import Send

from dragoman.assistants.mines.edges import after_grade_answer, after_grade_docs
from dragoman.assistants.mines.nodes.degraded import OTHERWISE
from dragoman.assistants.mines.nodes.grade_answer import grade_answer
from dragoman.assistants.mines.nodes.grade_docs import grade_docs
from dragoman.assistants.mines.nodes.query_rewrite import query_rewrite
from dragoman.assistants.mines.nodes.retrieve_company import retrieve_company
from dragoman.assistants.mines.nodes.synthesize import synthesize
from dragoman.assistants.mines.state import CompanySearch, RetrievalInput, RetrievalOutput, RetrievalState
from dragoman.assistants.mines.tools import MinesTools
from dragoman.graphs.path import Node, TurnContext, recorded
from dragoman.graphs.run import Graph
from dragoman.graphs.tools import using


def build_subgraph(tools: MinesTools) -> Graph:
    """Compile the subgraph. It keeps no checkpoints of its own: it never waits for anybody."""
    graph: StateGraph[Any, TurnContext, Any, Any] = StateGraph(
        RetrievalState, context_schema=TurnContext, input_schema=RetrievalInput, output_schema=RetrievalOutput
    )
    for name, node in _nodes(tools).items():
        graph.add_node(name, recorded(name, node, otherwise=OTHERWISE[name]))
    graph.add_edge(START, "query_rewrite")
    graph.add_conditional_edges("query_rewrite", searches, ["retrieve_company", "grade_docs"])
    graph.add_edge("retrieve_company", "grade_docs")
    graph.add_conditional_edges("grade_docs", after_grade_docs, ["query_rewrite", "synthesize"])
    graph.add_edge("synthesize", "grade_answer")
    graph.add_conditional_edges("grade_answer", after_grade_answer, ["query_rewrite", END])
    return graph.compile(checkpointer=False)


def searches(state: RetrievalState) -> list[Send] | str:
    """Return one parallel branch for each company that has a search."""
    branches = [
        CompanySearch(
            company=company,
            company_queries=[query for query in state["company_queries"] if query["company"] == company],
            plan=state["plan"],
            effort=state["effort"],
        )
        for company in state["companies"]
    ]
    return [Send("retrieve_company", branch) for branch in branches] or "grade_docs"


def _nodes(tools: MinesTools) -> dict[str, Node]:
    return {
        "query_rewrite": using(query_rewrite, tools),
        "retrieve_company": using(retrieve_company, tools),
        "grade_docs": using(grade_docs, tools),
        "synthesize": using(synthesize, tools),
        "grade_answer": using(grade_answer, tools),
    }

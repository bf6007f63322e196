"""A LangGraph graph as a picture: nodes and edges for programs, Mermaid text for whoever draws it."""

from typing import Any

from dragoman.graphs.run import Graph

Json = dict[str, Any]
_ENDS = {"__start__": "start", "__end__": "end"}


def graph_record(graph: Graph) -> Json:
    """Return nodes and edges as JSON types, in the shape that drawings of scenarios have."""
    drawn = graph.get_graph()
    nodes = [{"id": name, "kind": _ENDS.get(name, "node")} for name in drawn.nodes]
    edges = [
        {"from": edge.source, "to": edge.target, "when": str(edge.data) if edge.data else None, "chain": None}
        for edge in drawn.edges
    ]
    return {"nodes": nodes, "edges": edges, "mermaid": str(drawn.draw_mermaid())}

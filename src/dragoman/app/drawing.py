"""Drawings of the assistants' graphs and of scenarios, as JSON types. It needs LangGraph."""

from typing import Any

from dragoman.assistants.contracts.graph import build_graph as contracts_graph
from dragoman.assistants.contracts.tools import ContractsTools
from dragoman.assistants.mines.graph import build_graph as mines_graph
from dragoman.assistants.mines.tools import MinesTools
from dragoman.graphs.drawing import graph_record

Record = dict[str, Any]


def draw_mines(tools: MinesTools) -> Record:
    """Return the graph of the mines assistant."""
    return _record("mines", graph_record(mines_graph(tools)))


def draw_contracts(tools: ContractsTools) -> Record:
    """Return the graph of the contracts assistant."""
    return _record("contracts", graph_record(contracts_graph(tools)))


def _record(name: str, drawn: Record) -> Record:
    return {"id": name, "display_name": f"The {name} assistant", "effects": "read", **drawn}

"""What a prompt can be sent to."""

from typing import Any

from fastapi import APIRouter

from dragoman.app.catalog import catalog, drawing
from dragoman.server.served import Here

router = APIRouter(prefix="/v1", tags=["scenarios"])
Record = dict[str, Any]


@router.get("/scenarios")
def scenarios(here: Here) -> Record:
    """List what a prompt can be sent to."""
    return {"scenarios": catalog(here.dragoman.runtime)}


@router.get("/graph/{scenario}")
def graph(scenario: str, here: Here) -> Record:
    """Draw one of them, or the graph of an assistant: nodes, edges, and Mermaid text."""
    return {"scenario": scenario, **drawing(here.dragoman.runtime, scenario)}

"""What a prompt can be sent to. Until there are scenarios, that is the assistants."""

from typing import Any

from fastapi import APIRouter

from dragoman.app.catalog import catalog, mermaid
from dragoman.server.served import Here

router = APIRouter(prefix="/v1", tags=["scenarios"])
Record = dict[str, Any]


@router.get("/scenarios")
def scenarios() -> Record:
    """List what a prompt can be sent to."""
    return {"scenarios": catalog()}


@router.get("/graph/{scenario}")
def graph(scenario: str, here: Here) -> Record:
    """Draw the graph of one of them, as Mermaid text."""
    return {"scenario": scenario, "mermaid": mermaid(here.dragoman.runtime, scenario)}

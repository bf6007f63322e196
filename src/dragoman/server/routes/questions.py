"""What code knows about a text, and where a question would go."""

from typing import Any

from fastapi import APIRouter

from dragoman.domain.conversation import Turn
from dragoman.interpret.record import interpretation_record
from dragoman.server.schema import RouteSchema, TextSchema
from dragoman.server.served import Here

router = APIRouter(prefix="/v1", tags=["questions"])
Record = dict[str, Any]


@router.post("/interpret")
def interpret(body: TextSchema, here: Here) -> Record:
    """Read companies, metrics, periods, amounts and comparisons; as `dragoman interpret --json`."""
    return interpretation_record(here.dragoman.interpret(body.text, reference_date=body.reference_date))


@router.post("/route")
async def route(body: RouteSchema, here: Here) -> Record:
    """Tell where a question would go and why; as `dragoman route --json`, for any assistant."""
    history = [Turn(turn.role, turn.content) for turn in body.history]
    return await here.dragoman.advised_route(
        body.text, history=history, reference_date=body.reference_date, assistant=body.assistant
    )

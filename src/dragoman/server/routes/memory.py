"""Remembered answers: list, edit, delete, and call one wrong."""

from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import Field

from dragoman.app.remembered import entry_record, log_record
from dragoman.domain.asker import ANYBODY
from dragoman.memory.answer_cache import MAX_EDIT
from dragoman.server.schema import LARGEST, Wire, WrongSchema
from dragoman.server.served import Here

router = APIRouter(prefix="/v1/memory", tags=["memory"])
Record = dict[str, Any]
TENANT = ANYBODY.tenant  # whoever has the token of this server
MAX_LISTED = 500
Find = Annotated[str, Query(max_length=200, description="Only those with all these words.")]
Limit = Annotated[int, Query(ge=1, le=MAX_LISTED)]
Offset = Annotated[int, Query(ge=0, le=LARGEST)]


class EditSchema(Wire):
    """A person's words for an answer."""

    answer: str = Field(max_length=MAX_EDIT, examples=["It was US$55,658 million [1]."])


@router.get("/conclusions")
def conclusions(here: Here, find: Find = "", limit: Limit = MAX_LISTED, offset: Offset = 0) -> Record:
    """List what is remembered, newest first, with counts; `total` is how many there are beyond the page given."""
    runtime = here.dragoman.runtime
    cache, now = runtime.answer_cache, runtime.clock.now()
    found = cache.entries(TENANT, find=find, limit=limit, offset=offset)
    return {
        "conclusions": [entry_record(entry, now, is_over=cache.is_over(entry)) for entry in found],
        "total": cache.count(TENANT, find=find),
        "statistics": cache.statistics(TENANT),
        "is_on": runtime.settings.memory.is_on,
        "compares_by": cache.compares_by,
    }


@router.get("/conclusions/{entry}")
def one(entry: str, here: Here) -> Record:
    """Give one remembered answer."""
    runtime = here.dragoman.runtime
    return entry_record(runtime.answer_cache.entry(TENANT, entry), runtime.clock.now())


@router.get("/audit")
def audit(here: Here, limit: Limit = 100) -> Record:
    """Tell what happened to them, newest first."""
    return {"audit": [log_record(line) for line in here.dragoman.runtime.answer_cache.audit(TENANT, limit=limit)]}


@router.put("/conclusions/{entry}")
def edit(entry: str, body: EditSchema, here: Here) -> Record:
    """Replace the words of an answer; everything else of the entry stays."""
    runtime = here.dragoman.runtime
    return entry_record(runtime.answer_cache.edit(TENANT, entry, body.answer), runtime.clock.now())


@router.delete("/conclusions/{entry}", status_code=204)
def delete(entry: str, here: Here) -> None:
    """Forget an answer."""
    here.dragoman.runtime.answer_cache.delete(TENANT, entry)


@router.post("/conclusions/{entry}/wrong", status_code=204)
def wrong(entry: str, here: Here, body: WrongSchema | None = None) -> None:
    """Forget a wrong answer, and work its question out anew from now on."""
    here.dragoman.runtime.answer_cache.wrong(TENANT, entry, reason=body.reason if body else "")

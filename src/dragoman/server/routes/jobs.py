"""Jobs: how each stands, what happens in it, replies and cancelling."""

from typing import Annotated, Any

from fastapi import APIRouter, Header, Query
from starlette.responses import Response, StreamingResponse

from dragoman.app.catalog import is_task
from dragoman.app.records import cost_record
from dragoman.jobs.job import Job
from dragoman.jobs.record import event_record, job_record, spent
from dragoman.server.schema import LARGEST, ReplySchema
from dragoman.server.served import Here, Served
from dragoman.server.stream import frames

router = APIRouter(prefix="/v1/jobs", tags=["jobs"])
Record = dict[str, Any]
STREAM: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/event-stream": {"example": 'event: node.started\ndata: {"node": "answer"}\nid: 3\n\n'}}},
    204: {"description": "The job has ended, and the reader has its last event."},
}


@router.get("")
def jobs(here: Here, limit: Annotated[int, Query(ge=1, le=500)] = 50) -> Record:
    """List the newest jobs."""
    return {"jobs": [_record(job, here) for job in here.backend.jobs(limit)]}


@router.get("/{job}")
def one(job: str, here: Here) -> Record:
    """Tell how a job stands, and what models took for it so far."""
    return _priced(here.backend.job(job), here)


@router.get("/{job}/events")
def events(job: str, here: Here, after: Annotated[int, Query(ge=0, le=LARGEST)] = 0) -> Record:
    """List what has happened in a job."""
    return {"events": [event_record(event) for event in here.backend.events(job, after)]}


@router.post("/{job}/resume", status_code=202)
def resume(job: str, body: ReplySchema, here: Here) -> Record:
    """Reply to the question a job waits with. The same reply twice is fine; another one is refused (409)."""
    return _record(here.backend.reply(job, body.question_id, body.reply), here)


@router.post("/{job}/cancel")
def cancel(job: str, here: Here) -> Record:
    """End a job."""
    return _priced(here.backend.cancel(job), here)


@router.get("/{job}/stream", response_class=StreamingResponse, responses=STREAM)
async def stream(
    job: str,
    here: Here,
    after: Annotated[int | None, Query(ge=0, le=LARGEST, description="Only events after this number.")] = None,
    last_event_id: Annotated[str | None, Header(description="Sent by browsers that reconnect.")] = None,
) -> Response:
    """Send what happened, then what happens, until the job ends (204 when the reader has all of it)."""
    seen = after or 0
    if last_event_id and last_event_id.isdecimal():
        seen = max(seen, min(int(last_event_id[:20]), LARGEST))
    if here.backend.job(job).is_ended and not here.backend.events(job, seen):
        return Response(status_code=204)  # what tells a browser not to connect again
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(frames(here.backend, job, seen), media_type="text/event-stream", headers=headers)


def _priced(job: Job, here: Served) -> Record:
    return {**_record(job, here), "cost": cost_record(spent(here.backend.events(job.id, 0)))}


def _record(job: Job, here: Served) -> Record:
    record = job_record(job)
    return {**record, "is_task": is_task(here.dragoman.runtime, record["scenario"])}

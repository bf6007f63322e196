"""The JSON of jobs and events, on the wire and in the terminal."""

from collections.abc import Sequence
from typing import Any

from dragoman.domain import wire
from dragoman.domain.cost import Cost, together
from dragoman.domain.wire import dump
from dragoman.jobs.job import Job, JobEvent

Record = dict[str, Any]
_PRICED = ("level.done", "item.done", "model.called")


def job_record(job: Job) -> Record:
    """Return the JSON of a job."""
    about = job.envelope.metadata
    return {
        "id": job.id,
        "status": job.status,
        "prompt": job.envelope.prompt,
        "thread": job.envelope.thread,
        "assistant": about.assistant,
        "scenario": job.scenario or about.scenario_id,
        "question": dump(job.question) if job.question else None,
        "result": job.result,
        "error": job.error,
        "trace": job.envelope.trace_id,
        "created": job.created.isoformat(),
        "updated": job.updated.isoformat(),
    }


def spent(events: Sequence[JobEvent]) -> Cost:
    """Return what models took for a job so far, as its events tell; a stopped one has no result that says it."""
    told = [event.data["cost"] for event in events if event.type in _PRICED and "cost" in event.data]
    return together([wire.load(Cost, cost) for cost in told])


def event_record(event: JobEvent) -> Record:
    """Return the JSON of an event."""
    return {
        "job": event.job,
        "seq": event.seq,
        "type": event.type,
        "data": dict(event.data),
        "at": event.at.isoformat(),
    }

"""The JSON of jobs and events, on the wire and in the terminal."""

from typing import Any

from dragoman.domain.wire import dump
from dragoman.jobs.job import Job, JobEvent

Record = dict[str, Any]


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


def event_record(event: JobEvent) -> Record:
    """Return the JSON of an event."""
    return {
        "job": event.job,
        "seq": event.seq,
        "type": event.type,
        "data": dict(event.data),
        "at": event.at.isoformat(),
    }

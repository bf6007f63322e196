"""Replying to what a job asks, from wherever the person is: the job goes on, with or without a server."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from dragoman.app.desk import Desk
from dragoman.app.front_door import job_runners
from dragoman.app.runtime import Runtime
from dragoman.domain.answer import Answer
from dragoman.domain.utterance import readable
from dragoman.errors import DragomanError
from dragoman.jobs.errors import EndedJobError
from dragoman.jobs.job import Job
from dragoman.jobs.workers import carry_out_one

LOOK_SECONDS = 0.1  # between looks at a job that another process works on


class JobFailedError(DragomanError):
    """A job that was answered ended without a result."""

    code = "job-failed"


@dataclass(frozen=True, slots=True)
class Asked:
    """The question of a job."""

    job: str
    thread: str
    question: str


async def answer_job(runtime: Runtime, desk: Desk, asked: Asked, reply: str, today: Callable[[], date]) -> Answer:
    """Give the reply and return what the job comes to: its answer, or the next question.

    Where no server owns the jobs, this one is carried out here; else the server does it, and we wait.
    Raises ReplyConflictError for a second, different reply, EndedJobError, JobFailedError.
    """
    backend = runtime.jobs
    job = backend.reply(asked.job, readable(asked.question), reply)
    while job.status in ("queued", "running"):
        with runtime.work_lock() as is_ours:
            if is_ours:
                await carry_out_one(backend, job_runners(runtime, today), job.id)
        if not is_ours:
            await asyncio.sleep(LOOK_SECONDS)
        job = backend.job(job.id)
    return _answer(desk, asked, job)


def _answer(desk: Desk, asked: Asked, job: Job) -> Answer:
    if job.status == "cancelled":
        raise EndedJobError(job.id, job.status)
    if job.error:
        raise JobFailedError(f"job {job.id} failed: {job.error['message']}", remedy=job.error["remedy"])
    return desk.answer_of(asked.thread, desk.turn_of(asked.thread, asked.question))

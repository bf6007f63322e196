"""Jobs in one SQLite file, worked on by threads of the process that serves them.

The backend alone submits, reads, answers and cancels, also beside a process that works; `workers.Workers`
carries the jobs out.
"""

import secrets
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta

from dragoman.domain import wire
from dragoman.errors import UnknownNameError
from dragoman.jobs.bell import Bell, rung_or
from dragoman.jobs.envelope import Envelope
from dragoman.jobs.errors import EndedJobError, IdempotencyKeyError, QueueFullError, ReplyConflictError
from dragoman.jobs.job import Job, JobEvent, JobStatus, Question
from dragoman.stores.jobs import Change, Entry, JobStore, NewJob, StoredJob

QUEUE = "queue"  # the bell that workers listen to
POLL_SECONDS = 1.0  # how late a change by another process may be seen
MAX_QUEUED = 200
RETRY_AFTER = timedelta(seconds=2)
_BEFORE_THE_END: tuple[JobStatus, ...] = ("queued", "running", "waiting")


class InProcessBackend:
    """A JobBackend over a store; rings the bell at every change."""

    def __init__(self, store: JobStore, *, max_queued: int = MAX_QUEUED) -> None:
        self.store = store
        self.bell = Bell()
        self._max_queued = max_queued
        self._is_closed = False

    def close(self) -> None:
        """End every stream. The store is closed by whoever opened it."""
        self._is_closed = True
        self.bell.ring_all()

    def submit(self, envelope: Envelope) -> Job:
        """Store the prompt as a queued job. Raises IdempotencyKeyError and QueueFullError."""
        about = envelope.metadata
        new = NewJob(
            id=f"j-{secrets.token_hex(6)}",
            tenant=about.tenant,
            key=about.idempotency_key,
            thread=envelope.thread,
            envelope=wire.dump(envelope),
        )
        queued = Entry("job.queued", {"thread": envelope.thread}, "job.queued")
        row = self.store.add(new, [queued], max_queued=self._max_queued)
        if row is None:
            raise QueueFullError(self._max_queued, retry_after=RETRY_AFTER)
        job = _job(row)
        if job.id != new.id and _request(job.envelope) != _request(envelope):
            raise IdempotencyKeyError(about.idempotency_key or "", job.id)
        self.bell.ring(QUEUE)
        return job

    def job(self, job: str) -> Job:
        """Return one job. Raises UnknownNameError."""
        return _job(self._row(job))

    def jobs(self, limit: int = 50) -> tuple[Job, ...]:
        """Return the newest jobs, newest first."""
        return tuple(_job(row) for row in self.store.jobs(limit))

    def of_thread(self, thread: str) -> tuple[Job, ...]:
        """Return the jobs of a thread, oldest first."""
        return tuple(_job(row) for row in self.store.of_thread(thread))

    def events(self, job: str, after: int = 0) -> tuple[JobEvent, ...]:
        """Return the events after a number. Raises UnknownNameError."""
        found = self.store.events(job, after)
        if not found:
            self._row(job)
        return tuple(JobEvent(job=job, seq=one.seq, type=one.type, data=one.data, at=one.at) for one in found)

    def forget(self, thread: str) -> None:
        """Cancel what still runs in the thread, and forget its jobs."""
        for row in self.store.of_thread(thread):
            if row.status in _BEFORE_THE_END:
                self.cancel(row.id)
        self.store.remove_of(thread)

    def prune(self, older_than: timedelta) -> int:
        """Forget jobs that ended so long ago, with their events and idempotency keys. Return how many."""
        return self.store.prune(older_than)

    def waiting_for(self, thread: str, question: str) -> Job | None:
        """Return the job of the thread that asked this question."""
        for row in reversed(self.store.of_thread(thread)):
            asks = (row.question or {}).get("id") == question
            if asks or self.store.reply_of(row.id, question):
                return _job(row)
        return None

    def reply(self, job: str, question: str, reply: object) -> Job:
        """Bind a reply and queue the job. Raises ReplyConflictError, UnknownNameError, EndedJobError."""
        self._row(job)
        counts = self.store.take_reply(job, question, reply)
        if counts is None:
            raise self._cannot_reply(job, question)
        if counts != {"reply": reply}:
            raise ReplyConflictError(job, question)
        self.bell.ring(QUEUE)
        self.bell.ring(job)
        return self.job(job)

    def _cannot_reply(self, job: str, question: str) -> Exception:
        row = self._row(job)
        if row.status == "cancelled":
            return EndedJobError(job, row.status)
        return UnknownNameError("question that waits", question, [str(row.question["id"])] if row.question else [])

    def cancel(self, job: str) -> Job:
        """End the job before its work is done. Raises EndedJobError."""
        ended = Entry("job.cancelled", {}, "job.ended")
        change = Change(when=_BEFORE_THE_END, values={"status": "cancelled", "question": None}, entries=[ended])
        if not self.store.change(job, change):
            row = self._row(job)
            if row.status != "cancelled":
                raise EndedJobError(job, row.status)
        for name in (job, stop_of(job), QUEUE):  # its thread may be free for the next one
            self.bell.ring(name)
        return self.job(job)

    async def stream(self, job: str, after: int = 0) -> AsyncIterator[JobEvent]:
        """Give recorded events and then new ones; each is read from the log, so none is missed or repeated."""
        with self.bell.listening(job) as rung:
            is_over = self.job(job).is_ended and not self.events(job, after)
            while not is_over and not self._is_closed:
                for event in self.events(job, after):
                    yield event
                    after, is_over = event.seq, event.is_terminal
                if not is_over:
                    await rung_or(rung, POLL_SECONDS)

    def _row(self, job: str) -> StoredJob:
        row = self.store.job(job)
        if row is None:
            raise UnknownNameError("job", job, (one.id for one in self.store.jobs(30)))
        return row


def stop_of(job: str) -> str:
    """Return the name of the bell that rings when a job is cancelled."""
    return f"stop {job}"


def _request(envelope: Envelope) -> Envelope:
    """Return what makes two requests the same: all but what is drawn anew for each."""
    return replace(envelope, trace_id="", thread=None)


def _job(row: StoredJob) -> Job:
    return Job(
        id=row.id,
        envelope=wire.load(Envelope, row.envelope),
        status=row.status,
        scenario=row.scenario,
        result=row.result,
        error=row.error,
        question=wire.load(Question, row.question) if row.question else None,
        created=row.created,
        updated=row.updated,
    )

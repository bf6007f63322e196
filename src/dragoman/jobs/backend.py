"""The port to whatever keeps jobs and sees to it that they are carried out."""

from collections.abc import AsyncIterator
from typing import Protocol

from dragoman.jobs.envelope import Envelope
from dragoman.jobs.job import Job, JobEvent


class JobBackend(Protocol):
    """Keeps jobs and their events; `dragoman.testing.job_conformance` has the suite every backend passes.

    A job that does not exist raises UnknownNameError everywhere.
    """

    def submit(self, envelope: Envelope) -> Job:
        """Store the prompt before any work on it.

        A known idempotency key returns its job. Raises IdempotencyKeyError when that was another request, and
        QueueFullError.
        """

    def job(self, job: str) -> Job:
        """Return the job as it stands."""

    def jobs(self, limit: int = 50) -> tuple[Job, ...]:
        """Return the newest jobs, newest first."""

    def events(self, job: str, after: int = 0) -> tuple[JobEvent, ...]:
        """Return what happened after that number, in order, without gaps."""

    def waiting_for(self, thread: str, question: str) -> Job | None:
        """Return the job of the thread that asked this question, whether or not it has its reply."""

    def reply(self, job: str, question: str, reply: object) -> Job:
        """Give the reply to a question; the same one twice is fine.

        Raises ReplyConflictError for a second, different one, UnknownNameError for a question it never asked,
        and EndedJobError when the job was cancelled while it waited.
        """

    def cancel(self, job: str) -> Job:
        """End the job. One that was cancelled already stays so; raises EndedJobError for any other that has ended."""

    def stream(self, job: str, after: int = 0) -> AsyncIterator[JobEvent]:
        """Give what happened after that number and then what happens, until the terminal event.

        Leaving early changes nothing in the job. It ends without a terminal event only when the reader has that
        one already, or when the backend is closed.
        """

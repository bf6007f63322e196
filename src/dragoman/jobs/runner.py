"""What carries out a job. Scenarios and assistants implement it; the application wires it."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from dragoman.domain.outcome import Failed, Finished, Json, Outcome, Waiting
from dragoman.jobs.envelope import Envelope

__all__ = ["Emit", "Failed", "Finished", "OpenRunner", "Outcome", "Runner", "Waiting"]

Emit = Callable[[str, Json], None]


class Runner(Protocol):
    """Carries out one job at a time, on one event loop.

    A process may die at any moment: the same call then comes again, and what it emits again is recognised by
    type, node (or level) and count, and recorded once. An exception ends the job as failed.
    """

    async def start(self, envelope: Envelope, job: str, emit: Emit) -> Outcome:
        """Work until the job ends or waits for a person."""

    async def resume(self, envelope: Envelope, job: str, question_id: str, reply: object, emit: Emit) -> Outcome:
        """Go on with the reply to the question the job waited with."""


OpenRunner = Callable[[], AbstractAsyncContextManager[Runner]]

"""What carries out a job. Scenarios and assistants implement it; the application wires it."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Protocol

from dragoman.jobs.envelope import Envelope
from dragoman.jobs.job import Json, Question

Emit = Callable[[str, Json], None]


@dataclass(frozen=True, slots=True)
class Finished:
    """The job is done."""

    result: Json


@dataclass(frozen=True, slots=True)
class Waiting:
    """The job goes on when a person has replied."""

    question: Question


@dataclass(frozen=True, slots=True)
class Failed:
    """The job cannot be done; `code` is one of docs/errors.md."""

    code: str
    message: str
    remedy: str = ""


Outcome = Finished | Waiting | Failed


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

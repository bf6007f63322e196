"""A job and what happens in it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from dragoman.domain.outcome import Json, Question
from dragoman.jobs.envelope import Envelope

__all__ = ["ENDED", "TERMINAL_EVENTS", "Job", "JobEvent", "JobStatus", "Json", "Question"]

JobStatus = Literal["queued", "running", "waiting", "done", "failed", "cancelled"]
TERMINAL_EVENTS = frozenset({"job.done", "job.failed", "job.cancelled"})
ENDED = frozenset({"done", "failed", "cancelled"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """The execution of one envelope."""

    id: str
    envelope: Envelope
    status: JobStatus
    scenario: str | None = None  # where it went, once that is decided
    result: Json | None = None
    error: Json | None = None  # code, message, remedy
    question: Question | None = None  # while it waits
    created: datetime
    updated: datetime

    @property
    def is_ended(self) -> bool:
        """Whether nothing can happen in it any more."""
        return self.status in ENDED


@dataclass(frozen=True, slots=True, kw_only=True)
class JobEvent:
    """One thing that happened in a job; `seq` counts from 1 without gaps."""

    job: str
    seq: int
    type: str
    data: Mapping[str, Any] = field(default_factory=dict)
    at: datetime

    @property
    def is_terminal(self) -> bool:
        """Whether it is the last one of its job."""
        return self.type in TERMINAL_EVENTS

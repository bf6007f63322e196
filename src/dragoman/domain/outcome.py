"""How a piece of work stands when its runner lets go of it: finished, waiting for a person, or failed."""

from dataclasses import dataclass, field
from typing import Any, Literal

from dragoman.domain.decision import Option

Json = dict[str, Any]  # JSON types all the way down
QuestionKind = Literal["ask_user", "approve", "clarify"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What a job waits for; it is answered by its id."""

    id: str
    kind: QuestionKind
    text: str
    options: tuple[Option, ...] = ()
    schema: Json | None = None  # JSON Schema of the reply, and for an approval the plan beside it


@dataclass(frozen=True, slots=True)
class Finished:
    """The work is done; the result is JSON."""

    result: Json = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Waiting:
    """The work goes on when a person has answered."""

    question: Question


@dataclass(frozen=True, slots=True)
class Failed:
    """The work cannot be done: why, and what to do next."""

    code: str
    message: str
    remedy: str = ""


Outcome = Finished | Waiting | Failed

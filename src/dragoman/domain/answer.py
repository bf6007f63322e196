"""An answer with everything it rests on."""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Literal

from dragoman.domain.claim import ConfidenceGrade, Grounding
from dragoman.domain.cost import Cost
from dragoman.domain.decision import Option
from dragoman.domain.document import Box
from dragoman.domain.lineage import CalculationNode, LineageNode

Outcome = Literal["answered", "clarification", "out_of_scope", "unsupported", "fallback"]
Json = dict[str, Any]  # JSON types all the way down


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """A marker of the answer and the place it opens."""

    marker: int
    document: str
    title: str
    page: int
    section: str
    quote: str
    place: str = ""  # for people: 'page 1, "Headline figures", row Revenue'
    boxes: tuple[Box, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenQuestion:
    """A question of ours that waits; it is answered by its id."""

    id: str
    question: str
    options: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeVisit:
    """One node of the path an answer took, for the trace."""

    node: str
    summary: str
    milliseconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Remembered:
    """An answer that was given before and is given again."""

    entry: str  # the id of the cache's entry, for editing, deleting and "wrong answer"
    question: str  # the words it was first given to
    answered_at: str  # ISO 8601, UTC
    equivalence: float  # how sure it is that both questions ask the same; 1.0 where all their slots decide
    age: timedelta = timedelta(0)  # when it was given again
    edited_at: str | None = None  # ISO 8601, UTC: a person has changed its words since


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall:
    """What the answer cache knows a question by, whether or not its answer is kept: it may be called wrong."""

    key: str  # digest of everything that must be equal
    signature: str  # of the words that the key does not hold


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a person gets for one turn."""

    text: str
    outcome: Outcome
    thread: str = ""
    turn: int = 0  # counted from 1 within the thread
    question: OpenQuestion | None = None
    citations: tuple[Citation, ...] = ()
    grounding: Grounding | None = None
    confidence: ConfidenceGrade = "unchecked"
    caveats: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    calculations: tuple[CalculationNode, ...] = ()
    lineage: tuple[LineageNode, ...] = ()
    charts: tuple[Json, ...] = ()  # Vega-Lite specifications
    decision: Json = field(default_factory=dict)  # the decision record, as `route` prints it
    path: tuple[NodeVisit, ...] = ()
    cost: Cost = field(default_factory=Cost)
    remembered: Remembered | None = None  # set when the answer comes from memory
    recall: Recall | None = None  # None where the question could not be answered from memory anyway
    latency_ms: float = 0.0

"""What was decided about an utterance: a closed union, never None."""

from dataclasses import dataclass, field
from typing import Literal

from dragoman.domain.plan import Plan

DecidedBy = Literal["rule", "classifier", "model", "cache", "pin", "fallback"]
ClarificationKind = Literal["ambiguous", "uncertain", "missing_slot"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """An intent or route that might be meant, and why we think so."""

    intent: str
    confidence: float  # of ten candidates at 0.7, about seven prove right
    evidence: str = ""  # shown in traces, never to the person


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounds:
    """Who decided, how sure, on what evidence and at what cost; every decision has them."""

    decided_by: DecidedBy = "rule"
    confidence: float = 1.0
    reason: str = ""
    candidates: tuple[Candidate, ...] = ()
    model_calls: int = 0
    versions: dict[str, str] = field(default_factory=dict)  # what it was made with: vocabulary, corpus


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One thing to choose when we ask back; `value` is what choosing it adds to the question."""

    value: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Routed:
    """We know where it goes and what must be found."""

    kind: Literal["routed"] = "routed"
    route: str
    plan: Plan
    grounds: Grounds


@dataclass(frozen=True, slots=True, kw_only=True)
class Clarification:
    """We ask: which of several, are we right, or what is missing."""

    kind: Literal["clarification"] = "clarification"
    why: ClarificationKind
    question: str
    options: tuple[Option, ...] = ()
    grounds: Grounds


@dataclass(frozen=True, slots=True, kw_only=True)
class OutOfScope:
    """Nothing we offer fits."""

    kind: Literal["out_of_scope"] = "out_of_scope"
    message: str
    grounds: Grounds


@dataclass(frozen=True, slots=True, kw_only=True)
class Unsupported:
    """It would fit, but this company, period or metric is not covered."""

    kind: Literal["unsupported"] = "unsupported"
    message: str
    remedy: str
    names: tuple[str, ...] = ()
    grounds: Grounds


Decision = Routed | Clarification | OutOfScope | Unsupported

"""What the router decided about one question, and the JSON form of it that `dragoman route` prints."""

from dataclasses import dataclass, field
from typing import Any

from dragoman.decide.queries import SubQuery
from dragoman.domain import wire
from dragoman.domain.decision import Clarification, Decision, Routed
from dragoman.domain.interpretation import Interpretation
from dragoman.domain.plan import Explain, News, Plan, Step, cells_of


@dataclass(frozen=True, slots=True)
class Flag:
    """One of the four routing decisions: `confidence` is that of `value` being right."""

    value: bool
    confidence: float


@dataclass(frozen=True, slots=True, kw_only=True)
class RouteRecord:
    """The four flags, the two texts, the decision they make, and what must be searched.

    `query` is the question with what was carried; `missing` says what of a mixed question is not covered.
    """

    query: str
    interpretation: Interpretation
    decision: Decision
    is_out_of_scope: Flag
    needs_retrieval: Flag
    needs_news: Flag
    needs_clarification: Flag
    clarification_question: str = ""
    direct_answer: str = ""
    plan: Plan = field(default_factory=Plan)  # also while we ask: what could be done all the same
    queries: tuple[SubQuery, ...] = ()
    missing: tuple[str, ...] = ()
    latency_ms: float = 0.0

    @property
    def flags(self) -> dict[str, bool]:
        """The values of the four flags, as the routing edge reads them."""
        return {
            "is_out_of_scope": self.is_out_of_scope.value,
            "needs_retrieval": self.needs_retrieval.value,
            "needs_news": self.needs_news.value,
            "needs_clarification": self.needs_clarification.value,
        }

    @property
    def confidence(self) -> float:
        """How sure the decision as a whole is."""
        return self.decision.grounds.confidence


def route_record(record: RouteRecord, *, latency_ms: float | None = None) -> dict[str, Any]:
    """Return the JSON of `dragoman route`; `latency_ms` replaces the router's own measurement."""
    grounds = record.decision.grounds
    return {
        "outcome": record.decision.kind,
        "route": record.decision.route if isinstance(record.decision, Routed) else None,
        "flags": {name: _flag(getattr(record, name)) for name in record.flags},
        "companies": list(_companies(record)),
        "periods": list(_periods(record)),
        "metrics": list(_metrics(record)),
        "plan": wire.dump(record.plan),
        "queries": [wire.dump(query) for query in record.queries],
        "confidence": grounds.confidence,
        "candidates": [{"intent": c.intent, "confidence": c.confidence} for c in grounds.candidates],
        "clarification": _clarification(record.decision),
        "direct_answer": record.direct_answer,
        "decided_by": grounds.decided_by,
        "reason": grounds.reason,
        "missing": list(record.missing),
        "query": record.query,
        "latency_ms": round(record.latency_ms if latency_ms is None else latency_ms, 3),
        "model_calls": grounds.model_calls,
    }


def _flag(flag: Flag) -> dict[str, Any]:
    return {"value": flag.value, "confidence": flag.confidence}


def _clarification(decision: Decision) -> dict[str, Any] | None:
    if not isinstance(decision, Clarification):
        return None
    options = [{"value": option.value, "text": option.text} for option in decision.options]
    return {"id": None, "question": decision.question, "options": options}


def _companies(record: RouteRecord) -> tuple[str, ...]:
    found = [company for step in record.plan.steps for company in _of_step(step)]
    return tuple(dict.fromkeys(found)) or record.interpretation.names("company")


def _of_step(step: Step) -> list[str]:
    if isinstance(step, News | Explain):
        return list(step.companies)
    return [cell.company for cell in cells_of(step)]


def _periods(record: RouteRecord) -> tuple[str, ...]:
    found = [cell.period.label for cell in record.plan.cells]
    found += [p.label for step in record.plan.steps if isinstance(step, Explain) for p in step.periods]
    return tuple(dict.fromkeys(found)) or record.interpretation.period_labels()


def _metrics(record: RouteRecord) -> tuple[str, ...]:
    found = [cell.metric for cell in record.plan.cells]
    found += [m for step in record.plan.steps if isinstance(step, Explain) for m in step.metrics]
    return tuple(dict.fromkeys(found)) or record.interpretation.names("metric")

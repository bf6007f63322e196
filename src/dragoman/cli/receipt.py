"""The receipt of a decision: who decided, how sure, on what evidence, what else was weighed, at what cost."""

from collections.abc import Iterator, Mapping
from typing import Any

from dragoman.cli.spent import spent_words
from dragoman.domain.answer import Answer

_MAX_CANDIDATES = 4


def receipt_lines(answer: Answer) -> Iterator[str]:
    """Yield the lines of the receipt, each a name and what is known of it."""
    decision = answer.decision
    yield _line("decided by", f"{decision.get('decided_by', 'rule')}, confidence {decision.get('confidence', 0):.2f}")
    if reason := decision.get("reason"):
        yield _line("because", str(reason))
    if weighed := [_candidate(one) for one in decision.get("candidates", ())]:
        yield _line("weighed", ", ".join(weighed[:_MAX_CANDIDATES]))
    yield _line("outcome", f"{answer.outcome}{_went(decision)}")
    if versions := decision.get("versions"):
        yield _line("made with", ", ".join(f"{name} {version}" for name, version in versions.items()))
    yield _line("cost", f"{spent_words(answer.cost)}, {answer.latency_ms:.0f} ms")


def _line(name: str, words: str) -> str:
    return f"{name:<11} {' '.join(words.split())}"


def _candidate(one: Mapping[str, Any]) -> str:
    name, score = one.get("intent_route") or one.get("intent"), one.get("score", one.get("confidence", 0))
    return f"{name} {score:.2f}"


def _went(decision: Mapping[str, Any]) -> str:
    companies, periods, metrics = (decision.get(name) or () for name in ("companies", "periods", "metrics"))
    slots = " ".join((*companies, *periods, *metrics))
    return f" → {decision['route']}{f' ({slots})' if slots else ''}" if decision.get("route") else ""

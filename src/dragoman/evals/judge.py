"""Judge one case: hold what happened against what was expected."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from dragoman.evals.case import CaseSpec, ExpectSpec
from dragoman.evals.report import Judged, Verdict

Record = dict[str, Any]
_DECLINES = ("out_of_scope", "unsupported", "fallback")


def judge(case: CaseSpec, record: Record, milliseconds: float) -> Judged:
    """Return the verdict on a case, from the JSON of `route` or `ask`."""
    faults = tuple(_faults(case.expect, record))
    return Judged(
        case=case.id,
        verdict=_verdict(case.expect, record, failed=bool(faults)),
        reason="; ".join(faults),
        milliseconds=milliseconds,
        model_calls=_model_calls(record),
        usd=_usd(record),
    )


def _verdict(expect: ExpectSpec, record: Record, *, failed: bool) -> Verdict:
    if not failed:
        return "right"
    wanted = _wanted_outcomes(expect)
    if record["outcome"] == "clarification" and "clarification" not in wanted:
        return "asked"
    if record["outcome"] in _DECLINES and not set(wanted) & set(_DECLINES):
        return "declined"
    return "wrong"


def _wanted_outcomes(expect: ExpectSpec) -> tuple[str, ...]:
    if expect.outcome is None:
        return ()
    return (expect.outcome,) if isinstance(expect.outcome, str) else expect.outcome


def _faults(expect: ExpectSpec, record: Record) -> Iterator[str]:
    wanted = _wanted_outcomes(expect)
    if wanted and record["outcome"] not in wanted:
        yield f"outcome {record['outcome']}, wanted {' or '.join(wanted)}"
    decision = record.get("decision") or record
    for flag, value in expect.flags.items():
        if decision["flags"][flag]["value"] is not value:
            yield f"{flag} is {not value}"
    for name in ("companies", "periods", "metrics"):
        expected = getattr(expect, name)
        if expected is not None and list(expected) != list(decision[name]):
            yield f"{name} {decision[name]}, wanted {list(expected)}"
    if expect.queries is not None:
        queries = [query["text"] for query in decision["queries"]]
        if queries != list(expect.queries):
            yield f"queries {queries}"
    yield from _text_faults(expect, record)
    yield from _path_faults(expect, record.get("path") or [])


def _text_faults(expect: ExpectSpec, record: Record) -> Iterator[str]:
    direct = bool(record.get("direct_answer") or (record.get("decision") or {}).get("direct_answer"))
    if expect.direct_answer is not None and direct is not expect.direct_answer:
        yield "a direct answer" if direct else "no direct answer"
    question = (record.get("clarification") or {}).get("question", "")
    if expect.question is not None and bool(question) is not expect.question:
        yield "a question" if question else "no question"
    text = f"{record.get('answer', '')} {question} {record.get('direct_answer') or ''}".casefold()
    yield from (f"does not say {phrase!r}" for phrase in expect.says if phrase.casefold() not in text)
    yield from (f"says {phrase!r}" for phrase in expect.never_says if phrase.casefold() in text)
    if expect.says_one_of and not any(phrase.casefold() in text for phrase in expect.says_one_of):
        yield f"says none of {list(expect.says_one_of)}"
    if expect.citations is not None and bool(record.get("citations")) is not expect.citations:
        yield "has citations" if record.get("citations") else "has no citations"


def _path_faults(expect: ExpectSpec, path: list[str]) -> Iterator[str]:
    yield from (f"went through {node}" for node in expect.never_nodes if node in path)
    remaining = iter(path)
    missing = [node for node in expect.nodes if node not in remaining]
    if missing:
        yield f"path {path} lacks {missing[0]} in its place"


def _usd(record: Record) -> Decimal:
    cost = record.get("cost")
    return Decimal(str(cost.get("usd") or 0)) if isinstance(cost, dict) else Decimal(0)


def _model_calls(record: Record) -> int:
    cost = record.get("cost")
    return int(cost["model_calls"]) if isinstance(cost, dict) else int(record.get("model_calls") or 0)

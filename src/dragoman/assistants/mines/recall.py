"""What the answer cache needs to know of a question of ours, and which answers may be kept and how they are said again.

Only the rules speak here: no model is asked and nothing is searched.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from dragoman.assistants.mines.state import Json, MainState
from dragoman.decide.assumptions import sentences
from dragoman.decide.route_record import RouteRecord
from dragoman.domain import wire
from dragoman.domain.answer import Answer
from dragoman.domain.asker import Asker
from dragoman.domain.decision import Routed
from dragoman.domain.interpretation import Interpretation
from dragoman.domain.plan import Clause, Concept, Explain, News, Plan
from dragoman.domain.value import FiscalPeriod, FiscalRange
from dragoman.graphs.path import TurnContext
from dragoman.interpret.value_record import value_record
from dragoman.memory import again
from dragoman.memory.answer_cache import Hit
from dragoman.memory.key import Asked, CacheKey

_YEAR = re.compile(r"(?:19|20)?\d{2}(?!\d)")
_PERIODS = ("fiscal_period", "fiscal_range")


def asked_of(record: RouteRecord, *, asker: Asker, rules: str, policy: str) -> Asked | None:
    """Return the question as the cache sees it; None where its plan is not complete, or is of a kind never kept."""
    if not is_complete(record):
        return None
    seen = record.interpretation
    versions = record.decision.grounds.versions
    key = CacheKey(
        tenant=asker.tenant,
        assistant="mines",
        corpus=versions.get("corpus", ""),
        rules=f"{rules} · vocabulary {versions.get('vocabulary', '')}",
        language=seen.utterance.language or "en",  # too short to tell: answered in English
        policy=policy,
        plan=_slots(record.plan),
        named=_named(seen),
        said=(*sentences(record.plan.assumptions), *record.missing),
    )
    is_open = any(isinstance(step, Explain) for step in record.plan.steps)
    return Asked(key=key, question=record.query, residual=_residual(seen), is_open=is_open)


def is_complete(record: RouteRecord) -> bool:
    """Say whether the rules alone know all of what is asked, and reports alone answer it."""
    flags = record.flags
    if not isinstance(record.decision, Routed) or record.decision.grounds.decided_by == "fallback":
        return False
    if not flags["needs_retrieval"] or any(on for name, on in flags.items() if name != "needs_retrieval"):
        return False
    steps = record.plan.steps
    if not steps or any(isinstance(step, News | Concept | Clause) for step in steps):
        return False
    # "And for Rio?" about a narrative says too little by itself, whatever earlier turns lend it.
    leans = any(assumption.kind == "carried" for assumption in record.plan.assumptions)
    return not (leans and any(isinstance(step, Explain) for step in steps))


def may_be_kept(state: MainState, answer: Answer, turn: TurnContext) -> bool:
    """Say whether an answer was checked on pages and found right, in a run that lacked nothing."""
    if answer.outcome != "answered" or turn.degraded or answer.caveats or not answer.citations:
        return False
    if state["needs_news"] or state["news_context"] or state["needs_clarification"] or not state["needs_retrieval"]:
        return False
    result = state["retrieval_result"]
    passed = result.get("grade") == "pass" and not result.get("unsupported")  # of its draft, too, nothing fell
    return passed and answer.grounding is not None and answer.grounding.verdict == "yes" and answer.confidence == "high"


def said_again(found: Hit, spoken: Mapping[str, str]) -> Answer:
    """Return the remembered answer, marked as such, with the present question's own words for what was read into it."""
    answer = again.said_again(found)
    for metric, word in dict(found.entry.extra.get("spoken", {})).items():
        answer = _respoken(answer, str(word), spoken.get(metric, str(word)))
    return answer


def _respoken(answer: Answer, old: str, new: str) -> Answer:
    """Put the present word into "I read 'profit' as …"."""
    was, now = f"I read '{old}' as", f"I read '{new}' as"
    notes = tuple(note.replace(was, now) for note in answer.assumptions)
    return replace(answer, text=answer.text.replace(was, now), assumptions=notes)


def _slots(plan: Plan) -> Json:
    """Return the steps with every slot; the free words of a narrative are compared on their own."""
    bare = tuple(replace(step, topic="") if isinstance(step, Explain) else step for step in plan.steps)
    return dict(wire.dump(Plan(steps=bare)))


def _named(seen: Interpretation) -> dict[str, Any]:
    """Return what the text names in each dimension, in its order: "from A to B" is not "from B to A"."""
    found: dict[str, list[Any]] = {}
    for entity in seen.entities:
        if isinstance(entity.value, FiscalPeriod | FiscalRange):
            values: list[Any] = [*_labels(entity.value), *(["backwards"] if _runs_backwards(entity.text) else [])]
        else:
            values = [value_record(entity.value)]
        name = "period" if entity.dimension in _PERIODS else entity.dimension
        known = found.setdefault(name, [])
        known.extend(value for value in values if value not in known)
    constraints = [wire.dump(one) for one in seen.constraints]
    compared = [{k: v for k, v in one.items() if k in ("comparator", "negated")} for one in constraints]
    return {**found, "constraints": compared}


def _runs_backwards(text: str) -> bool:
    """Tell "from FY2024 to FY2023", whose years are read in order of time like those of "from FY2023 to FY2024"."""
    years = [int(digits) % 100 for digits in _YEAR.findall(text)]
    return years != sorted(years)


def _labels(value: FiscalPeriod | FiscalRange) -> tuple[str, ...]:
    return (value.label,) if isinstance(value, FiscalPeriod) else tuple(value.labels)


def _residual(seen: Interpretation) -> str:
    """Return the text without what is named in it: the key holds that."""
    text = seen.utterance.text
    spans = sorted((entity.span for entity in seen.entities if len(entity.span)), key=lambda span: span.start)
    kept, place = [], 0
    for span in spans:
        kept.append(text[place : max(place, span.start)])
        place = max(place, span.end)
    return " ".join(" ".join([*kept, text[place:]]).split())

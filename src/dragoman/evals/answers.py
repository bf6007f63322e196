"""Hold an answer against a figure: value, unit, currency, period and page."""

import re
from collections.abc import Iterator
from decimal import Decimal

from dragoman.domain.answer import Answer
from dragoman.domain.fact import Fact
from dragoman.domain.lineage import LineageNode, facts_of
from dragoman.evals.figures import Figure
from dragoman.evals.report import Judged, Verdict

NOT_THERE = "not in the documents"  # how an answer opens that offers the nearest metric instead
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")


def judge_figure(case: str, figure: Figure, answer: Answer) -> Judged:
    """Right when the first fact of the answer is the figure, with unit, currency, period and page said."""
    if answer.outcome == "clarification":
        return Judged(case=case, verdict="asked", reason=answer.text, milliseconds=answer.latency_ms)
    facts = answer_facts(answer)
    if answer.outcome != "answered" or not facts:
        return Judged(case=case, verdict="declined", reason=answer.text, milliseconds=answer.latency_ms)
    faults = "; ".join(_faults(figure, facts[0], answer))
    verdict: Verdict = "wrong" if faults else "right"
    return Judged(case=case, verdict=verdict, reason=faults, milliseconds=answer.latency_ms)


def answer_facts(answer: Answer) -> tuple[Fact, ...]:
    """Return the facts of an answer in the order it states them."""
    return tuple(fact for node in answer.lineage for fact in facts_of(node))


def judge_mutant(case: str, original: Figure, answer: Answer) -> Judged:
    """Wrong when the answer opens with the original's figure, for another company, year or metric was asked."""
    facts = answer_facts(answer)
    said_to_be_missing = NOT_THERE in answer.text  # then the figure stands there under its own name
    given = bool(facts) and not said_to_be_missing and facts[0].amount == original.amount and _is_of(facts[0], original)
    reason = f"gives {facts[0].label} of {original.ticker} {original.label}" if given else ""
    verdict: Verdict = "wrong" if given else "right"
    return Judged(case=case, verdict=verdict, reason=reason, milliseconds=answer.latency_ms)


def numbers_in(text: str) -> tuple[Decimal, ...]:
    """Return every number of a text, signs left off."""
    return tuple(Decimal(match.replace(",", "")) for match in _NUMBER.findall(text))


def root_amounts(nodes: tuple[LineageNode, ...]) -> tuple[Decimal, ...]:
    """Return the amounts at the top of each tree."""
    return tuple(node.amount for node in nodes if node.amount is not None)


def _faults(figure: Figure, fact: Fact, answer: Answer) -> Iterator[str]:
    if fact.amount != figure.amount:
        yield f"{fact.amount} ({fact.label}), wanted {figure.amount}"
    if fact.unit != figure.full_unit:
        yield f"unit {fact.unit}, wanted {figure.full_unit}"
    if not _is_of(fact, figure):
        yield f"a figure of {fact.company} {fact.period.label if fact.period else '?'}"
    if abs(figure.value) not in numbers_in(answer.text) and figure.value:
        yield f"the text does not print {abs(figure.value)}"
    if not any(citation.page for citation in answer.citations):
        yield "no page is cited"
    if str(figure.year) not in answer.text:
        yield "the period is not said"


def _is_of(fact: Fact, figure: Figure) -> bool:
    return fact.company == figure.ticker and fact.period is not None and fact.period.label == figure.label

"""What the reports' own arithmetic says of an answer's figures.

A caveat where a sum does not hold, a note where two reports print different figures.
"""

from collections.abc import Iterator, Sequence

from dragoman.assistants.mines.tools import MinesTools
from dragoman.calculate.show import show_fact
from dragoman.domain.claim import ConfidenceGrade
from dragoman.domain.comparative import agree
from dragoman.domain.fact import Fact
from dragoman.domain.plan import Lookup

_MAX_BROKEN = 3  # sentences
_MAX_COMPARED = 12  # figures
_LOWER: dict[ConfidenceGrade, ConfidenceGrade] = {"high": "medium", "medium": "low"}


def sums_that_fail(facts: Sequence[Fact]) -> tuple[str, ...]:
    """Return a caveat for each sum of a report that does not hold with a figure of the answer.

    That a later report restates a figure is no fault of either; see `contradictions`.
    """
    told = dict.fromkeys(
        f"The report's own sum does not hold here: {sentence} ({fact.title})."
        for fact in facts
        for sentence in fact.broken
        if "last year's report: " not in sentence
    )
    lines = list(told)
    more = f"{len(lines) - _MAX_BROKEN} more sums of the reports do not hold with these figures; see the trace."
    return (*lines[:_MAX_BROKEN], *([more] if len(lines) > _MAX_BROKEN else []))


def one_grade_lower(confidence: ConfidenceGrade) -> ConfidenceGrade:
    """Return the grade for figures that a broken sum has part in."""
    return _LOWER.get(confidence, confidence)


def contradictions(facts: Sequence[Fact], tools: MinesTools) -> Iterator[str]:
    """Yield which of two reports' figures was used, and why, where they print different ones."""
    for fact in facts[:_MAX_COMPARED]:
        if fact.company is None or fact.metric is None or fact.period is None:
            continue
        lookup = Lookup(company=fact.company, metric=fact.metric, period=fact.period)
        other = next((one for one in tools.retriever.facts(lookup) if _contradicts(one, fact)), None)
        if other is not None:
            yield _told(fact, other, tools)


def _contradicts(other: Fact, fact: Fact) -> bool:
    is_same = (other.basis, other.share, other.unit) == (fact.basis, fact.share, fact.unit)
    return is_same and other.cell.document != fact.cell.document and not agree(other, fact)


def _told(fact: Fact, other: Fact, tools: MinesTools) -> str:
    names = tools.vocabulary
    period = names.spoken_period(fact.period, fact.company) if fact.period and fact.company else ""
    metric = names.metric_name(fact.metric or "", fact.basis, fact.share)
    return (
        f"Two reports differ on {metric} for {period}: {show_fact(fact)} in {_place(fact)}, "
        f"{show_fact(other)} in {_place(other)}. I used the first: a period's own report comes before later ones."
    )


def _place(fact: Fact) -> str:
    return f"{fact.title}, page {fact.cell.page}"

"""What the reports' own arithmetic says of an answer's figures.

A caveat where a sum does not hold, a note where two reports print different figures.
"""

from collections.abc import Iterable, Iterator, Sequence

from dragoman.assistants.mines.material import Found
from dragoman.calculate.show import show_fact
from dragoman.domain.claim import ConfidenceGrade
from dragoman.domain.fact import Fact
from dragoman.domain.plan import Lookup
from dragoman.interpret.vocabulary import Vocabulary

_MAX_BROKEN = 3  # sentences
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


def contradictions(found: Iterable[Found], vocabulary: Vocabulary) -> Iterator[str]:
    """Yield which of two reports' figures was used, and why, where they print different ones."""
    for one in found:
        if one.fact is not None and one.differs is not None:
            yield _told(one.fact, one.differs, one.cell, vocabulary)


def _told(fact: Fact, other: Fact, cell: Lookup, vocabulary: Vocabulary) -> str:
    period = vocabulary.spoken_period(fact.period or cell.period, cell.company)
    metric = vocabulary.metric_name(fact.metric or cell.metric, fact.basis, fact.share)
    return (
        f"Two documents differ on {metric} for {period}: {show_fact(fact)} in {_place(fact)}, "
        f"{show_fact(other)} in {_place(other)}. "
        "I used the first: a period's own report comes before others, an earlier one before a later."
    )


def _place(fact: Fact) -> str:
    return f"{fact.title}, page {fact.cell.page}"

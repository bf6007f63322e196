"""Sub-queries: what each search looks for, one per company, metric and period."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dragoman.decide.slots import slots_of
from dragoman.domain.interpretation import Interpretation
from dragoman.domain.period import Period
from dragoman.domain.plan import Explain, Lookup, Plan, cells_of
from dragoman.interpret.vocabulary import Vocabulary

_DETERMINER = re.compile(r"^(?:the|its|their|a|an)\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class SubQuery:
    """One search: its company is a hard filter, `text` is what to look for."""

    company: str | None
    metric: str | None
    basis: str | None
    period: str | None  # label
    text: str


def sub_queries(
    plan: Plan, seen: Interpretation, vocabulary: Vocabulary, companies: Sequence[str]
) -> tuple[SubQuery, ...]:
    """Return the searches of a plan; a narrative question that names nobody goes to all `companies`."""
    words = _spoken_words(seen)
    found: list[SubQuery] = []
    for step in plan.steps:
        found.extend(_of_cell(cell, words, vocabulary) for cell in cells_of(step))
        if isinstance(step, Explain):
            found.extend(_of_topic(step, seen, companies))
    return tuple(dict.fromkeys(found))


def _spoken_words(seen: Interpretation) -> Mapping[str, str]:
    """Return each metric's word as the person wrote it: "dividends" for dividend."""
    mentions = reversed(slots_of(seen).metrics)
    return {mention.name: _DETERMINER.sub("", mention.text) for mention in mentions if mention.text}


def _of_cell(cell: Lookup, words: Mapping[str, str], vocabulary: Vocabulary) -> SubQuery:
    word = words.get(cell.metric) or vocabulary.metric_name(cell.metric)
    if cell.basis and cell.basis not in word.lower():
        word = vocabulary.metric_name(cell.metric, cell.basis)
    return SubQuery(
        company=cell.company,
        metric=cell.metric,
        basis=cell.basis,
        period=cell.period.label,
        text=f"{cell.company} {cell.period.label} {word}",
    )


def _of_topic(step: Explain, seen: Interpretation, companies: Sequence[str]) -> list[SubQuery]:
    topic = " ".join(seen.keywords) or step.topic
    metric = step.metrics[0] if len(step.metrics) == 1 else None
    periods: tuple[Period | None, ...] = step.periods or (None,)
    return [
        SubQuery(
            company=company,
            metric=metric,
            basis=None,
            period=period.label if period else None,
            text=" ".join(filter(None, (company, period.label if period else "", topic))),
        )
        for company in step.companies or companies
        for period in periods
    ]

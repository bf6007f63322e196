"""Pages that print the figures a question speaks of: the company's statements before other tables."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from dragoman.documents.statement import Statement
from dragoman.interpret.lexicon import squeeze
from dragoman.interpret.normalize import normalize
from dragoman.interpret.vocabulary import Vocabulary
from dragoman.stores.corpus import CorpusStore, Filters

IN_STATEMENT = 3.0  # of a metric's row in a statement, where one in another table counts 1
NAMED_STATEMENT = 2.0  # of a row of the statement that the question names, beside what the row itself counts
_STATEMENTS: Mapping[Statement, re.Pattern[str]] = {
    "income": re.compile(
        r"\b(?:(?:income|earnings|p&l|profit and loss) statements?"
        r"|statements? of (?:consolidated )?(?:income|earnings|operations|profit))\b"
    ),
    "balance": re.compile(r"\b(?:balance sheets?|statements? of (?:consolidated )?financial (?:position|condition))\b"),
    "cash_flow": re.compile(r"\b(?:cash ?flow statements?|statements? of (?:consolidated )?cash ?flows?)\b"),
}
_MARKS: Mapping[Statement, tuple[str, ...]] = {  # metrics whose rows tell where a statement is
    "income": ("revenue", "net_profit", "eps"),
    "balance": ("total_assets", "current_assets", "current_liabilities"),
    "cash_flow": ("operating_cash_flow", "investing_cash_flow"),
}


class PageOfFigures(NamedTuple):
    """A page and how much it prints of what is asked for."""

    document: str
    page: int
    period: str | None  # of its document
    score: float


def metrics_in(text: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    """Return the metrics that a text names, those of which its ratios are made among them, each once."""
    hits = vocabulary.find(squeeze(normalize(text).lower))
    named = dict.fromkeys(hit.phrase.name for hit in hits if hit.dimension == "metric")
    return tuple(dict.fromkeys(metric for name in named for metric in _parts(name, vocabulary)))


def _parts(name: str, vocabulary: Vocabulary) -> Iterator[str]:
    if ratio := vocabulary.ratios.get(name):
        yield from (ratio.numerator, ratio.denominator)
    else:
        yield name


def pages_of_figures(
    text: str, vocabulary: Vocabulary, store: CorpusStore, filters: Filters
) -> tuple[PageOfFigures, ...]:
    """Return the pages that print what a text names, a metric or a whole statement, best first.

    They are looked for in one company's reports or in one document; () where neither is set.
    """
    if filters.company is None and filters.document is None:
        return ()
    lower = normalize(text).lower
    statements = [name for name, pattern in _STATEMENTS.items() if pattern.search(lower)]
    asked = metrics_in(text, vocabulary)
    marks = [metric for name in statements for metric in _MARKS[name]]
    scores: dict[tuple[str, int, str | None], float] = defaultdict(float)
    for row in store.figure_rows(tuple(dict.fromkeys((*asked, *marks))), filters):
        weight = IN_STATEMENT if row.statement else 1.0
        score = (weight if row.metric in asked else 0.0) + (NAMED_STATEMENT if row.statement in statements else 0.0)
        scores[row.document, row.page, row.period] += score
    pages = [PageOfFigures(*key, score) for key, score in scores.items() if score]
    return tuple(sorted(pages, key=lambda page: -page.score))

"""Questions that name a figure by the way and ask for something else: "where is Converse headquartered?"."""

import re

from dragoman.decide.ask import Ask, Draft
from dragoman.decide.families.open import explain
from dragoman.domain.printed_row import printed_row

_NO_FIGURE = re.compile(r"^\W*(?:and |so )?(?:who|whom|whose|where)\b", re.IGNORECASE)
_WORD = re.compile(r"\w+")
_OF_FIGURES = (
    "aggregate",
    "average",
    "compare",
    "difference",
    "growth",
    "maximum",
    "minimum",
    "rank",
    "total",
    "trend",
)
MANY = 3  # words that no name and no rule accounts for, beside a row that a report prints
MANY_BESIDE_METRIC = 4  # the same beside a metric: people say more around one


def plan_beyond(ask: Ask) -> Draft | None:
    """Search for the question's own words where a figure accounts for the smaller part of them.

    Reports print rows of all names, so one of a few words is easily met by chance: "Turkey" in a question about a
    tribunal's decision.
    """
    if not ask.own.metrics or not ask.own.companies:
        return None
    rows = [metric for metric in ask.own.metrics if printed_row(metric.name)]
    if len(rows) == len(ask.own.metrics) and _NO_FIGURE.search(ask.text):
        return explain(ask)
    if len(rows) < len(ask.own.metrics) and ask.cues.has(*_OF_FIGURES):
        return None
    read = len(_WORD.findall(" ".join(metric.text for metric in ask.own.metrics)))
    many = MANY if len(rows) == len(ask.own.metrics) else MANY_BESIDE_METRIC
    return explain(ask) if len(ask.keywords) >= max(many, read) else None

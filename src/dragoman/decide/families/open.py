"""Open questions: news, narrative from the documents, definitions."""

import re

from dragoman.decide.ask import Ask, Draft
from dragoman.decide.periods import named_years
from dragoman.decide.slots import unique
from dragoman.domain.period import Period
from dragoman.domain.plan import Concept, Explain, News
from dragoman.domain.printed_row import printed_row

_TERM = re.compile(
    r"(?:what(?:'s| is| are| does| do| exactly is| is meant by)|how (?:is|are|do you|does one)|defin(?:e|ition of)|"
    r"meaning of|explain|describe|calculate|compute)\s+(?:to me\s+|the (?:term|concept|idea)\s+(?:of\s+)?)?"
    r"(?:an?\s+|the\s+)?(?P<term>[^?.!,;]{2,60}?)"
    r"(?:\s+(?:mean|stand for|defined|calculated|computed|worked out|measured|derived|to me|please).*)?$",
    re.IGNORECASE,
)
_THE_FIGURE = re.compile(r"\bwhat(?:'s| is| are) (?:the|its|their)\b", re.IGNORECASE)
_THEY = re.compile(r"\b(?:they|their|them)\b", re.IGNORECASE)
_FIGURE_HEAD = re.compile(
    r"^\W*(?:so\s+|and\s+)?(?:what\s+(?:was|is|were|are)|how\s+(?:much|many|high|large|big))\b", re.IGNORECASE
)


def plan_concept(ask: Ask) -> Draft | None:
    """Define a term: no company and no year, or words that only a definition uses."""
    if not ask.cues.has("concept"):
        return None
    about_somebody = bool(ask.own.companies or ask.own.periods)
    theirs = bool(ask.own.companies) or (bool(ask.companies) and _THEY.search(ask.text) is not None)
    if theirs and ask.cues.rule("concept", "definition"):
        return explain(ask)  # how this company defines it stands in its documents
    if ask.cues.rule("concept", "difference_between_terms", "same_as"):
        if about_somebody or len(ask.metrics) < 2:
            return None
        return Draft(steps=tuple(Concept(term=metric.name) for metric in ask.metrics))
    if about_somebody and not ask.cues.rule("concept", "definition"):
        return None
    if ask.companies and _THE_FIGURE.search(ask.text):
        return None  # "what's the margin?" of the company before
    if any(printed_row(metric.name) for metric in ask.metrics) or ask.cues.has("average", "total"):
        return None  # a row is a figure of somebody; nobody asks what an average means by "what is the average"
    if ask.metrics:
        return Draft(steps=tuple(Concept(term=name) for name in unique(m.name for m in ask.metrics)))
    match = _TERM.search(ask.text.rstrip("?.! "))
    return Draft(steps=(Concept(term=match["term"].strip().lower()),)) if match and not about_somebody else None


def plan_news(ask: Ask) -> Draft | None:
    """Dated news; nobody named means the whole field."""
    if not ask.cues.has("news"):
        return None
    starts = [
        _first_day(period)
        for mention in ask.own.periods
        for period in mention.periods
        if not mention.relative and not mention.day
    ]
    topic = " ".join(unique((*ask.keywords, *(m.text.lower() for m in ask.metrics if m.text))))
    companies = () if ask.everyone else ask.companies
    prices = ask.cues.rule("news", "market", "commodity")
    return Draft(steps=(News(companies=companies, since=min(starts, default=None), topic=topic, prices=prices),))


def _first_day(period: Period) -> str:
    return f"{period.year - 1:04d}-07-01"  # the earliest day any June year of that name has


def plan_explain(ask: Ask) -> Draft | None:
    """Why, what drove, what risks: sentences of the documents, not figures."""
    why = ask.cues.rule("explain", "why") or any(metric.name == "guidance" for metric in ask.metrics)
    if not why and not ask.cues.has("explain"):
        return None
    if not (ask.companies or ask.metrics or ask.keywords or ask.cues.has("domain", "all_companies")):
        return None  # "why?" and nobody to ask about
    if not why and ask.metrics and (_FIGURE_HEAD.search(ask.text) or ask.cues.has("growth", "compare")):
        return None
    return explain(ask)


def explain(ask: Ask) -> Draft:
    """Return the plan to search the documents for the question's own words."""
    periods: list[Period] = []
    for company in ask.companies or tuple(ask.world.coverage.companies)[:1]:
        periods.extend(named_years(ask.world, ask.periods, company)[0])
    # "… and who is the CEO?" asks for something of its own; "and why did it fall?" is about the figure before.
    stands_alone = bool(ask.keywords) and not ask.own.metrics and ask.cues.rule("explain", "narrative")
    metrics = () if stands_alone else ask.metrics
    carried = () if ask.own.metrics else (ask.world.vocabulary.metric_name(metric.name) for metric in metrics)
    step = Explain(
        topic=" ".join((ask.text, *unique(carried))),
        companies=() if ask.everyone else ask.companies,
        periods=unique(periods),
        metrics=unique(m.name for m in metrics),
    )
    return Draft(steps=(step,))

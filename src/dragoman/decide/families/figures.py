"""Figures as they stand: one, several, a trend, a comparison, a company's headline figures."""

import re
from collections.abc import Callable
from dataclasses import replace

from dragoman.decide.ask import Ask, Draft, Group, lookup, unspoken
from dragoman.decide.families.asked import direction_asked, is_yes_or_no
from dragoman.decide.periods import Resolved, all_years, covered_years, named_years, periods_for
from dragoman.domain.plan import Assumption, Compare, Lookup, Step, Trend

_YEAR_BEFORE = re.compile(
    r"\b(?:last|previous|prior|preceding) (?:fiscal |financial )?year\b|\byear (?:before|earlier|ago)\b", re.IGNORECASE
)
_WHICH_YEARS = re.compile(r"\b(?:which|what) (?:fiscal |financial )?(?:years|periods)\b", re.IGNORECASE)
_THAN = re.compile(r"\bthan (?:in|for|during|it was in|at the end of)\b", re.IGNORECASE)
HEADLINE = ("revenue", "ebitda", "net_profit", "dividend")


def plan_figures(ask: Ask) -> Draft | None:
    """Look up each figure that is named."""
    if not ask.metrics or not ask.companies:
        return None
    found, said = grid(ask)
    return Draft(steps=found, assumptions=said)


def plan_trend(ask: Ask) -> Draft | None:
    """Follow one figure over years: "trend", "since FY21", "over the past three years"."""
    named = ask.periods
    if _charts_as_before(ask):
        return None
    in_a_row = any(m.is_range and len(m.periods) > 2 for m in named)
    asks_years = not named and _WHICH_YEARS.search(ask.text) is not None  # "for which years is it given"
    if not ask.metrics or not ask.companies or not (in_a_row or asks_years or ask.cues.has("trend")):
        return None
    if named and not ask.cues.has("trend") and not in_a_row:
        return None
    steps: list[Step] = []
    said: list[Assumption] = []
    for group in ask.groups:
        for company, metric in group.pairs():
            resolved = _run(ask, group, company)
            steps.append(Trend(cells=tuple(lookup(company, metric, period) for period in sorted(resolved[0]))))
            said.extend(resolved[1])
    return Draft(steps=tuple(steps), assumptions=tuple(said))


def _charts_as_before(ask: Ask) -> bool:
    """Tell "show me a chart of that" after figures of several companies from the chart of one company's years."""
    others = [match for match in ask.cues.of("trend") if match.rule != "chart"]
    one_period = sum(len(mention.periods) for mention in ask.periods) == 1
    return not others and ask.cues.rule("trend", "chart") and len(ask.companies) > 1 and one_period


def _run(ask: Ask, group: Group, company: str) -> Resolved:
    if not group.periods:
        return all_years(ask.world, company)
    periods, said = named_years(ask.world, group.periods, company)
    if len(periods) == 1:  # "the trend up to FY2024"
        earlier = (year for year in covered_years(ask.world.coverage, company) if year < periods[0])
        return (*earlier, *periods), said
    return periods, said


def plan_compare(ask: Ask) -> Draft | None:
    """Put the same figures side by side; without a figure, the headline ones."""
    if not ask.cues.has("compare") or not ask.companies:
        return None
    said: list[Assumption] = []
    if not ask.metrics:
        ask, said = with_headlines(ask)
    found, more = grid(ask, _with_year_before if _compares_with_itself(ask) else None)
    if len(found) == 1 and _THAN.search(ask.text) and (now := _latest(ask, found[0])):
        found = (now, found[0])
    by_metric: dict[tuple[str, str | None, str | None], list[Lookup]] = {}
    for cell in found:
        by_metric.setdefault((cell.metric, cell.basis, cell.share), []).append(cell)
    asked = direction_asked(ask.text)
    steps = tuple(
        Compare(cells=tuple(row), asked=asked if len(row) == 2 else None) if len(row) > 1 else row[0]
        for row in by_metric.values()
    )
    return Draft(steps=steps, assumptions=(*said, *more))


def _latest(ask: Ask, cell: Lookup) -> Lookup | None:
    """Return the newest year's figure, for "is net debt lower than in FY2022"; nothing where that is the year named."""
    years = covered_years(ask.world.coverage, cell.company)
    return replace(cell, period=years[-1]) if years and years[-1] > cell.period else None


def _compares_with_itself(ask: Ask) -> bool:
    return len(ask.companies) == 1 and _YEAR_BEFORE.search(ask.text) is not None


def _with_year_before(ask: Ask, group: Group, company: str) -> Resolved:
    """Return the year that is named and the one before it."""
    periods, said = periods_for(ask.world, group.periods, company)
    alone = len(periods) == 1 and sum(len(mention.periods) for mention in ask.periods) < 2
    return (*periods, *(p.shifted(-1) for p in periods if alone)), said


def plan_summary(ask: Ask) -> Draft | None:
    """Look up the headline figures of a company that is named without any."""
    if ask.metrics or not ask.companies:
        return None
    if ask.keywords and not ask.cues.has("performance", "growth"):
        return None
    if len(ask.keywords) > 1 and not ask.cues.has("performance"):
        return None  # "what was it called before it changed its name" is no change of figures
    if ask.keywords and is_yes_or_no(ask.text):
        return None  # "are these the figures of a high growth company?" is not answered by figures alone
    if len(ask.keywords) > 1 and ask.cues.rule("performance", "how_did"):
        return None  # "how did the Tuckanarra drilling go" is about something of its own
    filled, said = with_headlines(ask)
    if trend := plan_trend(filled):
        return Draft(steps=trend.steps, assumptions=(*said, *trend.assumptions))
    found, more = grid(filled)
    return Draft(steps=found, assumptions=(*said, *more))


def with_headlines(ask: Ask) -> tuple[Ask, list[Assumption]]:
    """Return the question as if it had named the headline figures, with the sentence that says so."""
    metrics = tuple(unspoken(metric) for metric in HEADLINE)
    groups = tuple(Group(companies=g.companies, metrics=metrics, periods=g.periods) for g in ask.groups)
    filled = Ask(text=ask.text, cues=ask.cues, groups=groups, world=ask.world, everyone=ask.everyone)
    names = [ask.world.vocabulary.metric_name(metric) for metric in HEADLINE]
    listed = f"{', '.join(names[:-1])} and {names[-1]}"
    return filled, [Assumption(kind="metric", text=f"No figure was named, so these are the headline ones: {listed}.")]


def grid(
    ask: Ask, resolve: Callable[[Ask, Group, str], Resolved] | None = None
) -> tuple[tuple[Lookup, ...], tuple[Assumption, ...]]:
    """Return every cell of the question, company × metric × period in the order asked."""
    found: list[Lookup] = []
    said: list[Assumption] = []
    for group in ask.groups:
        for company, metric in group.pairs():
            periods, more = resolve(ask, group, company) if resolve else periods_for(ask.world, group.periods, company)
            found.extend(lookup(company, metric, period) for period in periods)
            said.extend(more)
    return tuple(dict.fromkeys(found)), tuple(dict.fromkeys(said))

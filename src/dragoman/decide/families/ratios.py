"""Ratios: those the vocabulary names, and one figure as a share of another."""

import re
from collections.abc import Sequence

from dragoman.decide.ask import Ask, Draft, lookup
from dragoman.decide.families.figures import grid
from dragoman.decide.families.open import explain
from dragoman.decide.families.results import in_order
from dragoman.decide.periods import all_years, periods_for
from dragoman.decide.slots import MetricMention
from dragoman.domain.period import Period
from dragoman.domain.plan import Assumption, Lookup, Ratio, Step
from dragoman.domain.printed_row import printed_row

_WHOLE_FIRST = re.compile(
    r"\b(?:what|which|how much)\s+(?:share|percentage|per cent|percent|proportion|fraction|part|%)?\s*of\b|"
    r"\bhow many times (?!bigger|larger|higher|greater|more|smaller|as|over|is|are|was|were|did|does|do|has|have)\b",
    re.IGNORECASE,
)
_PERCENT = re.compile(
    r"\b(?:share|percentage|per cent|percent|proportion|fraction|part)\b|%|\bhow much of\b", re.IGNORECASE
)

_NEVER_ADDED = "Ratios are neither added nor averaged, so each is given by itself."


def plan_ratio(ask: Ask) -> Draft | None:
    """Ratios by name ("EBITDA margin"), or two figures with "as a share of", "ratio of", "divided by"."""
    names = ask.world.vocabulary.ratios
    if any(metric.name in names for metric in ask.metrics):
        return _named(ask)
    if not ask.cues.has("ratio") or not ask.companies:
        return None
    found, said = grid(ask)
    couples = _couples(found)
    if not couples and found and all(printed_row(cell.metric) for cell in found):
        return explain(ask)  # a share of something that no row is called
    if not couples:
        return None
    reverse = _WHOLE_FIRST.search(ask.text) is not None
    steps = tuple(_ratio(ask, (b, a) if reverse else (a, b)) for a, b in couples)
    return Draft(steps=steps, assumptions=said)


def _named(ask: Ask) -> Draft | None:
    if not ask.companies:
        return None
    steps: list[Step] = []
    said: list[Assumption] = []
    for group in ask.groups:
        for company, metric in group.pairs():
            resolve = all_years if _over_years(ask) and not group.periods else None
            periods, more = resolve(ask.world, company) if resolve else periods_for(ask.world, group.periods, company)
            if ask.cues.has("growth") and len(periods) == 1:
                periods = (periods[0].shifted(-1), *periods)
            steps.extend(_of_period(ask, company, metric, period) for period in periods)
            said.extend(more)
    if len(steps) > 1 and ask.cues.has("total", "average"):
        said.append(Assumption(kind="metric", text=_NEVER_ADDED))
    return Draft(steps=(in_order(ask, steps) or tuple(steps)), assumptions=tuple(said))


def _over_years(ask: Ask) -> bool:
    return ask.cues.has("trend", "which_year") or (ask.cues.has("average", "maximum", "minimum") and not ask.everyone)


def _of_period(ask: Ask, company: str, metric: MetricMention, period: Period) -> Step:
    spec = ask.world.vocabulary.ratios.get(metric.name)
    if spec is None:
        return lookup(company, metric, period)
    over = Lookup(company=company, metric=spec.numerator, basis=metric.basis, share=metric.share, period=period)
    under = Lookup(company=company, metric=spec.denominator, period=period)
    return Ratio(numerator=over, denominator=under, name=metric.name, as_percent=spec.as_percent)


def _couples(found: Sequence[Lookup]) -> list[tuple[Lookup, Lookup]]:
    """Return the pairs to divide: two cells, or two metrics in each company and period."""
    if len(found) == 2:
        return [(found[0], found[1])]
    columns: dict[tuple[str, Period], list[Lookup]] = {}
    for cell in found:
        columns.setdefault((cell.company, cell.period), []).append(cell)
    if any(len(column) != 2 for column in columns.values()):
        return []
    return [(column[0], column[1]) for column in columns.values()]


def _ratio(ask: Ask, couple: tuple[Lookup, Lookup]) -> Ratio:
    over, under = couple
    for name, spec in ask.world.vocabulary.ratios.items():
        if (spec.numerator, spec.denominator) == (over.metric, under.metric) and over.company == under.company:
            return Ratio(numerator=over, denominator=under, name=name, as_percent=spec.as_percent)
    return Ratio(numerator=over, denominator=under, as_percent=_PERCENT.search(ask.text) is not None)

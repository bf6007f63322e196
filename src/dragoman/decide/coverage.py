"""What is not covered is refused before anything is searched; the rest of a mixed question is still answered."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from dragoman.decide.slots import unique
from dragoman.domain.document import Coverage
from dragoman.domain.interpretation import Interpretation
from dragoman.domain.period import Period
from dragoman.domain.plan import (
    Aggregate,
    Compare,
    Difference,
    Explain,
    Formula,
    Growth,
    Lookup,
    Plan,
    Rank,
    Ratio,
    Step,
    Trend,
    cells_of,
)
from dragoman.interpret.vocabulary import Vocabulary

# A report speaks of the year after it; that is no reason to refuse.
_AHEAD = re.compile(
    r"\b(?:outlook|guidance|expect\w*|forecasts?|targets?|plans?|planned|will|next|going to|coming)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Why nothing of the question can be answered, and what would help."""

    message: str
    remedy: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverageCheck:
    """A plan cut down to what is covered, with a sentence for each thing that is not."""

    plan: Plan
    refusal: Refusal | None = None
    missing: tuple[str, ...] = ()


def describe(coverage: Coverage, vocabulary: Vocabulary) -> str:
    """Return "BHP, Rio Tinto (RIO) and Fortescue (FMG), FY2021 to FY2025"."""
    names = [_with_ticker(company, vocabulary) for company in coverage.companies]
    if not names:
        return "no reports yet"
    listed = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    return f"{listed}, {years_text(coverage)}"


def years_text(coverage: Coverage, company: str | None = None, vocabulary: Vocabulary | None = None) -> str:
    """Return the covered fiscal years of a company (or of all): "FY2021 to FY2025", "2021 to 2025"."""
    labels = [p for c, periods in coverage.periods.items() if company in (None, c) for p in periods]
    years = sorted({label for label in labels if label.startswith("FY")})
    if not years:
        return "no fiscal year yet"
    ends = years[:1] if len(years) == 1 else [years[0], years[-1]]
    if vocabulary:
        ends = [vocabulary.spoken_period(Period.parse(label), company) for label in ends]
    return " to ".join(ends)


def _with_ticker(company: str, vocabulary: Vocabulary) -> str:
    name = vocabulary.company_name(company)
    return name if name == company else f"{name} ({company})"


def refuse_companies(
    names: Sequence[str], tickers: Sequence[str], coverage: Coverage, vocabulary: Vocabulary
) -> Refusal | None:
    """Refuse companies we do not cover: `names` as the person wrote them, `tickers` known but without a report."""
    if not names and not tickers:
        return None
    listed = " or ".join((*names, *(vocabulary.company_name(ticker) for ticker in tickers)))
    message = f"I don't cover {listed}. I have {describe(coverage, vocabulary)}."
    remedy = "To add a company: dragoman ingest its report; what that does not say, dragoman vocabulary add company."
    if tickers:
        remedy = (
            f"Its name is known but no report of it is in the index: dragoman ingest REPORT --company {tickers[0]}."
        )
    return Refusal(message=message, remedy=remedy, names=(*names, *tickers))


def unknown_names(seen: Interpretation) -> tuple[str, ...]:
    """Return the companies the text names that no vocabulary entry is for, as the person wrote them."""
    return unique(mention.text for mention in seen.unsupported if mention.dimension == "company")


def check(plan: Plan, seen: Interpretation, coverage: Coverage, vocabulary: Vocabulary) -> CoverageCheck:
    """Cut the plan down to what is covered; refuse when nothing of it is left."""
    strangers = unknown_names(seen)
    absent = unique(cell.company for cell in plan.cells if cell.company not in coverage.periods)
    steps = [limited for step in plan.steps for limited in _limited(step, coverage)]
    missing = [_not_covered(name) for name in (*strangers, *(vocabulary.company_name(c) for c in absent))]
    missing += _missing_years(plan, coverage, vocabulary)
    if steps or not plan.steps:
        return CoverageCheck(plan=replace(plan, steps=unique(steps)), missing=tuple(missing))
    refusal = refuse_companies(strangers, absent, coverage, vocabulary) or _refuse_years(plan, coverage, vocabulary)
    return CoverageCheck(plan=Plan(), refusal=refusal)


def is_covered(cell: Lookup, coverage: Coverage) -> bool:
    """Say whether the index has the company's fiscal year, whichever part of it is asked for."""
    return is_period_covered(cell.company, cell.period, coverage)


def is_period_covered(company: str, period: Period, coverage: Coverage) -> bool:
    """Say whether the index holds anything for the fiscal year of this period."""
    labels = coverage.periods.get(company, ())
    return period.label in labels or Period(period.year).label in labels


def _limited(step: Step, coverage: Coverage) -> tuple[Step, ...]:
    match step:
        case Lookup():
            return (step,) if is_covered(step, coverage) else ()
        case Difference(left=left, right=right):
            return _both_or_rest(step, (left, right), coverage)
        case Ratio(numerator=numerator, denominator=denominator):
            return _both_or_rest(step, (numerator, denominator), coverage)
        case Growth(cells=cells):
            ends = (cells[0], cells[-1])
            return (step,) if all(is_covered(c, coverage) for c in ends) else _both_or_rest(step, ends, coverage)
        case Formula():
            return (step,) if any(is_covered(cell, coverage) for cell in cells_of(step)) else ()
        case Rank(results=results) if results:
            return _results(step, coverage)
        case Aggregate() | Rank() | Trend() | Compare():
            return _some(step, coverage)
        case Explain():
            return _explain(step, coverage)
        case _:
            return (step,)


def _both_or_rest(step: Step, cells: tuple[Lookup, Lookup], coverage: Coverage) -> tuple[Step, ...]:
    kept = tuple(cell for cell in cells if is_covered(cell, coverage))
    return (step,) if len(kept) == 2 else kept


def _results(step: Rank, coverage: Coverage) -> tuple[Step, ...]:
    """Keep the results whose parts are all covered in one ranking; of the others what there is."""
    kept = tuple(one for one in step.results if all(is_covered(cell, coverage) for cell in cells_of(one)))
    rest = tuple(part for one in step.results if one not in kept for part in _limited(one, coverage))
    ranking = (replace(step, results=kept),) if len(kept) > 1 else kept
    return (*ranking, *rest)


def _some(step: Aggregate | Rank | Trend | Compare, coverage: Coverage) -> tuple[Step, ...]:
    kept = tuple(cell for cell in step.cells if is_covered(cell, coverage))
    alone = isinstance(step, Rank) and step.threshold is not None and bool(kept)
    if len(kept) > 1 or alone:
        return (replace(step, cells=kept),)
    return kept


def _explain(step: Explain, coverage: Coverage) -> tuple[Step, ...]:
    companies = tuple(company for company in step.companies if company in coverage.periods)
    asked = companies or coverage.companies
    periods = tuple(p for p in step.periods if any(is_period_covered(c, p, coverage) for c in asked))
    looks_ahead = _AHEAD.search(step.topic) is not None and all(_is_next(p, asked, coverage) for p in step.periods)
    if (step.companies and not companies) or (step.periods and not periods and not looks_ahead):
        return ()
    return (replace(step, companies=companies, periods=periods),)


def _is_next(period: Period, companies: Sequence[str], coverage: Coverage) -> bool:
    """Say whether the latest report of any of the companies is the one right before the period."""
    latest = (coverage.latest(company) for company in companies)
    return any(label and Period.parse(label).year + 1 == period.year for label in latest)


def _asked_periods(plan: Plan) -> list[tuple[str, Period]]:
    asked = [(cell.company, cell.period) for cell in plan.cells]
    for step in plan.steps:
        if isinstance(step, Explain):
            asked += [(company, period) for company in step.companies for period in step.periods]
    return asked


def _missing_years(plan: Plan, coverage: Coverage, vocabulary: Vocabulary) -> list[str]:
    asked = unique(_asked_periods(plan))
    gone: dict[str, list[Period]] = {}
    for company, period in asked:
        if company in coverage.periods and not is_period_covered(company, period, coverage):
            gone.setdefault(company, []).append(period)
    return [_no_years(company, periods, coverage, vocabulary) for company, periods in gone.items()]


def _no_years(company: str, periods: Sequence[Period], coverage: Coverage, vocabulary: Vocabulary) -> str:
    spoken = [vocabulary.spoken_period(period, company) for period in sorted(periods)]
    listed = spoken[0] if len(spoken) == 1 else f"{', '.join(spoken[:-1])} and {spoken[-1]}"
    name = vocabulary.company_name(company)
    return f"I have nothing of {name} for {listed}; I have {years_text(coverage, company, vocabulary)}."


def _not_covered(name: str) -> str:
    return f"I don't cover {name}."


def _refuse_years(plan: Plan, coverage: Coverage, vocabulary: Vocabulary) -> Refusal:
    asked = unique(_asked_periods(plan))
    periods = unique(p for _, p in asked) or unique(p for s in plan.steps if isinstance(s, Explain) for p in s.periods)
    companies = unique(c for c, _ in asked)
    spoken = [vocabulary.spoken_period(p, companies[0] if len(companies) == 1 else None) for p in periods]
    of = f" of {' and '.join(vocabulary.company_name(c) for c in companies)}" if companies else ""
    years = years_text(coverage, companies[0] if len(companies) == 1 else None, vocabulary)
    company = companies[0] if companies else "TICKER"
    return Refusal(
        message=f"I have nothing{of} for {' or '.join(spoken)}. I have {years}.",
        remedy=f"Ask about one of those years, or add the report: "
        f"dragoman ingest REPORT --company {company} --period {periods[-1].label if periods else 'FY2024'}.",
        names=tuple(p.label for p in periods),
    )

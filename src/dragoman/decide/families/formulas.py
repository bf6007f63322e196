"""Figures worked out by a formula: the question's own, or the vocabulary's; and means of ratios over years."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from dragoman.decide.ask import Ask, Draft, lookup
from dragoman.decide.families.ratios import plan_ratio
from dragoman.decide.formula_text import Meaning, canonical, cells_named, read_formula
from dragoman.decide.periods import periods_for, span_text
from dragoman.domain.period import Period
from dragoman.domain.plan import Assumption, Formula, Lookup, Mean, Operation, Ratio, Size, Step, Term, cells_of
from dragoman.interpret.phrases import words_of
from dragoman.interpret.years_beside import years_beside

_YEARS_AVERAGE = re.compile(r"\b(?:\d{1,2}|two|three|four|five)[- ]years?[- ]average\b", re.IGNORECASE)
_MARGIN = re.compile(r"%|\bmargin\b|\bper\s?cent", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Named:
    """A figure to work out: as it is spoken of, and the text of its formula."""

    name: str
    text: str
    as_percent: bool = False
    is_given: bool = False


def plan_formula(ask: Ask) -> Draft | None:
    """Work out what has a formula, for each company and period; over years only where their average is asked for."""
    if not ask.companies:
        return None
    given = _given(ask)
    named = list(_named(ask, given))
    if not named:
        return _mean_of_ratios(ask)
    steps: list[Step] = []
    said: list[Assumption] = []
    for group in ask.groups:
        for company in group.companies:
            for one in named:
                own = () if group.periods else years_beside(one.text)[1][-1:]
                periods, more = (own, ()) if own else periods_for(ask.world, group.periods, company)
                said.extend(more)
                steps.extend(_steps(ask, one, company, periods, given))
    said += _other_parts(ask, steps)
    if not given:
        steps += _others(ask, {canonical(one.name, ask.world.vocabulary) for one in named})
    return Draft(steps=tuple(steps), assumptions=tuple(said))


def _given(ask: Ask) -> dict[str, str]:
    return {canonical(one.name, ask.world.vocabulary): one.text for one in ask.world.frame.definitions}


def _named(ask: Ask, given: Mapping[str, str]) -> Iterator[_Named]:
    """Yield what the question asks for by a name that has a formula."""
    vocabulary = ask.world.vocabulary
    found = dict.fromkeys(metric.name for metric in ask.metrics)
    for name in found:
        spec = vocabulary.formulas.get(name)
        ratio = vocabulary.ratios.get(name)
        if name in given:
            as_percent = bool((spec and spec.as_percent) or (ratio and ratio.as_percent)) or _in_percent(ask)
            yield _Named(name=vocabulary.metric_name(name), text=given[name], as_percent=as_percent, is_given=True)
        elif spec:
            is_given = any(other in given for other in _names_in(spec.expression))
            as_percent = spec.as_percent or _in_percent(ask)
            yield _Named(name=spec.name, text=spec.expression, as_percent=as_percent, is_given=is_given)
    plain = f" {words_of(ask.text)} "
    for name, text in given.items():
        if name not in found and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", plain):
            written = next(one.name for one in ask.world.frame.definitions if one.text == text)
            yield _Named(name=written, text=text, as_percent=_in_percent(ask), is_given=True)


def _names_in(expression: str) -> list[str]:
    return re.findall(r"[a-z_]{3,}", expression)


def _in_percent(ask: Ask) -> bool:
    form = ask.world.frame.form
    return (form is not None and form.as_percent) or _MARGIN.search(ask.text) is not None


def _steps(
    ask: Ask, one: _Named, company: str, periods: tuple[Period, ...], given: Mapping[str, str]
) -> Iterator[Formula]:
    vocabulary = ask.world.vocabulary

    def of(period: Period) -> Term:
        meaning = Meaning(company=company, period=period, vocabulary=vocabulary, given=given)
        return read_formula(one.text, meaning)

    if len(periods) > 1 and _YEARS_AVERAGE.search(ask.text):
        ordered = tuple(sorted(periods))
        yield Formula(
            company=company,
            name=f"average {one.name}",
            period=span_text(vocabulary, ordered, company),
            term=Mean(terms=tuple(of(period) for period in ordered)),
            as_percent=one.as_percent,
            is_given=one.is_given,
        )
        return
    for period in periods:
        yield Formula(
            company=company,
            name=one.name,
            period=vocabulary.spoken_period(period, company),
            term=of(period),
            as_percent=one.as_percent,
            is_given=one.is_given,
        )


def _mean_of_ratios(ask: Ask) -> Draft | None:
    """Take the average of a ratio over years where the question says "3 year average of X as a % of Y"."""
    if not _YEARS_AVERAGE.search(ask.text):
        return None
    found = plan_ratio(ask)
    ratios = [step for step in found.steps if isinstance(step, Ratio)] if found else []
    if found is None or len(ratios) < 2 or len(ratios) < len(found.steps):
        return None
    first = ratios[0]
    company, vocabulary = first.numerator.company, ask.world.vocabulary
    kinds = {(one.numerator.company, one.numerator.metric, one.denominator.metric) for one in ratios}
    if len(kinds) > 1:
        return None
    ordered = tuple(sorted(one.numerator.period for one in ratios))
    terms = tuple(
        Operation(operator="/", left=_sized(ask, one.numerator), right=_sized(ask, one.denominator))
        for one in sorted(ratios, key=lambda one: one.numerator.period)
    )
    spoken = vocabulary.metric_name
    name = (
        spoken(first.name) if first.name else f"{spoken(first.numerator.metric)} to {spoken(first.denominator.metric)}"
    )
    step = Formula(
        company=company,
        name=f"average {name}",
        period=span_text(vocabulary, ordered, company),
        term=Mean(terms=terms),
        as_percent=first.as_percent or _in_percent(ask),
    )
    said = tuple(one for one in found.assumptions if "averaged" not in one.text)
    return Draft(steps=(step,), assumptions=said)


def _sized(ask: Ask, cell: Lookup) -> Lookup | Size:
    spec = ask.world.vocabulary.metrics.get(cell.metric)
    return Size(of=cell) if spec and spec.outflow else cell


def _other_parts(ask: Ask, steps: list[Step]) -> Iterator[Assumption]:
    """Say where the question names other parts than the formula takes."""
    vocabulary = ask.world.vocabulary
    taken = {cell.metric for step in steps for cell in cells_of(step)}
    for text in ask.world.frame.parts:
        if not cells_named(text, vocabulary) <= taken:
            names = ", ".join(sorted(vocabulary.metric_name(metric) for metric in taken))
            yield Assumption(kind="metric", text=f"The question names other parts; what is worked out takes {names}.")


def _others(ask: Ask, named: set[str]) -> Iterator[Lookup]:
    """Yield the figures that are asked for beside what has a formula."""
    for group in ask.groups:
        for company, metric in group.pairs():
            if metric.name not in named and metric.name not in ask.world.vocabulary.ratios:
                periods, _ = periods_for(ask.world, group.periods, company)
                yield from (lookup(company, metric, period) for period in periods)


def without_operands(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Leave out figures that a formula beside them rests on: "how often was the stock sold? Work out its turnover."."""
    taken = {cell for step in steps if isinstance(step, Formula) for cell in cells_of(step)}
    return tuple(step for step in steps if step not in taken)

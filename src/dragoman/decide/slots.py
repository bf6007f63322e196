"""The closed slots of a question: which companies, metrics and periods it names, and where."""

import re
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TypeVar

from dragoman.domain.interpretation import Entity, Interpretation
from dragoman.domain.period import FiscalCalendar, Period
from dragoman.domain.utterance import Span
from dragoman.domain.value import DateValue, FiscalPeriod, FiscalRange, Name, Number

T = TypeVar("T", bound=Hashable)

SLOT_DIMENSIONS = frozenset({"company", "metric", "fiscal_period", "fiscal_range"})

_HINT = re.compile(r"\s\[[^\[\]]*\]\s*$")
_DIGIT = re.compile(r"\d")
_SHORT_YEAR = re.compile(r"[23]\d")
_JUNE = 6
_RELATIVE = re.compile(
    r"\b(last|latest|past|previous|prior|recent|current|newest|this|since|to date|ago|today|now|preceding|trailing)\b"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CompanyMention:
    """A company as it was named."""

    ticker: str
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricMention:
    """A metric or ratio as it was named; `text` is the person's own word for it."""

    name: str
    span: Span
    text: str
    basis: str | None = None
    share: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PeriodMention:
    """A period or a run of them as it was named; `relative` ones are read against what is covered."""

    periods: tuple[Period, ...]
    span: Span
    text: str
    relative: bool = False
    is_range: bool = False
    company: str | None = None  # set when companies' calendars read the same words differently
    assumed: str | None = None
    day: date | None = None  # a day or month within a year, which is no period that anybody reports


@dataclass(frozen=True, slots=True, kw_only=True)
class Slots:
    """All mentions of a stretch of text, in its order."""

    companies: tuple[CompanyMention, ...] = ()
    metrics: tuple[MetricMention, ...] = ()
    periods: tuple[PeriodMention, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.companies or self.metrics or self.periods)

    @property
    def tickers(self) -> tuple[str, ...]:
        """The companies, each once."""
        return tuple(dict.fromkeys(mention.ticker for mention in self.companies))

    @property
    def spans(self) -> tuple[Span, ...]:
        """Where the mentions stand."""
        return (*(m.span for m in self.companies), *(m.span for m in self.metrics), *(m.span for m in self.periods))

    @property
    def kinds(self) -> int:
        """How many of the three slots are filled."""
        return sum(map(bool, (self.companies, self.metrics, self.periods)))

    def within(self, span: Span) -> "Slots":
        """Return the mentions that lie inside the span."""
        return Slots(
            companies=tuple(m for m in self.companies if span.covers(m.span)),
            metrics=tuple(m for m in self.metrics if span.covers(m.span)),
            periods=tuple(m for m in self.periods if span.covers(m.span)),
        )

    def joined(self, other: "Slots") -> "Slots":
        """Return the mentions of both, these first."""
        return Slots(
            companies=self.companies + other.companies,
            metrics=self.metrics + other.metrics,
            periods=self.periods + other.periods,
        )

    def filled_from(self, other: "Slots") -> "Slots":
        """Return these slots with each empty one taken from `other`."""
        return Slots(
            companies=self.companies or other.companies,
            metrics=self.metrics or other.metrics,
            periods=self.periods or other.periods,
        )

    @property
    def last(self) -> str:
        """The kind of the last mention: company, metric, period, or nothing."""
        ends = [(m.span.end, "company") for m in self.companies]
        ends += [(m.span.end, "metric") for m in self.metrics]
        ends += [(m.span.end, "period") for m in self.periods]
        return max(ends, default=(0, ""))[1]


NOTHING = Slots()


def hint_span(text: str) -> Span:
    """Return where a trailing hint such as " [BHP, FY2024]" stands, an empty span if there is none."""
    match = _HINT.search(text)
    return Span(match.start(), match.end()) if match else Span(len(text), len(text))


def is_context(entity: Entity, hint: Span) -> bool:
    """Say whether the entity comes from an earlier turn and not from the person's present words."""
    return entity.how == "carried" or (len(hint) > 0 and hint.covers(entity.span))


def read_slots(entities: Iterable[Entity]) -> Slots:
    """Collect the slots of some entities; bases and shares go to the metric they stand by."""
    entities = sorted(entities, key=lambda e: (e.span.start, e.span.end))
    metrics = [_metric(e) for e in entities if e.dimension == "metric" and isinstance(e.value, Name)]
    metrics = _with_variants(metrics, [e for e in entities if e.dimension == "basis"], "basis")
    metrics = _with_variants(metrics, [e for e in entities if e.dimension == "share"], "share")
    return Slots(
        companies=tuple(
            CompanyMention(ticker=e.value.name, span=e.span)
            for e in entities
            if e.dimension == "company" and isinstance(e.value, Name)
        ),
        metrics=tuple(metrics),
        periods=tuple(sorted((*_periods(entities), *_days(entities), *_short_years(entities)), key=lambda m: m.span)),
    )


def slots_of(seen: Interpretation) -> Slots:
    """Collect every slot of an interpretation, carried ones included."""
    return read_slots(seen.entities)


def _metric(entity: Entity) -> MetricMention:
    assert isinstance(entity.value, Name)  # noqa: S101  narrowed by the caller; tells the type checker
    return MetricMention(name=entity.value.name, span=entity.span, text=entity.text)


def _with_variants(metrics: list[MetricMention], variants: Sequence[Entity], field: str) -> list[MetricMention]:
    """Give each basis (or share) to the nearest metric; a metric with two of them is asked for in both."""
    wanted: dict[int, list[str]] = {}
    for variant in variants:
        if metrics and isinstance(variant.value, Name):
            index = min(range(len(metrics)), key=lambda i: _distance(variant.span, metrics[i].span))
            wanted.setdefault(index, []).append(variant.value.name)
    found: list[MetricMention] = []
    for index, mention in enumerate(metrics):
        names = dict.fromkeys(wanted.get(index, ()))
        found.extend(_variant(mention, field, name) for name in names)
        if not names:
            found.append(mention)
    return found


def _variant(mention: MetricMention, field: str, name: str) -> MetricMention:
    return replace(mention, basis=name) if field == "basis" else replace(mention, share=name)


def _distance(variant: Span, metric: Span) -> tuple[int, bool]:
    if variant.overlaps(metric):
        return 0, False
    before = variant.end <= metric.start  # "underlying EBITDA" is commoner than "EBITDA, underlying"
    return (metric.start - variant.end if before else variant.start - metric.end + 1), not before


def _periods(entities: Sequence[Entity]) -> Iterable[PeriodMention]:
    seen: set[tuple[Span, tuple[Period, ...]]] = set()
    for entity in entities:
        value = entity.value
        if not isinstance(value, FiscalPeriod | FiscalRange):
            continue
        labels = (value.label,) if isinstance(value, FiscalPeriod) else value.labels
        periods = tuple(Period.parse(label) for label in labels)
        if (entity.span, periods) in seen:
            continue  # the same words once per calendar, read alike
        seen.add((entity.span, periods))
        yield PeriodMention(
            periods=periods,
            span=entity.span,
            text=entity.text,
            relative=_RELATIVE.search(entity.text.lower()) is not None,
            is_range=isinstance(value, FiscalRange),
            company=value.company if isinstance(value, FiscalPeriod) and _differs(entity, entities) else None,
            assumed=value.assumed,
        )


def _days(entities: Sequence[Entity]) -> Iterable[PeriodMention]:
    """Yield days and months that end nobody's year: which year they lie in depends on the company."""
    for entity in entities:
        value = entity.value
        if not isinstance(value, DateValue) or value.relation not in (None, "on") or not _DIGIT.search(entity.text):
            continue
        if value.grain in ("day", "month"):
            day = value.date
            year = Period(FiscalCalendar(_JUNE).period_of(day).year)
            yield PeriodMention(periods=(year,), span=entity.span, text=entity.text, day=day)


def _short_years(entities: Sequence[Entity]) -> Iterable[PeriodMention]:
    """Yield the year of "BHP 24 revenue": two figures right behind the company, or behind the metric at the end."""
    spans = {name: [e.span for e in entities if e.dimension == name] for name in ("company", "metric")}
    for entity in entities:
        if not isinstance(entity.value, Number) or not _SHORT_YEAR.fullmatch(entity.text):
            continue
        before = {n for n, found in spans.items() for s in found if s.end + 1 == entity.span.start}
        after = {n for n, found in spans.items() for s in found if entity.span.end + 1 == s.start}
        is_last = entity is entities[-1]
        if len(before | after) > 1 or (all(spans.values()) and ("company" in before or (before and is_last))):
            year = Period(2000 + int(entity.text))
            text = f'"{entity.text}" is read as the year {year.year}'
            yield PeriodMention(periods=(year,), span=entity.span, text=entity.text, assumed=text)


def _differs(entity: Entity, entities: Sequence[Entity]) -> bool:
    labels = {e.value.label for e in entities if e.span == entity.span and isinstance(e.value, FiscalPeriod)}
    return len(labels) > 1


def unique(items: Iterable[T]) -> tuple[T, ...]:
    """Return the items, each once, in order of first appearance."""
    return tuple(dict.fromkeys(items))

"""Which days a period is: the calendars of the companies that the text speaks of.

One value per company where their calendars differ, or where the text gives each company its own period
("BHP FY2024 and Rio Tinto 2023"); otherwise one for all.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from dragoman.domain.period import FiscalCalendar, Period
from dragoman.domain.value import FiscalPeriod, FiscalRange
from dragoman.interpret.dimensions.fiscal_grammar import PeriodPhrase
from dragoman.interpret.dimensions.fiscal_period import PeriodMention
from dragoman.interpret.dimensions.period_end import ending_in
from dragoman.interpret.dimensions.relative_period import resolve
from dragoman.interpret.period_label import part_to
from dragoman.interpret.vocabulary import Vocabulary

_LAST_YEAR = 9999  # of Python's calendar
_MAX_YEARS = 30  # of an open or written-out range


@dataclass(frozen=True, slots=True)
class Place:
    """Where the text names a company."""

    start: int
    ticker: str


@dataclass(frozen=True, slots=True)
class _View:
    """Whose calendar a period is read in."""

    ticker: str | None
    calendar: FiscalCalendar  # the usual one of the vocabulary while no company is named
    is_known: bool


def bind(
    mentions: Sequence[PeriodMention],
    companies: Sequence[Place],
    *,
    text: str,
    vocabulary: Vocabulary,
    today: date,
) -> list[tuple[PeriodMention, FiscalPeriod | FiscalRange]]:
    """Return the value of each mention, one per company where that makes a difference."""
    owners = _owners(mentions, companies)
    views = _views(dict.fromkeys(place.ticker for place in companies), vocabulary)
    bound = []
    anchor: Period | None = next((mention.named for mention in mentions if mention.named), None)
    for index, mention in enumerate(mentions):
        for view in [_view(owners[index], vocabulary)] if owners else views:
            periods = _periods(mention, view, today, anchor)
            assumed = _assumed(mention, periods, view, vocabulary=vocabulary, words=text[mention.start : mention.end])
            bound.append((mention, _value(mention, periods, view, assumed)))
        anchor = mention.named or anchor
    return bound


def _owners(mentions: Sequence[PeriodMention], companies: Sequence[Place]) -> list[str] | None:
    """Return each period's own company where companies and periods take turns, None where all go with all."""
    if len(companies) < 2 or len(companies) != len(mentions) or len({place.ticker for place in companies}) < 2:
        return None
    turns = sorted(
        [(place.start, "company") for place in companies] + [(mention.start, "period") for mention in mentions]
    )
    kinds = [kind for _, kind in turns]
    if any(kind == other for kind, other in pairwise(kinds)):
        return None
    return [place.ticker for place in companies]


def _views(tickers: Sequence[str] | dict[str, None], vocabulary: Vocabulary) -> list[_View]:
    views = [_view(ticker, vocabulary) for ticker in tickers]
    if not views:
        return [_view(None, vocabulary)]
    if len(views) > 1 and len({view.calendar.end_month for view in views}) == 1:
        return [_View(None, views[0].calendar, is_known=True)]
    return views


def _view(ticker: str | None, vocabulary: Vocabulary) -> _View:
    calendar = vocabulary.calendar(ticker)
    return _View(ticker, calendar or vocabulary.usual_calendar, is_known=calendar is not None)


def _value(
    mention: PeriodMention, periods: tuple[Period, ...], view: _View, assumed: str | None
) -> FiscalPeriod | FiscalRange:
    start, end = _said_bounds(mention) or _bounds(periods, view)
    if mention.dimension == "fiscal_range":
        labels = tuple(period.label for period in periods)
        return FiscalRange(labels=labels, start=start, end=None if mention.is_open else end, assumed=assumed)
    first = periods[0]
    return FiscalPeriod(
        label=first.label, grain=first.grain, company=view.ticker, start=start, end=end, assumed=assumed
    )


def _periods(mention: PeriodMention, view: _View, today: date, anchor: Period | None) -> tuple[Period, ...]:
    """Return the periods meant, oldest first; at least one."""
    if mention.relative:
        return resolve(mention.relative, view.calendar, today, anchor)
    phrase = mention.first
    assert phrase is not None, "a mention is relative or has a phrase"  # noqa: S101 - an invariant of find_mentions
    first = _named_in(phrase, view.calendar, today)
    last = phrase.last or (_named_in(mention.last, view.calendar, today) if mention.last else None)
    if mention.is_open:
        last = max(first, view.calendar.last_completed(today)) if first.part == "year" else first
    if last is None:
        return (first,)
    return _run(*sorted((first, last), key=lambda period: (period.year, period.part)))


def _named_in(phrase: PeriodPhrase, calendar: FiscalCalendar, today: date) -> Period:
    ends = phrase.ends or today
    if phrase.months == 0:
        period = ending_in(ends, calendar)
    else:
        period = phrase.period or part_to(ends, phrase.months, calendar)
    # "August 2024 quarter" ends nobody's quarter: the year it lies in is what we can say.
    return period or calendar.period_of(ends)


def _run(first: Period, last: Period) -> tuple[Period, ...]:
    if first.part == last.part:
        years = range(first.year, min(last.year, first.year + _MAX_YEARS) + 1)
        return tuple(Period(year, first.part) for year in years)
    return (first, last)


def _bounds(periods: tuple[Period, ...], view: _View) -> tuple[date | None, date | None]:
    if not view.is_known or not (periods[0].year > 1 and periods[-1].year < _LAST_YEAR):
        return None, None
    return view.calendar.bounds(periods[0])[0], view.calendar.bounds(periods[-1])[1]


def _said_bounds(mention: PeriodMention) -> tuple[date, date] | None:
    """Return the days that the text itself gives ("year ended 30 June 2024"), whatever the calendar."""
    phrase = mention.first
    if phrase is None or phrase.ends is None or phrase.months == 0:
        return None
    after = phrase.ends.year * 12 + phrase.ends.month  # months since year 0 of the first month after the period
    start = after - phrase.months
    return date(start // 12, start % 12 + 1, 1), date(after // 12, after % 12 + 1, 1)


def _assumed(
    mention: PeriodMention, periods: tuple[Period, ...], view: _View, *, vocabulary: Vocabulary, words: str
) -> str | None:
    """Say what the text left open, None where it left nothing open."""
    spoken = " to ".join(dict.fromkeys(vocabulary.spoken_period(p, view.ticker) for p in (periods[0], periods[-1])))
    name = vocabulary.company_name(view.ticker) if view.ticker else ""
    owner = f"{name}'" if name.endswith("s") else f"{name}'s"
    is_whole_year = periods[-1].part == "year"
    meant = f"{owner} {spoken}" if name and is_whole_year else spoken
    if mention.relative or mention.is_open:
        return f'"{words}" is read as {meant}'
    if not name or mention.first is None:
        return None
    if view.calendar.is_calendar_year:
        return None if mention.first.is_calendar else _say_calendar_year(periods, owner, meant)
    if mention.first.is_calendar:
        return f'{owner} years end on {view.calendar.year_end}; "{words}" is read as {spoken}'
    return f"{meant} ended on {view.calendar.year_end}" if mention.first.is_bare and is_whole_year else None


def _say_calendar_year(periods: tuple[Period, ...], owner: str, meant: str) -> str:
    if periods[-1].part != "year":
        return f"{owner} year is the calendar year"
    return f"{meant} is the calendar year" if len(periods) == 1 else f"{meant} are calendar years"

"""Periods as named, against what is covered: no year is the latest one, "the past three years" are covered ones."""

import re
from collections.abc import Sequence
from datetime import date

from dragoman.decide.ask import World
from dragoman.decide.slots import PeriodMention, unique
from dragoman.domain.document import Coverage
from dragoman.domain.period import Period
from dragoman.domain.plan import Assumption
from dragoman.interpret.vocabulary import Vocabulary

_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_DAY = re.compile(
    rf"\b(?:\d{{1,2}}(?:st|nd|rd|th)?\s+{_MONTH}|{_MONTH}\s+\d{{1,2}}\b|{_MONTH})(?:,?\s+\d{{4}})?", re.IGNORECASE
)
_MONTH_OF_YEAR = re.compile(rf"({_MONTH})\s+'?([0-9]{{2}})", re.IGNORECASE)
_SINCE = re.compile(r"\b(?:since|from|after|starting)\b")

Resolved = tuple[tuple[Period, ...], tuple[Assumption, ...]]


def covered_years(coverage: Coverage, company: str) -> tuple[Period, ...]:
    """Return the fiscal years the index holds for a company, oldest first."""
    periods = (Period.parse(label) for label in coverage.periods.get(company, ()))
    return tuple(sorted(period for period in periods if period.grain == "year"))


def latest_year(world: World, company: str) -> Resolved:
    """Return the newest covered year, with the sentence that says so."""
    years = covered_years(world.coverage, company)
    if not years:
        return (), ()
    spoken = world.vocabulary.spoken_period(years[-1], company)
    text = f"No year was named, so this is the latest one I have: {spoken}."
    return years[-1:], (Assumption(kind="period", text=text, latest_of=company),)


def all_years(world: World, company: str) -> Resolved:
    """Return every covered year, with the sentence that says so."""
    years = covered_years(world.coverage, company)
    if not years:
        return (), ()
    text = f"No years were named, so this covers all I have: {span_text(world.vocabulary, years, company)}."
    return years, (Assumption(kind="period", text=text),)


def named_years(world: World, mentions: Sequence[PeriodMention], company: str) -> Resolved:
    """Return the periods that the person named, relative ones read against what is covered."""
    found: list[Period] = []
    said: list[Assumption] = []
    for mention in mentions:
        if mention.company not in (None, company):
            continue
        periods = mention.periods
        if mention.day:
            year, text = _around(world, mention.text, mention.day, company)
            found.append(year)
            said += [Assumption(kind="calendar", text=text)] if text else []
            continue
        if mention.relative:
            move = _clipped if _SINCE.search(mention.text.lower()) else _shifted
            periods = move(periods, covered_years(world.coverage, company))
        if periods != mention.periods:
            spoken = span_text(world.vocabulary, periods, company)
            text = f'"{mention.text}" is read as {spoken}, the latest I have.'
            said.append(Assumption(kind="period", text=text))
        elif note := _other_year_end(world, mention, company):
            said.append(Assumption(kind="calendar", text=note))
        elif mention.assumed and "calendar year" not in mention.assumed:  # said once for the plan
            said.append(Assumption(kind="period", text=_sentence(mention.assumed)))
        found.extend(periods)
    return unique(found), tuple(said)


def _around(world: World, words: str, day: date, company: str) -> tuple[Period, str]:
    """Return the company's year that a day lies in, with the sentence that says there is no figure for the day."""
    calendar = world.vocabulary.calendar(company) or world.vocabulary.usual_calendar
    year = calendar.period_of(day)
    name, spoken = world.vocabulary.company_name(company), world.vocabulary.spoken_period(year, company)
    end = calendar.last_day(year)
    if day == end:
        return year, ""
    text = (
        f"No year or half of {name} ends {_when(words.strip())}, so there is no figure for it; "
        f"what is given is {spoken}, the year it lies in, which ends on {end.day} {end:%B %Y}."
    )
    return year, text


def _other_year_end(world: World, mention: PeriodMention, company: str) -> str:
    """Say that a company's year does not end on the day that was named; empty where it does or no day was."""
    day = _DAY.search(mention.text)
    calendar = world.vocabulary.calendar(company)
    if not day or not calendar or not mention.periods or _same_day(day, calendar.year_end):
        return ""
    name, spoken = world.vocabulary.company_name(company), world.vocabulary.spoken_period(mention.periods[0], company)
    when = _when(day[0].strip())
    if mention.periods[0].grain == "half":
        return f"For {name}, whose year ends on {calendar.year_end}, {spoken} ends {when}."
    year = f"calendar {spoken}" if calendar.is_calendar_year else spoken
    return f"{name}'s year ends on {calendar.year_end}, so there is none that ends {when}; what is given is {year}."


def _when(words: str) -> str:
    """Return "in June 2023" for "June 23", which is a month of a year, and "on 30 June 2023" for a day."""
    if short := _MONTH_OF_YEAR.fullmatch(words):
        return f"in {short[1]} 20{short[2]}"
    has_day = re.search(r"\b\d{1,2}\b", re.sub(r"\d{4}", "", words)) is not None
    return f"{'on' if has_day else 'in'} {words}"


def _same_day(day: re.Match[str], year_end: str) -> bool:
    """Compare "30 June 2024" or "June 30" with the day a company's year ends on."""
    number, month = year_end.split()
    return month[:3].lower() in day[0].lower() and (number in day[0] or not re.search(r"\b\d{1,2}\b", day[0]))


def periods_for(world: World, mentions: Sequence[PeriodMention], company: str) -> Resolved:
    """Return the named periods, or else the latest covered year."""
    return named_years(world, mentions, company) if mentions else latest_year(world, company)


def span_text(vocabulary: Vocabulary, periods: Sequence[Period], company: str | None) -> str:
    """Return "FY2021 to FY2025", or the one period there is."""
    spoken = [vocabulary.spoken_period(period, company) for period in (periods[0], periods[-1])]
    return spoken[0] if len(periods) == 1 else " to ".join(spoken)


def _shifted(periods: tuple[Period, ...], covered: tuple[Period, ...]) -> tuple[Period, ...]:
    """Move a run that ends after the newest covered year back to end there; drop what is before the first."""
    if not periods or not covered:
        return periods
    beyond = max(period.year for period in periods) - covered[-1].year
    if beyond <= 0:
        return periods
    moved = tuple(period.shifted(-beyond) for period in periods)
    return tuple(p for p in moved if p.grain != "year" or p in covered) or covered[-1:]


def _clipped(periods: tuple[Period, ...], covered: tuple[Period, ...]) -> tuple[Period, ...]:
    """Let a run that began in a named year end with the newest covered one."""
    return tuple(period for period in periods if not covered or period.year <= covered[-1].year) or periods


def _sentence(text: str) -> str:
    text = text[:1].upper() + text[1:]
    return text if text.endswith(".") else f"{text}."

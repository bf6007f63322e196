"""Balance dates: "net debt at 30 June 2023" is of the year, or half, that ends then.

Only beside a metric, or in a follow-up, and for the months in which somebody's year or half ends: "what happened in
March 2023?" asks about a month.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import date

from dragoman.domain.period import FiscalCalendar, Period
from dragoman.interpret.dimensions.dimension import Match
from dragoman.interpret.dimensions.fiscal_grammar import PeriodPhrase
from dragoman.interpret.dimensions.fiscal_period import PeriodMention, mentions_of
from dragoman.interpret.normalize import NormalizedText
from dragoman.interpret.period_label import MONTHS, full_year, part_to

_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_NTH = r"(?:st|nd|rd|th)?"
_LAST_DAY = rf"(?:3[01]|2[89]){_NTH}"
_WORDED = re.compile(
    rf"(?<![\w/])(?:{_LAST_DAY}[\s-]+(?:of\s+)?)?(?P<month>{_MONTH})\.?[\s,-]*(?:{_LAST_DAY},?\s+)?'?"
    r"(?P<year>20[0-4]\d|[12]\d|3[0-5])(?![\w:]|[.,/-]\d|\s?%|,?\s+20\d\d)"
)
_FIGURES = re.compile(
    r"(?<![\w/.-])(?:(?P<iso>20[0-4]\d)-(?P<m>\d\d)-(?:3[01]|2[89])"
    r"|(?P<one>\d{1,2})(?P<mark>[/.-])(?P<two>\d{1,2})(?P=mark)(?P<year>20[0-4]\d|[12]\d))(?![\w/-]|\.\d)"
)
_PART_BEFORE = re.compile(r"(?<!\w)(?:half|six|6|three|3)[- ]?(?:m|mths?|mos|months?|year)?\s+(?:to|ended|ending)\s+$")
_DAY_BEFORE = re.compile(rf"(?<!\d)\d{{1,2}}{_NTH}[\s-]+(?:of\s+)?$")  # "15 June 2023" is a day within a month
_GOES_ON = re.compile(r"\W*(?:and|or|what about|how about)\s(?:[^\s]+\s*){1,7}$")  # "and at 30 June 2024?"
_OF_EVENTS = frozenset(("news", "announce", "announced", "announcement", "announcements", "headlines", "happened"))
_REACH = 24


def find_period_ends(
    text: NormalizedText, matches: Sequence[Match], taken: Sequence[PeriodMention], calendars: Sequence[FiscalCalendar]
) -> list[PeriodMention]:
    """Return the periods whose last month the text gives, and ranges of them; none overlaps those in `taken`."""
    if not text.has_digit or not _OF_EVENTS.isdisjoint(text.words):
        return []
    if not any(match.dimension == "metric" for match in matches) and not _GOES_ON.match(text.lower):
        return []
    found = sorted(_phrases(text.lower, calendars), key=lambda phrase: phrase.start)
    held = bytearray(len(text.lower))
    for mention in taken:
        held[mention.start : mention.end] = b"\1" * (mention.end - mention.start)
    free = [phrase for phrase in found if held.find(1, phrase.start, phrase.end) < 0]
    return mentions_of(text.lower, free) if free else []


def ending_in(month: date, calendar: FiscalCalendar) -> Period | None:
    """Return the year or the first half that ends in the month, None where neither does."""
    if month.month == calendar.end_month:
        return calendar.period_of(month)
    return part_to(month, 6, calendar)


def _phrases(lower: str, calendars: Sequence[FiscalCalendar]) -> Iterator[PeriodPhrase]:
    for match in (*_WORDED.finditer(lower), *_FIGURES.finditer(lower)):
        month = _month_of(match)
        before = lower[max(0, match.start() - _REACH) : match.start()]
        if month is None or _PART_BEFORE.search(before) or _DAY_BEFORE.search(before):
            continue
        period = next(filter(None, (ending_in(month, calendar) for calendar in calendars)), None)
        if period:
            yield PeriodPhrase(*match.span(), period, is_bare=True, ends=month, months=0)


def _month_of(match: re.Match[str]) -> date | None:
    groups = match.groupdict()
    if "month" in groups:
        return date(full_year(groups["year"]), MONTHS[groups["month"]], 1)
    if groups["iso"]:
        year, month = int(groups["iso"]), int(groups["m"])
    else:
        day, month, year = int(groups["one"]), int(groups["two"]), full_year(groups["year"])
        day, month = (month, day) if month > 12 else (day, month)  # 6/30/2023
        month = month if day >= 28 else 0
    return date(year, month, 1) if 1 <= month <= 12 else None

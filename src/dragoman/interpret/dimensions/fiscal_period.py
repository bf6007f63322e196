"""Fiscal periods and ranges of them, in all the forms people use.

What the text says is found first (`find_mentions`); which days that is depends on the companies it speaks of and is
settled in `period_binding`.
"""

import re
from bisect import bisect_left
from dataclasses import dataclass, replace

from dragoman.domain.period import Period
from dragoman.interpret.dimensions.fiscal_grammar import PeriodPhrase, find_phrases
from dragoman.interpret.dimensions.relative_period import COUNTS, Relative, find_relative
from dragoman.interpret.normalize import NormalizedText

_LETTER_O = re.compile(r"(?:(?<=\bfy2)|(?<=\bfy 2)|(?<=\b2))o(?=\d\d(?!\w))")  # "FY2O24": the letter for the digit
_SIGNS = frozenset(("fy", "twenty", "fiscal", "last", "past", "previous", "prior", "preceding", "latest", "recent"))
_LINK = re.compile(r"\s*(?:-|to|through(?:\s+to)?|until|till|thru|up\s+to)\s*(?:the\s+)?")
_AND = re.compile(r"\s*(?:and|&)\s*")
_BETWEEN = re.compile(r"(?:(?P<between>between)|from|over|for|during)\s+(?:the\s+)?$")
_SINCE = re.compile(r"(?:since|starting\s+(?:in|from|with)|beginning\s+(?:in|with))\s+(?:the\s+)?$")
_YEARS_TO = re.compile(
    rf"(?<!\w)(?P<n>{'|'.join(COUNTS)}|[2-9]|10)[- ](?:(?:financial|fiscal|full|reporting)\s+)?years?\s+"
    r"(?:to|till|until|up\s+to|through|ended|ending)\s+(?:in\s+)?(?:the\s+)?$"
)
_LONG_REACH = 48  # characters before a year in which "the three years to" may stand
_ONWARDS = re.compile(
    r"\s*(?:onwards?|and\s+(?:later|after)|to\s+(?:date|now|today|the\s+present)|until\s+(?:now|today)|till\s+now)(?!\w)"
)
_SAME = re.compile(r"[\s,(:-]{0,4}(?:from|i\.e\.|namely)?\s?")
_FROM = re.compile(r"from\s+$")
_MORE_YEARS = re.compile(
    r"(?:\s*,\s*|\s*/\s*|\s*(?:,\s*)?(?:and|&|or)\s+)'?(?P<year>\d\d)(?![\w%]|[.,]\d|\s*(?:%|per|mt|kt|m\b|mn|bn|million|billion))"
)
_TO_YEAR = re.compile(
    r"\s*(?:to|through|until)\s+'?(?P<year>\d\d)(?![\w%]|[.,]\d|\s*(?:%|per|mt|kt|m\b|mn|bn|million|billion))"
)


@dataclass(frozen=True, slots=True)
class PeriodMention:
    """A period or range at [start:end], before anybody's calendar is known."""

    start: int
    end: int
    first: PeriodPhrase | None = None
    last: PeriodPhrase | None = None  # of a range
    is_open: bool = False  # "since FY21"
    relative: Relative | None = None

    @property
    def dimension(self) -> str:
        """Return fiscal_range for several years, fiscal_period for one period."""
        is_range = self.is_open or self.last is not None or (self.first is not None and self.first.last is not None)
        return "fiscal_range" if is_range or (self.relative and self.relative.kind == "past") else "fiscal_period"

    @property
    def named(self) -> Period | None:
        """The period that the text names outright, if it is a single one."""
        return self.first.period if self.first and self.dimension == "fiscal_period" else None


def find_mentions(text: NormalizedText) -> list[PeriodMention]:
    """Return all periods and ranges of a text in order; none overlaps another."""
    lower = _LETTER_O.sub("0", text.lower)
    named: list[PeriodMention] = []
    if text.has_digit or "twenty" in text.words:
        named = mentions_of(lower, _with_short_years(lower, find_phrases(lower)))
    relative = [
        PeriodMention(phrase.start, phrase.end, relative=phrase.relative) for phrase in find_relative(lower, text.words)
    ]
    relative = [mention for mention in relative if not _is_said_otherwise(lower, mention, named)]
    return _merged(named, relative) if relative else named


def _is_said_otherwise(lower: str, mention: PeriodMention, named: list[PeriodMention]) -> bool:
    """Say whether a run of years is named outright as well: "over the three years FY22 to FY24"."""
    if not named or mention.dimension != "fiscal_range":
        return False
    if lower.startswith("over", mention.start):
        return True
    place = bisect_left(named, mention.end, key=lambda other: other.start)
    return place < len(named) and _SAME.fullmatch(lower, mention.end, named[place].start) is not None


def _merged(named: list[PeriodMention], relative: list[PeriodMention]) -> list[PeriodMention]:
    starts = bytearray(max(m.end for m in (*named, *relative)))
    for mention in named:
        starts[mention.start : mention.end] = b"\1" * (mention.end - mention.start)
    free = [m for m in relative if starts.find(1, m.start, m.end) < 0]
    return sorted((*named, *free), key=lambda mention: mention.start)


def _with_short_years(lower: str, phrases: list[PeriodPhrase]) -> list[PeriodPhrase]:
    """Add the years of "FY22, 23 and 24" and "FY22 to 24"."""
    found: list[PeriodPhrase] = []
    for phrase in phrases:
        found.append(phrase)
        if not _is_short_year(lower, phrase):
            continue
        at = phrase.end
        while (more := _MORE_YEARS.match(lower, at) or _TO_YEAR.match(lower, at)) and _is_near(more["year"], found[-1]):
            found.append(PeriodPhrase(more.start("year"), more.end(), Period(2000 + int(more["year"]))))
            at = more.end()
    return found


def _is_short_year(lower: str, phrase: PeriodPhrase) -> bool:
    return (
        lower.startswith("fy", phrase.start)
        and phrase.last is None
        and not lower[phrase.end - 4 : phrase.end].isdigit()
    )


def _is_near(year: str, before: PeriodPhrase) -> bool:
    return before.period is not None and 0 < 2000 + int(year) - before.period.year <= 10


def mentions_of(lower: str, phrases: list[PeriodPhrase]) -> list[PeriodMention]:
    """Return the phrases, which are in order, as mentions; two that the text joins become a range."""
    mentions: list[PeriodMention] = []
    index = 0
    while index < len(phrases):
        phrase = phrases[index]
        follower = phrases[index + 1] if index + 1 < len(phrases) else None
        mention = (_pair(lower, phrase, follower) if follower else None) or _single(lower, phrase)
        mentions.append(mention)
        index += 2 if mention.last else 1
    return mentions


def _pair(lower: str, first: PeriodPhrase, second: PeriodPhrase) -> PeriodMention | None:
    """Read "FY21 to FY24", "from FY21 to FY24", "between FY21 and FY24" as one range."""
    if first.last or second.last or first.period is None or second.period is None:
        return None
    before = _BETWEEN.search(lower[max(0, first.start - 24) : first.start])
    between = lower[first.end : second.start]
    is_range = _LINK.fullmatch(between) or (before and before["between"] and _AND.fullmatch(between))
    if not is_range or first.period.grain != second.period.grain:
        return None
    return PeriodMention(_start_of(before, first), second.end, first, second)


def _start_of(before: re.Match[str] | None, phrase: PeriodPhrase) -> int:
    """Return where the range begins: with "between" or "from", but not with "over" or "for"."""
    if before and before[0].startswith(("between", "from")):
        return phrase.start - len(before[0])
    return phrase.start


def _years_to(lower: str, phrase: PeriodPhrase) -> PeriodMention | None:
    """Read "the three years to FY24" as FY22 to FY24."""
    match = _YEARS_TO.search(lower, max(0, phrase.start - _LONG_REACH), phrase.start)
    if match is None or phrase.last or phrase.period is None or phrase.period.part != "year":
        return None
    count = COUNTS.get(match["n"]) or int(match["n"])
    first = replace(phrase, period=phrase.period.shifted(1 - count), ends=None, months=12)
    return PeriodMention(match.start("n"), phrase.end, first, phrase)


def _single(lower: str, phrase: PeriodPhrase) -> PeriodMention:
    if years := _years_to(lower, phrase):
        return years
    window = lower[max(0, phrase.start - 24) : phrase.start]
    if since := _SINCE.search(window):
        return PeriodMention(phrase.start - len(since[0]), phrase.end, phrase, is_open=True)
    if onwards := _ONWARDS.match(lower, phrase.end):
        before = _FROM.search(window)
        start = phrase.start - (len(before[0]) if before else 0)
        return PeriodMention(start, onwards.end(), phrase, is_open=True)
    return PeriodMention(phrase.start, phrase.end, phrase)

"""Dates on the calendar as texts write them, before anybody asks what they are for.

Numeric dates are read day first (as Australia, Europe and most contracts do) unless a date of the same text
can only be month first; the other reading is kept where both are possible.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache

from dragoman.interpret.normalize import NormalizedText

MONTH_FORMS = (
    r"jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    r"nov(?:ember)?|dec(?:ember)?"
)
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec"
MONTH_WORDS = frozenset(_MONTHS.split()) | frozenset(
    [
        "january",
        "february",
        "march",
        "april",
        "june",
        "july",
        "august",
        "sept",
        "september",
        "october",
        "november",
        "december",
    ]
)
_MONTH = rf"(?P<month>{MONTH_FORMS})\.?"
_DAY = r"(?P<day>[0-9]{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>(?:19|20)[0-9]{2})"
_SHORT = r"'?(?P<short>[0-9]{2})(?![0-9,.]* ?[a-z%])"  # not "30 Jun 24 companies"
_NOT_BEFORE = r"(?<![\w.,/$])"
_NOT_AFTER = r"(?![a-z0-9])"
_TIME = r"(?: [0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?)?"
_UNTIL = r" ?(?:-|to|through) ?"

_PATTERNS = (
    re.compile(
        r"(?<![\w/.-])(?P<year>(?:1[5-9]|20)[0-9]{2})(?P<mark>[-/.])(?P<month_number>[0-9]{1,2})(?P=mark)(?P<day>[0-9]{1,2})"
        r"(?![0-9-])"
    ),
    re.compile(
        r"(?<![\w/.$])(?P<first>[0-9]{1,2})(?P<mark>[-/.])(?P<second>[0-9]{1,2})"
        r"(?:(?P=mark)(?P<year>[0-9]{4})|(?P=mark)(?P<short>[0-9]{2}))?(?![\w/%]|\.[0-9])"
    ),
    re.compile(
        rf"{_NOT_BEFORE}{_DAY}(?: day)?(?: of)?[ -]?{_MONTH}(?:(?:,? ?(?:of )?|-){_YEAR}|[ -]{_SHORT})?{_NOT_AFTER}"
    ),
    re.compile(
        rf"{_NOT_BEFORE}{_MONTH} ?(?:the )?{_DAY}(?![0-9:%]|[.,][0-9])"
        rf"(?:{_UNTIL}(?P<last_day>[0-9]{{1,2}})(?:st|nd|rd|th)?(?! ?(?:of )?(?:{MONTH_FORMS}|[0-9:%./-])))?"
        rf"(?:{_TIME},? ?{_YEAR})?{_NOT_AFTER}"
    ),
    re.compile(rf"{_NOT_BEFORE}{_MONTH}(?:(?:,? (?:of )?| ?- ?){_YEAR}|(?:-| ?'){_SHORT}){_NOT_AFTER}"),
)
_DAY_BEFORE = re.compile(rf"(?<![\w.,/$-])([0-9]{{1,2}})(?:st|nd|rd|th)?(?:{_UNTIL}| and )$")
_MONTH_BEFORE = re.compile(rf"(?<![\w.,/$-])({MONTH_FORMS})(?:{_UNTIL}| and )$")
_MODAL = re.compile(r" (?:be|not|also|only|have|then|at|in|without|request|terminate|elect|choose|[a-z]+ly)\b")
_BEFORE_MAY = re.compile(r"(?:\b(?:on|by|before|after|until|from|since|to|of|between)|[-,]) ?$")


@dataclass(frozen=True, slots=True)
class WrittenDate:
    """A day, or a month where `day` is None, at `text[start:end]`; `year` is None where none is written."""

    start: int
    end: int
    year: int | None
    month: int
    day: int | None
    is_numeric: bool = False  # written as 3/4/2024
    is_swappable: bool = False  # nothing in the text tells the day from the month

    @property
    def swapped(self) -> "WrittenDate":
        """The same date read the other way round."""
        return replace(self, month=self.day or self.month, day=self.month)

    def on(self, year: int) -> date | None:
        """Return the day in a year, the first of the month for a month; None for 29 February of most years."""
        return _date(year, self.month, 1 if self.day is None else self.day)


def has_date(text: NormalizedText) -> bool:
    """Say cheaply whether the text can hold a calendar date."""
    return text.has_digit and (not MONTH_WORDS.isdisjoint(text.words) or _NUMBERED.search(text.text) is not None)


_NUMBERED = re.compile(r"[0-9][-/.][0-9]{1,2}[-/.][0-9]")


@lru_cache(maxsize=4)
def read_dates(text: NormalizedText) -> tuple[WrittenDate, ...]:
    """Return the dates in the order of the text, ends of ranges included ("1-5 March 2024" has two)."""
    found = sorted(_candidates(text.text, text.lower), key=lambda written: (written.start, -written.end))
    kept: list[WrittenDate] = []
    for written in found:
        if not kept or written.start >= kept[-1].end:
            kept.append(written)
    possible = [written for written in _in_one_order(kept) if _is_possible(written)]
    return tuple(_with_shared_years(possible, text.lower))


def are_joined(first: WrittenDate, second: WrittenDate, lower: str) -> bool:
    """Say whether the text between two dates makes them the ends of one range."""
    if not 0 <= second.start - first.end <= _LONGEST_JOINT:
        return False
    gap = lower[first.end : second.start]
    if _TO.fullmatch(gap):
        return True
    return _AND.fullmatch(gap) is not None and "between" in lower[max(first.start - 16, 0) : first.start]


_LONGEST_JOINT = 32
_TO = re.compile(
    r",? ?(?:-|to|until|till|through|up to|"
    r"(?:and )?(?:ending|expiring|terminating|ends|expires|will expire|shall expire)(?: on)?(?: the)?) ?"
)
_AND = re.compile(r" ?(?:and|&)(?: the)? ")


def _with_shared_years(found: list[WrittenDate], lower: str) -> list[WrittenDate]:
    """Give the first end of "1 Dec to 31 Jan 2017" the year it lacks."""
    for at in range(len(found) - 1):
        first, second = found[at], found[at + 1]
        if first.year is None and second.year and are_joined(first, second, lower):
            is_later = (first.month, first.day or 1) > (second.month, second.day or 31)
            found[at] = replace(first, year=second.year - is_later)
    return found


def _in_one_order(found: list[WrittenDate]) -> list[WrittenDate]:
    """Read all numeric dates of a text in one order, the only possible one if any of them tells."""
    numeric = [written for written in found if written.is_numeric]
    if any(written.month > 12 for written in numeric):
        return [written.swapped if written.is_numeric else written for written in found]
    if any((written.day or 0) > 12 for written in numeric):
        return found
    return [replace(w, is_swappable=w.is_numeric and w.day != w.month) for w in found]


def _is_possible(written: WrittenDate) -> bool:
    return written.on(written.year or 2024) is not None  # a leap year: 29 February may be meant


def _candidates(text: str, lower: str) -> Iterator[WrittenDate]:
    for pattern in _PATTERNS:
        for match in pattern.finditer(lower):
            yield from _written(match, text, lower)


def _written(match: re.Match[str], text: str, lower: str) -> Iterator[WrittenDate]:
    part = match.groupdict()
    start, end = match.span()
    year = _year(part)
    if "first" in part:
        yield from _numeric(match, year, lower)
        return
    if "month_number" in part:
        yield WrittenDate(start, end, year, int(part["month_number"]), int(part["day"]))
        return
    month = _MONTHS.split().index(part["month"][:3]) + 1
    day = int(part["day"]) if part.get("day") else None
    if part["month"] == "may" and year is None and not _is_the_month(match, text, lower):
        return
    if last := part.get("last_day"):
        yield WrittenDate(start, match.end("day"), year, month, day)
        yield WrittenDate(match.start("last_day"), end, year, month, int(last))
        return
    yield WrittenDate(start, end, year, month, day)
    yield from _first_of_range(start, year, month if day else None, lower)


def _first_of_range(start: int, year: int | None, month: int | None, lower: str) -> Iterator[WrittenDate]:
    """Read "1" of "1-5 March 2024" and "June" of "June to August 2024"."""
    offset = max(start - 20, 0)
    before = lower[offset:start]
    pattern = _DAY_BEFORE if month else _MONTH_BEFORE
    match = pattern.search(before) if lower[start].isdigit() or not month else None
    if match is None or (" and " in match[0] and "between" not in lower[max(start - 32, 0) : start]):
        return
    end = offset + match.start() + len(match[0].rstrip(" -").split()[0].split("-")[0])
    if month:
        yield WrittenDate(offset + match.start(), end, year, month, int(match[1]))
    else:
        yield WrittenDate(offset + match.start(), end, year, _MONTHS.split().index(match[1][:3]) + 1, None)


def _numeric(match: re.Match[str], year: int | None, lower: str) -> Iterator[WrittenDate]:
    start, end = match.span()
    mark, first, second = match["mark"], int(match["first"]), int(match["second"])
    if year is None and (mark != "/" or _RANGE_GOES_ON.match(lower, end) is None):
        return
    if mark == "." and match["short"]:  # a section number
        return
    if mark == "-" and _MORE_DIGITS.match(lower, end):
        return
    yield WrittenDate(start, end, year, second, first, is_numeric=True)


_RANGE_GOES_ON = re.compile(rf"(?:{_UNTIL}| and )[0-9]{{1,2}}/[0-9]{{1,2}}/[0-9]")
_MORE_DIGITS = re.compile("-[0-9]")


def _is_the_month(match: re.Match[str], text: str, lower: str) -> bool:
    """Tell the month May from the verb, as in "Exhibit 1 may be more fully described"."""
    written = text[match.start("month") : match.end("month")]
    if _MODAL.match(lower, match.end()) or written == "MAY":
        return False
    before = lower[max(match.start() - 10, 0) : match.start()]
    return written == "May" or _BEFORE_MAY.search(before) is not None


def _year(part: dict[str, str]) -> int | None:
    if part.get("year"):
        return int(part["year"])
    short = part.get("short")
    if not short:
        return None
    return int(short) + (2000 if int(short) < 70 else 1900)


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None

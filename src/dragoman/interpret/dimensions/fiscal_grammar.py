"""The forms in which people name a fiscal period: one pattern each, tried in this order where its first letter fits."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from dragoman.domain.period import Period
from dragoman.interpret.dimensions.year_position import is_year_position
from dragoman.interpret.period_label import MONTHS, full_year, part_of

Y4 = r"(?:199\d|20[0-4]\d)"
YEAR = rf"(?:{Y4}|\d\d)"
_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_FISCAL = r"(?:fiscal(?:\s+year)?|financial\s+year)"
_OF = r"(?:\s+of)?(?:\s+the)?\s*"
_NTH = r"(?P<nth>first|second|third|fourth|last|final|1st|2nd|3rd|4th)"
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_DATE = rf"(?:the\s+)?(?:{_DAY}\s+(?:of\s+)?)?(?P<month>{_MONTH})\.?,?\s+(?:{_DAY}\s*,\s*)?(?P<y>{Y4})"
_TENS = {"ten": 10, "eleven": 11, "twelve": 12, "twenty": 20, "thirty": 30}
_DIGITS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
# A period ends where no digit, percentage or rest of a date follows.
_END = r"(?!\w|[.,]\d|\s?%|-\d|/\d)"


@dataclass(frozen=True, slots=True)
class PeriodPhrase:
    """A period that the text names by itself, in no company's calendar yet."""

    start: int
    end: int
    period: Period | None  # None: only `ends` and `months` are known, and the calendar tells which part it is
    last: Period | None = None  # of "2021-24": the other end of a range
    is_calendar: bool = False  # "calendar 2024"
    is_bare: bool = False  # "2024" without a word that makes it fiscal
    ends: date | None = None  # the first day of the month it ends in, where the text says so
    months: int = 12  # its length; 0: whichever part of somebody's year ends then


@dataclass(frozen=True, slots=True)
class Form:
    """One way to name a period; `read` may still say no."""

    starts: str  # first characters it can have
    pattern: re.Pattern[str]
    read: Callable[[re.Match[str]], PeriodPhrase | None]


def _year(match: re.Match[str]) -> int:
    return full_year(next(text for name in ("y", "y2", "y3") if (text := match.groupdict().get(name))))


def _ended(match: re.Match[str]) -> PeriodPhrase:
    what = match["what"]
    months = 6 if re.search("half|six|6", what) else 3 if re.search("quarter|three|3", what) else 12
    ends = date(int(match["y"]), MONTHS[match["month"]], 1)
    return PeriodPhrase(*match.span(), Period(ends.year) if months == 12 else None, ends=ends, months=months)


def _named_quarter(match: re.Match[str]) -> PeriodPhrase:
    months = 6 if "half" in match[0] else 3
    return PeriodPhrase(*match.span(), None, ends=date(_year(match), MONTHS[match["month"]], 1), months=months)


def _part(match: re.Match[str]) -> PeriodPhrase | None:
    kind, number = sorted(match["code"], reverse=True)
    period = part_of(kind, number, _year(match))
    if period is None:
        return None
    return PeriodPhrase(*match.span(), period, is_calendar="c" in match[0], is_bare="f" not in match[0])


def _worded_part(match: re.Match[str]) -> PeriodPhrase | None:
    what = match["what"]
    ordinals = {"first": "1", "second": "2", "third": "3", "fourth": "4", "last": "", "final": ""}
    number = ordinals.get(match["nth"], match["nth"][0]) or ("2" if what == "half" else "4")
    period = part_of(what[0], number, _year(match))
    if period is None:
        return None
    is_fiscal = "fy" in match[0] or "fiscal" in match[0] or "financial" in match[0]
    return PeriodPhrase(*match.span(), period, is_calendar="calendar" in match[0], is_bare=not is_fiscal)


def _whole(match: re.Match[str]) -> PeriodPhrase:
    return PeriodPhrase(*match.span(), Period(_year(match)))


def _half_year(match: re.Match[str]) -> PeriodPhrase:
    return PeriodPhrase(*match.span(), Period(_year(match), "H1"))


def _fiscal(match: re.Match[str]) -> PeriodPhrase | None:
    second = match["second"]
    if not second:
        return PeriodPhrase(*match.span(), Period(_year(match)))
    return _joined(match, _year(match), full_year(second), is_range="fy" in match["join"])


def _suffixed(match: re.Match[str]) -> PeriodPhrase | None:
    first, second = int(match["y"]), match["second"]
    if second and full_year(second) != first + 1:
        return None
    is_calendar = match["word"] == "calendar"
    return PeriodPhrase(*match.span(), Period(first + 1 if second else first), is_calendar=is_calendar)


def _calendar(match: re.Match[str]) -> PeriodPhrase:
    return PeriodPhrase(*match.span(), Period(_year(match)), is_calendar=True)


def _split(match: re.Match[str]) -> PeriodPhrase | None:
    second = match["second"]
    is_one_year = len(second) == 2 and full_year(second) == int(match["y"]) + 1  # never an amount, whatever follows
    if not is_year_position(match.string, match.start(), match.end(), may_have_unit=is_one_year):
        return None
    return _joined(match, int(match["y"]), full_year(second), is_range=len(second) == 4)


def _joined(match: re.Match[str], first: int, second: int, *, is_range: bool) -> PeriodPhrase | None:
    """Read "2023-24": one year where the second follows the first, otherwise a range; never backwards."""
    if second == first + 1 and not is_range:
        return PeriodPhrase(*match.span(), Period(second))
    if not first < second <= first + 30:
        return None
    return PeriodPhrase(*match.span(), Period(first), last=Period(second), is_bare="f" not in match[0])


def _spoken(match: re.Match[str]) -> PeriodPhrase:
    unit = _DIGITS.index(match["unit"]) + 1 if match["unit"] else 0
    return PeriodPhrase(*match.span(), Period(2000 + _TENS[match["tens"]] + unit), is_bare=True)


def _short(match: re.Match[str]) -> PeriodPhrase | None:
    if not is_year_position(match.string, match.start(), match.end()):
        return None
    return PeriodPhrase(*match.span(), Period(_year(match)), is_bare=True)


def _bare(match: re.Match[str]) -> PeriodPhrase | None:
    if not is_year_position(match.string, match.start(), match.end()):
        return None
    return PeriodPhrase(*match.span(), Period(int(match[0])), is_bare=True)


_LENGTH = (
    r"(?:(?:full|financial|fiscal|reporting)\s+)?"
    r"(?:half[- ]?year|half|year|quarter|(?:12|twelve|six|6|three|3)\s+months)\s+(?:ended|ending|to|through)|fye"
)
_CODE = r"(?P<code>[hq][1-4]|[1-4][hq])"
_PARTS = rf"{_NTH}[- ](?P<what>half|quarter)(?:[- ]year)?"
_FISCAL_YEAR = (
    rf"(?:(?:fye?[\s-]*'?|{_FISCAL}\s*'?)(?P<y>{YEAR})|full[- ]year\s+(?P<y2>{Y4}))[aef]?"
    rf"(?:(?P<join>\s?[-/]\s?(?:fy\s?)?)'?(?P<second>{YEAR})(?!\w|[.,]\d|\s?%))?"
)

FORMS = tuple(
    Form(starts, re.compile(pattern + _END), read)
    for starts, pattern, read in (
        ("yhq163tf", rf"(?P<what>{_LENGTH})\s+{_DATE}", _ended),
        ("fyr", rf"(?:(?:full|financial|fiscal|reporting)\s+)?year\s+(?:ended|ending)\s+(?P<y>{Y4})", _whole),
        (
            "mjsd",
            rf"(?P<month>{_MONTH})\s+(?:(?P<y>{Y4})\s+(?:quarter|half)|(?:quarter|half)(?:\s+of)?\s+(?P<y2>{Y4}))",
            _named_quarter,
        ),
        ("hq", rf"(?P<code>[hq][1-4])\s*[-/]?{_OF}(?:fy|cy|{_FISCAL})?\s*'?(?P<y>{YEAR})", _part),
        (
            "1234",
            rf"(?P<code>[1-4][hq])(?:\s*[-/]?{_OF}(?:fy|cy|{_FISCAL})\s*'?(?P<y>{YEAR})|'?(?P<y2>\d\d)|{_OF}(?P<y3>{Y4}))",
            _part,
        ),
        (
            "fstl1234",
            rf"{_PARTS}{_OF}(?:(?:fy|{_FISCAL}|calendar(?:\s+year)?)\s*'?(?P<y>{YEAR})|(?P<y2>{Y4}))",
            _worded_part,
        ),
        ("f12", rf"(?:fy\s*'?(?P<y>{YEAR})|(?P<y2>{Y4}))(?:'s)?[\s,-]+{_CODE}", _part),
        ("f12", rf"(?:fy\s*'?(?P<y>{YEAR})|(?P<y2>{Y4}))(?:'s)?[\s,-]+{_PARTS}", _worded_part),
        ("h", rf"(?:hy\s?'?|half[- ]year\s+(?:fy\s?'?)?)(?P<y>{YEAR})", _half_year),
        (
            "f",
            _FISCAL_YEAR,
            _fiscal,
        ),
        (
            "12",
            rf"(?P<y>{Y4})(?:[-/](?P<second>{YEAR}))?\s+(?P<word>financial|fiscal|calendar|reporting)\s+years?",
            _suffixed,
        ),
        ("c", rf"(?:calendar(?:\s+year)?\s*|cy\s*)'?(?P<y>{YEAR})", _calendar),
        ("12", rf"(?P<y>{Y4})\s?[-/]\s?(?P<second>{Y4}|\d\d)", _split),
        ("t", rf"twenty[- ](?P<tens>{'|'.join(_TENS)})(?:[- ](?P<unit>{'|'.join(_DIGITS)}))?", _spoken),
        ("'", r"'(?P<y>[12]\d)(?!')", _short),
        ("12", Y4, _bare),
    )
)  # fmt: skip
_LETTERS = "".join(form.starts for form in FORMS)
BY_LETTER = {letter: tuple(form for form in FORMS if letter in form.starts) for letter in _LETTERS}
_TRIGGER = re.compile(
    r"(?<![^\W_])(?:f(?:y|is|in|ul|ir|ou)|'[12]\d|c(?:y|al)|h(?:[12y]|alf)|q(?:[1-4]|uart)|[1-4][hqsnrt]|199\d|20[0-4]\d"
    r"|1?[236]\s+months|year\s|twe(?:nty|lve)|t(?:hi|hree)|se(?:cond|p)|six|las|rep|mar|jun|dec)"
)


def find_phrases(lower: str) -> list[PeriodPhrase]:
    """Return every period that the text names by itself, in order, none overlapping another."""
    found: list[PeriodPhrase] = []
    at = 0
    for trigger in _TRIGGER.finditer(lower):
        start = trigger.start()
        if start >= at and (phrase := _read_at(lower, start)):
            found.append(phrase)
            at = phrase.end
    return found


def _read_at(lower: str, start: int) -> PeriodPhrase | None:
    for form in BY_LETTER.get(lower[start], ()):
        match = form.pattern.match(lower, start)
        if match and (phrase := form.read(match)):
            return phrase
    return None

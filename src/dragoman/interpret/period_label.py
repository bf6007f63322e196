"""The head of a table column → the period it names, exactly or not at all."""

import re
from datetime import date

from dragoman.domain.period import FiscalCalendar, Part, Period

MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul", "august aug",
            "september sep sept", "october oct", "november nov", "december dec",
        ),
        start=1,
    )
    for name in names.split()
}  # fmt: skip
_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_YEAR = r"(?P<year>(?:19|20)\d\d|\d\d)"
_UNIT = re.compile(r"\s*[(\[,]?\s*(?:(?:us|a)?\$\s*(?:m|mn|million|bn|billion)?|us\$?m|a\$?m|mt|kt|koz)\s*[)\]]?$")
_LEAD = re.compile(
    r"^(?:(?:for\s+)?(?:the\s+)?(?:full[ -]?year|financial year|fiscal year|year|12 months|twelve months)?"
    r"\s*(?:ended|ending|to|as at|at|as of)\s+)"
)
_WHOLE = re.compile(rf"(?:fy|fiscal(?: year)?|financial year|full[ -]year|year|calendar year|calendar|cy)?\s*'?{_YEAR}")
_SPLIT = re.compile(r"(?:fy\s*)?(?P<first>(?:19|20)\d\d)\s*[-/]\s*(?P<second>\d\d)")
_PART_FIRST = re.compile(rf"(?:(?P<kind>[hq])(?P<n>[1-4])|(?P<m>[1-4])(?P<sort>[hq]))\s*[-/]?\s*(?:fy|of)?\s*'?{_YEAR}")
_PART_LAST = re.compile(rf"fy\s*'?{_YEAR}\s*[-/]?\s*(?:(?P<kind>[hq])(?P<n>[1-4])|(?P<m>[1-4])(?P<sort>[hq]))")
_HALF_WORDS = re.compile(rf"(?:the\s+)?(?P<nth>first|second|1st|2nd)[ -]half\s*(?:of\s+)?(?:fy\s*)?'?{_YEAR}")
_DAY = re.compile(rf"(?:(?P<day>\d{{1,2}})\s+)?(?P<month>{_MONTH})\.?\s+(?:(?P<us>\d{{1,2}}),\s*)?{_YEAR}")
_PERIOD_TO_DAY = re.compile(
    r"^(?:for\s+)?(?:the\s+)?(?P<what>half[ -]?year|half|six months|6 months|quarter|three months|3 months)"
    r"\s+(?:ended|ending|to)\s+"
)


def full_year(digits: str) -> int:
    """Return the year that two or four digits name."""
    return int(digits) if len(digits) == 4 else 2000 + int(digits)


def read_label(text: str, calendar: FiscalCalendar | None) -> Period | None:
    """Read one label and nothing beside it. Units after it ("FY2024 US$m") are overlooked."""
    lower = _UNIT.sub("", " ".join(text.lower().split()).rstrip("*^ "))
    if short := _PERIOD_TO_DAY.match(lower):
        return _part_to_day(lower[short.end() :], short["what"], calendar)
    is_year = lower.startswith(("year", "for the year", "the year", "12", "twelve", "full", "financial", "fiscal"))
    lower = _LEAD.sub("", lower)
    if match := _WHOLE.fullmatch(lower):
        return _sane(Period(full_year(match["year"]))) if len(match["year"]) == 4 or "fy" in lower else None
    if match := _SPLIT.fullmatch(lower):
        first, second = int(match["first"]), int(match["second"])
        return _sane(Period(first + 1)) if (first + 1) % 100 == second else None
    for pattern in (_PART_FIRST, _PART_LAST):
        if match := pattern.fullmatch(lower):
            return part_of(match["kind"] or match["sort"], match["n"] or match["m"], full_year(match["year"]))
    if match := _HALF_WORDS.fullmatch(lower):
        return Period(full_year(match["year"]), "H1" if match["nth"] in ("first", "1st") else "H2")
    if match := _DAY.fullmatch(lower):
        return _year_to_day(match, calendar, may_be_half=not is_year)
    return None


def part_of(kind: str, number: str, year: int) -> Period | None:
    """Return the half or quarter, None for a third half."""
    part = f"{kind.upper()}{number}"
    parts: dict[str, Part] = {"H1": "H1", "H2": "H2", "Q1": "Q1", "Q2": "Q2", "Q3": "Q3", "Q4": "Q4"}
    return _sane(Period(year, parts[part])) if part in parts else None


def part_to(end: date, months: int, calendar: FiscalCalendar | None) -> Period | None:
    """Return the half (6 months) or quarter (3) that ends in the month of `end`, None where none does."""
    if calendar is None:
        return None
    year = calendar.period_of(end)
    into = (end.month - calendar.end_month - 1) % 12 + 1
    if into % months:
        return None
    return part_of("h" if months == 6 else "q", str(into // months), year.year)


def _year_to_day(match: re.Match[str], calendar: FiscalCalendar | None, *, may_be_half: bool) -> Period | None:
    year, month = full_year(match["year"]), MONTHS[match["month"]]
    if len(match["year"]) != 4:
        return None
    if calendar is None or calendar.end_month == month:
        return _sane(Period(year))
    # The balance date of a half-year report: the first half that ends there.
    return part_to(date(year, month, 1), 6, calendar) if may_be_half else None


def _part_to_day(rest: str, what: str, calendar: FiscalCalendar | None) -> Period | None:
    match = _DAY.fullmatch(rest)
    if match is None or len(match["year"]) != 4:
        return None
    months = 6 if what.startswith(("half", "six", "6")) else 3
    return part_to(date(int(match["year"]), MONTHS[match["month"]], 1), months, calendar)


def _sane(period: Period) -> Period | None:
    return period if 1990 <= period.year <= 2049 else None

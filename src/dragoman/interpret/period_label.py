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
_UNIT = re.compile(
    r"\s*[(\[,]?\s*(?:(?:us|a|c|s|nz|hk)?[$€£¥]\s*(?:m|mn|million|bn|billion|['’]?000)?"
    r"|us\$?m|a\$?m|mt|kt|koz)\s*[)\]]?$"
)
_YEAR_LONG = r"(?:12|twelve)[ -]months|(?:52|53|fifty[ -](?:two|three))[ -]weeks"
_LEAD = re.compile(
    r"^(?:(?:for\s+)?(?:the\s+)?(?:fiscal\s+)?"
    rf"(?:full[ -]?year|financial years?|fiscal years?|years?|{_YEAR_LONG})?"
    r"\s*(?:ended|ending|to|as at|at|as of)\s+)"
)
_IS_YEAR = re.compile(rf"^(?:for\s+)?(?:the\s+)?(?:fiscal\s+)?(?:years?|full|financial|fiscal|{_YEAR_LONG})\b")
_WHOLE = re.compile(
    r"(?:fy|fiscal(?: years?)?|financial year|full[ -]year|years?|calendar year|calendar|cy|twelve months)?"
    rf"\s*'?{_YEAR}"
)
_SPLIT = re.compile(r"(?:fy\s*)?(?P<first>(?:19|20)\d\d)\s*[-/]\s*(?P<second>(?:19|20)?\d\d)")
_PART_FIRST = re.compile(rf"(?:(?P<kind>[hq])(?P<n>[1-4])|(?P<m>[1-4])(?P<sort>[hq]))\s*[-/]?\s*(?:fy|of)?\s*'?{_YEAR}")
_PART_LAST = re.compile(rf"fy\s*'?{_YEAR}\s*[-/]?\s*(?:(?P<kind>[hq])(?P<n>[1-4])|(?P<m>[1-4])(?P<sort>[hq]))")
_NTH = {"first": "1", "1st": "1", "second": "2", "2nd": "2", "third": "3", "3rd": "3", "fourth": "4", "4th": "4"}
_NTH_WORDS = re.compile(
    rf"(?:the\s+)?(?P<nth>{'|'.join(_NTH)})[ -](?P<what>half|quarter)\s*(?:of\s+)?(?:fy|fiscal(?: year)?)?\s*'?{_YEAR}"
)
_NTH_LAST = re.compile(rf"(?P<rest>.+\d{{4}})\s+(?P<nth>{'|'.join(_NTH)})[ -]quarter(?:\s*\(\d\d weeks\))?")
_FIRST_MONTHS = re.compile(rf"(?:six|6)[ -]months(?: ended)?\s*(?:of\s+)?(?:fy|fiscal)?\s*{_YEAR}")
_YEAR_FIRST = re.compile(
    r"(?P<year>(?:19|20)\d\d)\s+(?:(?P<kind>[hq])(?P<n>[1-4])|(?P<m>[1-4])(?P<sort>[hq])"
    rf"|(?P<nth>{'|'.join(_NTH)})[ -](?P<what>half|quarter)|(?P<six>(?:six|6)[ -]months)"
    r"|(?P<all>full[ -]year|(?:twelve|12)[ -]months))"
)
_DAY = re.compile(rf"(?:(?P<day>\d{{1,2}})\s+)?(?P<month>{_MONTH})\.?\s+(?:(?P<us>\d{{1,2}})(?:,\s*|\s+))?{_YEAR}")
_SHORT = {
    r"half[ -]years?|half|(?:six|6)[ -]months|(?:26|27|twenty[ -](?:six|seven))[ -]weeks": 6,
    r"quarters?|(?:three|3)[ -]months|(?:13|14|thirteen|fourteen)[ -]weeks": 3,
}
_PERIOD_TO_DAY = re.compile(
    rf"^(?:for\s+)?(?:the\s+)?(?:fiscal\s+)?(?P<what>{'|'.join(_SHORT)})\s+(?:ended|ending|to)\s+"
)
_SPILL = 7  # days: a year of 52 or 53 weeks may end so many days into the next month


def full_year(digits: str) -> int:
    """Return the year that two or four digits name."""
    return int(digits) if len(digits) == 4 else 2000 + int(digits)


def read_label(text: str, calendar: FiscalCalendar | None) -> Period | None:
    """Read one label and nothing beside it. Units after it ("FY2024 US$m") are overlooked."""
    lower = _UNIT.sub("", " ".join(text.lower().split()).rstrip("*^ "))
    if match := _NTH_LAST.fullmatch(lower):
        year = read_label(match["rest"], calendar)
        return part_of("q", _NTH[match["nth"]], year.year) if year and year.part == "year" else None
    if match := _FIRST_MONTHS.fullmatch(lower):
        return part_of("h", "1", full_year(match["year"]))
    if short := _PERIOD_TO_DAY.match(lower):
        return _part_to_day(lower[short.end() :], short["what"], calendar)
    is_year = _IS_YEAR.match(lower) is not None
    lower = _LEAD.sub("", lower)
    if match := _WHOLE.fullmatch(lower):
        return _sane(Period(full_year(match["year"]))) if len(match["year"]) == 4 or "fy" in lower else None
    if match := _SPLIT.fullmatch(lower):
        first, second = int(match["first"]), int(match["second"])
        return _sane(Period(first + 1)) if (first + 1) % 100 == second % 100 else None
    if match := _DAY.fullmatch(lower):
        return _year_to_day(match, calendar, may_be_part=not is_year)
    return _part_in_words(lower)


def _part_in_words(lower: str) -> Period | None:
    if match := _YEAR_FIRST.fullmatch(lower):
        if match["all"]:
            return _sane(Period(full_year(match["year"])))
        kind = "h" if match["six"] else match["kind"] or match["sort"] or match["what"][0]
        number = "1" if match["six"] else match["n"] or match["m"] or _NTH[match["nth"]]
        return part_of(kind, number, full_year(match["year"]))
    for pattern in (_PART_FIRST, _PART_LAST):
        if match := pattern.fullmatch(lower):
            return part_of(match["kind"] or match["sort"], match["n"] or match["m"], full_year(match["year"]))
    if match := _NTH_WORDS.fullmatch(lower):
        return part_of(match["what"][0], _NTH[match["nth"]], full_year(match["year"]))
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


def _year_to_day(match: re.Match[str], calendar: FiscalCalendar | None, *, may_be_part: bool) -> Period | None:
    if len(match["year"]) != 4:
        return None
    end = _month_of(match, calendar)
    if calendar is None or calendar.end_month == end.month:
        return _sane(calendar.period_of(end) if calendar else Period(end.year))
    # The balance date of a report on part of a year: the half, else the quarter, that ends there.
    return (part_to(end, 6, calendar) or part_to(end, 3, calendar)) if may_be_part else None


def _month_of(match: re.Match[str], calendar: FiscalCalendar | None) -> date:
    """Return a day in the month that a date counts for: "September 1, 2019" ends a year of August."""
    year, month = int(match["year"]), MONTHS[match["month"]]
    day = int(match["day"] or match["us"] or 28)
    before = (year, month - 1) if month > 1 else (year - 1, 12)
    if calendar and day <= _SPILL and month != calendar.end_month and (before[1] - calendar.end_month) % 3 == 0:
        return date(*before, 1)
    return date(year, month, 1)


def _part_to_day(rest: str, what: str, calendar: FiscalCalendar | None) -> Period | None:
    match = _DAY.fullmatch(rest)
    if match is None or len(match["year"]) != 4:
        return None
    months = next(months for words, months in _SHORT.items() if re.fullmatch(words, what))
    return part_to(_month_of(match, calendar), months, calendar)


def _sane(period: Period) -> Period | None:
    return period if 1990 <= period.year <= 2049 else None

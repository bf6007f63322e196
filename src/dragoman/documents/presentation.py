"""What a document says of all its figures: the currency, the scale, and the month its years end in."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from dragoman.domain.document import Page
from dragoman.domain.period import FiscalCalendar, Period
from dragoman.interpret.period_label import MONTHS

_COVER = 6  # pages from the front on which a report says what it is
_CURRENCIES = {
    "USD": r"u\.?s\.? dollars?|united states dollars?|us\$",
    "AUD": r"australian dollars?|aud\b|a\$",
    "CAD": r"canadian dollars?|c\$",
    "GBP": r"pounds? sterling|british pounds?|£",
    "EUR": r"euros?|€",
}
_SAID = (
    r"(?:presented|reported|expressed|stated|shown)\s+in"
    r"|(?:presentation|reporting) currency\s+(?:is|of)"
)
_PRESENTED = re.compile(
    rf"(?:{_SAID})\s+(?:[a-z'’]+\s+){{0,6}}?(?P<what>{'|'.join(_CURRENCIES.values())})", re.IGNORECASE
)
_SEC = re.compile(r"securities and exchange commission", re.IGNORECASE)
_SEC_FORM = re.compile(r"\bforms? (?:10-k|10-q|8-k)\b|washington, d\.?c\.?", re.IGNORECASE)
_NEW_YORK = re.compile(r"\b(?:NYSE|NASDAQ|Nasdaq|New York Stock Exchange)\b")
_OTHER_DOLLARS = re.compile(r"\b(?:AUD|CAD|NZD|HKD|SGD|[AC]|NZ|HK)\$|\b(?:AUD|CAD|NZD|HKD|SGD|Australian|Canadian)\b")
_SCALES = {"thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
_SCALE = re.compile(
    r"(?:(?<!\bshares )\bin|\bof|amounts|figures|dollars|\(|[$€£])\s*(?:in\s+)?(?:u\.s\.\s+)?"
    r"(?P<scale>thousand|million|billion)s\b"
    r"|(?:[$€£]|\b(?:usd|aud|cad|gbp|eur|rmb|hkd|sgd|inr) ?(?=['’‘]))\s?(?P<k>['’‘]?000s?)\b"
    r"|[$€£]\s?(?P<m>m|mm|mn|million|bn|billion)\b",
    re.IGNORECASE,
)
_GENERAL = re.compile(
    r"\((?:[a-z .]+,?\s)?(?:amounts?|figures|dollars|tabular|expressed|in)\b[^()]{0,30}?"
    r"\b(?<!of )(thousand|million|billion)s[^()]{0,120}\)",
    re.IGNORECASE,
)
_MONTH = "|".join(sorted((name for name in MONTHS if len(name) > 3 or name == "may"), key=len, reverse=True))
_DAY = rf"(?:(?P<day>\d{{1,2}})\s+)?(?P<month>{_MONTH})\b\.?(?:\s+(?P<us>\d{{1,2}})\b)?(?:,?\s+(?P<year>20\d\d))?"
_YEAR_END = re.compile(
    r"\b(?:years?|(?:5[23]|fifty-(?:two|three))[ -]weeks?(?: fiscal)?(?: years?)?|(?:twelve|12)[ -]months)(?: period)?"
    rf"\s+(?:ended|ending|ends|end)(?: on)?\s*:?\s+{_DAY}",
    re.IGNORECASE,
)
_FILING_WEIGHT = 3  # a filing with a regulator of one country, against words that may be of one loan
_COVER_WEIGHT = 20  # a report's cover says its own year; pages behind speak of others' too
_OF_PART = re.compile(
    r"\bquarterly report\b|\bquarterly period ended\b|\b(?:first|second|third) quarter (?:fiscal )?20\d\d\b"
    r"|\bhalf[ -]year(?:ly)? (?:financial )?report\b|\binterim (?:financial )?report\b",
    re.IGNORECASE,
)
_NAMED_YEAR = re.compile(
    rf"\bfiscal (?:year )?(?P<name>20\d\d)\b[^.;]{{0,60}}?\b(?:ended|ending|ends)(?: on)?\s+{_DAY}", re.IGNORECASE
)
_ANY_YEAR = re.compile(r"\b20[0-4]\d\b")
_ANY_SCALE = re.compile(
    r"\bin (?:thousand|million|billion)s\b|[$€£]\s?(?:'000|’000|m\b|mm\b|million)|['’‘]000\b", re.IGNORECASE
)
_SPILL = 7  # days: a year of 52 or 53 weeks may end so many days into the next month


@dataclass(frozen=True, slots=True, kw_only=True)
class Presentation:
    """What holds for every figure of a document that says nothing else; the sources are for people."""

    currency: str | None = None
    currency_source: str = ""
    scale: int | None = None
    scale_source: str = ""
    calendar: FiscalCalendar | None = None
    last_year: int | None = None  # the newest fiscal year that the document speaks of as ended
    is_of_part: bool = False  # of a quarter or a half: a bare year over a column may be a part of it
    is_scaled: bool = False  # some of its figures are in thousands or more
    counts_by_first_year: bool = False  # its fiscal 2023 ends in February 2024

    def of_year(self, period: str | None) -> "Presentation":
        """Return the same of a document that is known to be of a period, however seldom it names the year."""
        year = Period.parse(period).year if period else 0
        is_later = self.last_year is not None and year > self.last_year
        return replace(self, last_year=year) if is_later else self


def read_presentation(pages: Sequence[Page]) -> Presentation:
    """Read it from the cover and the notes; what is said in two ways is not known."""
    cover = "\n".join(page.text for page in pages[:_COVER])
    currency, source = _currency(pages)
    scale, scale_source = _general_scale(pages)
    return Presentation(
        currency=currency,
        currency_source=source,
        scale=scale,
        scale_source=scale_source,
        calendar=_calendar(pages),
        last_year=_last_year(pages),
        is_of_part=_OF_PART.search(cover) is not None,
        is_scaled=any(_ANY_SCALE.search(page.text) for page in pages),
        counts_by_first_year=_counts_by_first_year(pages),
    )


def with_calendar(presentation: Presentation, headers: Iterable[str]) -> Presentation:
    """Take the end of the years from the heads of columns ("53 Weeks Ended February 3, 2024") where no text has it."""
    if presentation.calendar is not None:
        return presentation
    months = Counter(_month(match) for header in headers for match in _YEAR_END.finditer(header))
    return replace(presentation, calendar=FiscalCalendar(months.most_common(1)[0][0])) if months else presentation


def scale_in(text: str) -> tuple[int, str] | None:
    """Return the scale that a caption gives ("in millions") and the words that give it."""
    match = _SCALE.search(text)
    if match is None:
        return None
    groups = match.groupdict()
    if groups["scale"]:
        return _SCALES[groups["scale"].lower()], match[0].strip("( ")
    if groups["k"]:
        return 1_000, match[0]
    return _SCALES["billion" if (groups["m"] or "").lower().startswith("b") else "million"], match[0]


def _currency(pages: Sequence[Page]) -> tuple[str | None, str]:
    said = Counter(_code(match["what"]) for page in pages for match in _PRESENTED.finditer(page.text))
    if any(_SEC.search(page.text) for page in pages) and any(_SEC_FORM.search(page.text) for page in pages):
        said["USD"] += _FILING_WEIGHT
        if said.most_common(1)[0] == ("USD", _FILING_WEIGHT):
            return "USD", "a filer of forms to the Securities and Exchange Commission reports"
    if not said and _is_listed_in_new_york(pages):
        return "USD", "a company listed in New York that names no other dollar reports"
    if said:
        (first, count), *rest = said.most_common(2)
        if not rest or count >= 2 * rest[0][1]:
            return first, "the document says its figures are"
    return None, ""


def _is_listed_in_new_york(pages: Sequence[Page]) -> bool:
    text = "\n".join(page.text for page in pages)
    return bool("$" in text and _NEW_YORK.search(text)) and not _OTHER_DOLLARS.search(text)


def _code(words: str) -> str:
    return next(code for code, pattern in _CURRENCIES.items() if re.fullmatch(pattern, words, re.IGNORECASE))


def _general_scale(pages: Sequence[Page]) -> tuple[int | None, str]:
    """Return the scale of the notes, where one head says it on page after page."""
    said = Counter(match[1].lower() for page in pages for match in _heads(page))
    if len(said) == 1:
        name, count = said.most_common(1)[0]
        is_sure = count > 2 or len(pages) == 1
        return (_SCALES[name], f"the document's notes are in {name}s") if is_sure else (None, "")
    return None, ""


def _heads(page: Page) -> Iterator[re.Match[str]]:
    yield from _GENERAL.finditer("\n".join(page.text.split("\n")[:8]))


def _calendar(pages: Sequence[Page]) -> FiscalCalendar | None:
    """Return when the years end: what the cover says, else what most pages do."""
    months: Counter[int] = Counter()
    for page in pages:
        for match in _YEAR_END.finditer(page.text):
            months[_month(match)] += _COVER_WEIGHT if page.number <= _COVER else 1
    return FiscalCalendar(months.most_common(1)[0][0]) if months else None


def _month(match: re.Match[str]) -> int:
    month, day = MONTHS[match["month"].lower()], int(match["day"] or match["us"] or 28)
    return (month - 2) % 12 + 1 if day <= _SPILL else month


def _last_year(pages: Iterable[Page]) -> int | None:
    """Return the newest year that the document speaks of a lot; those it only looks ahead to are named less."""
    said = Counter(int(year) for page in pages for year in _ANY_YEAR.findall(page.text))
    if not said:
        return None
    (year, most), *_ = said.most_common(1)
    return year + 1 if 2 * said[year + 1] >= most else year


def _counts_by_first_year(pages: Sequence[Page]) -> bool:
    """Say whether a fiscal year is called by the year before the one it ends in, wherever both are said."""
    differences = Counter(
        int(match["year"]) - int(match["name"])
        for page in pages
        for match in _NAMED_YEAR.finditer(page.text)
        if match["year"]
    )
    early = MONTHS["january"], MONTHS["february"], MONTHS["march"]
    calendar = _calendar(pages) if differences else None
    return bool(calendar and calendar.end_month in early and differences[1] > differences[0])

"""What the first pages say of a report: whose it is, of which kind, and the day its period ends."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from dragoman.documents.company_name import as_written, is_name, joined, legal_names, without_form
from dragoman.domain.document import Page
from dragoman.interpret.period_label import MONTHS

Form = Literal[
    "10-K", "20-F", "40-F", "10-Q", "8-K", "annual report", "half-year report", "quarterly report", "results"
]
SPOKEN_FORMS: dict[Form, str] = {
    "10-K": "annual report (10-K)",
    "20-F": "annual report (20-F)",
    "40-F": "annual report (40-F)",
    "10-Q": "quarterly report (10-Q)",
    "8-K": "current report (8-K)",
    "results": "results release",
}
_FIRST = 4  # pages that may be the cover, behind a letter or a picture
_HEAD = 12  # lines of the first page with the title
_MIN_SHARE = 0.12  # of the pages, that print a name which is the company's
_MANY = 3  # pages; fewer do not make a name the company's in a long document

_REGISTRANT = re.compile(r"(?P<name>[^\n]+)\n\(?\s*exact name of (?:the )?(?:registrant|company|issuer)", re.IGNORECASE)
_RULE = re.compile(r"[_\-–—=*]{3,}")
_FORM = re.compile(r"^\W*form\s+(?P<form>10-K|20-F|40-F|10-Q|8-K)(?:/A)?\b", re.IGNORECASE | re.MULTILINE)
_MARKS = r"NYSE(?: American| Arca)?|NASDAQ|Nasdaq|ASX|LSE|AIM|TSXV?|JSE|HKEX|SGX"
_LISTED = re.compile(rf"(?P<name>[^\n()]{{2,90}}?),?\s*\(\s*(?:{_MARKS})\s*:\s*(?P<ticker>[A-Z][A-Z.]{{0,5}})\b")
_TICKERS = (
    re.compile(
        r"(?im)^.*\b(?:common stock|ordinary shares?|common shares?)\b(?-i:.*?\s(?P<t>[A-Z]{1,5})\s+)"
        r"(?:the |new york|nyse|nasdaq)"
    ),
    re.compile(rf"(?:{_MARKS})(?:\s+(?:code|Code|CODE|ticker|Ticker))?\s*:\s*(?P<t>[A-Z0-9]{{1,5}})\b"),
    re.compile(r"(?i:symbols?|ticker|under the code)\W{1,3}(?:is\s+)?[\"“'‘]?(?P<t>[A-Z]{1,5})[.,]?[\"”'’]"),
    re.compile(r"(?i:\b(?:asx|stock|lse|epic|tidm) (?:code|ticker|symbol))\W{1,3}(?P<t>[A-Z0-9]{3,5})\b"),
)
_MONTH = "|".join(sorted((name for name in MONTHS if len(name) > 3 or name == "may"), key=len, reverse=True))
_DAY = (
    rf"(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s+)?(?P<month>{_MONTH})\b\.?(?:\s+(?P<us>\d{{1,2}}))?"
    r",?\s+(?P<year>20\d\d)\b"
)
_SPANS: dict[str, re.Pattern[str]] = {
    "year": re.compile(
        rf"\b(?:fiscal|financial)?\s*years?\s*(?:[(][^()]*[)]\s*)?(?:ended|ending|to)\s*:?\s*{_DAY}"
        rf"|\b(?:fifty-(?:two|three)|5[23])[ -]weeks?\b[^.;]{{0,60}}?\b(?:ended|ending)\s+{_DAY.replace('<', '<b')}"
        rf"|\b(?:annual report|financial report|report and accounts)\W+{_DAY.replace('<', '<a')}",
        re.IGNORECASE,
    ),
    "half": re.compile(
        rf"\b(?:half[ -]?year|six months|half year period)\s+(?:period )?(?:ended|ending|to)\s+{_DAY}", re.IGNORECASE
    ),
    "quarter": re.compile(
        rf"\b(?:quarter(?:ly period)?|three months|(?:thirteen|fourteen|13|14)[ -]weeks?(?: period)?)"
        rf"\s+(?:ended|ending)\s+{_DAY}",
        re.IGNORECASE,
    ),
}
_REPORTED = re.compile(rf"\bdate of (?:earliest event reported|report)[^:]{{0,60}}:?\)?:?\s*{_DAY}", re.IGNORECASE)
_RELEASED = re.compile(rf"^{_DAY}\s*$|[(,]\s*{_DAY.replace('<', '<b')}\s*\)?\s*[-–—(]", re.IGNORECASE | re.MULTILINE)
_TITLE_YEAR = re.compile(
    r"\b(?P<a>20\d\d)\s+(?:integrated )?annual\s+report\b"
    r"|\bannual\s+report\s+(?:and accounts\s+)?(?:for\s+)?(?P<b>20\d\d)\b",
    re.IGNORECASE,
)
_ANNUAL = re.compile(r"\bannual\s+(?:financial\s+)?report\b", re.IGNORECASE)
_HALF = re.compile(r"\b(?:half[ -]?year(?:ly)?|interim)\s+(?:financial\s+)?(?:report|results)\b", re.IGNORECASE)
_QUARTERLY = re.compile(r"\bquarterly (?:activities )?report\b", re.IGNORECASE)
_RESULTS = re.compile(r"\b(?:report(?:s|ed)?|announce[sd]?|delivers?|results?)\b", re.IGNORECASE)
_NTH = {"first": 1, "second": 2, "third": 3, "fourth": 4, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4}
_NTH_QUARTER = re.compile(rf"\b(?P<nth>{'|'.join(_NTH)})[ -]quarter\b|\bQ(?P<n>[1-4])\b", re.IGNORECASE)
_FULL_YEAR = re.compile(
    r"\bfull[ -]year\b|\byear ended\b|\bfiscal (?:year )?20\d\d (?:full[ -]year )?results\b"
    r"|\b(?:fifty-two|52)[ -]week|\btwelve months\b",
    re.IGNORECASE,
)
_RESULTS_YEAR = re.compile(
    r"\bfiscal (?:year )?(?P<a>20\d\d)\b|\b(?P<b>20\d\d)\s+(?:(?:first|second|third|fourth)[ -]quarter|full[ -]year)"
    r"|\b(?:quarter|full[ -]year|Q[1-4]),?\s+(?:of\s+)?(?P<c>20\d\d)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CompanyOnCover:
    """The company that a report names as its own."""

    legal_name: str  # as printed: "NETFLIX, INC."
    name: str  # as it is spoken of: "Netflix"
    is_sure: bool
    source: str  # where it was found, for people: "the cover", "its running heads"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cover:
    """What the first pages say; everything may be missing."""

    company: CompanyOnCover | None = None
    ticker: str | None = None
    form: Form | None = None
    span: Literal["year", "half", "quarter"] | None = None
    end: date | None = None  # the last day of the period, as printed
    named_year: int | None = None  # the fiscal year as the title calls it
    quarter: int | None = None
    published: date | None = None  # of current reports and releases

    @property
    def spoken_form(self) -> str | None:
        """The kind of document in words."""
        return SPOKEN_FORMS.get(self.form, self.form) if self.form else None


def read_cover(pages: Sequence[Page]) -> Cover:
    """Read whose report this is, its form and its period."""
    first = "\n".join(page.text for page in pages[:_FIRST])
    head = "\n".join(first.split("\n")[:_HEAD])
    form = _form(first, head)
    if form is None:
        return Cover(company=_company(pages, first, head), ticker=_ticker(pages, first))
    span, end = _period(form, first, head)
    return Cover(
        company=_company(pages, first, head),
        ticker=_ticker(pages, first),
        form=form,
        span=span,
        end=end,
        named_year=_named_year(form, first, head),
        quarter=_quarter(head) if form == "results" else None,
        published=_published(form, first),
    )


def _form(first: str, head: str) -> Form | None:
    if match := _FORM.search(first[:12_000]):
        return match["form"].upper()  # type: ignore[return-value]  # the pattern admits no other
    opening = first[:6_000]
    if _HALF.search(opening) and not _ANNUAL.search(head):
        return "half-year report"
    if _QUARTERLY.search(head):
        return "quarterly report"
    if _ANNUAL.search(head):
        return "annual report"
    if _RESULTS.search(head) and (_NTH_QUARTER.search(head) or _FULL_YEAR.search(head)):
        return "results"
    return "annual report" if _ANNUAL.search(opening) else None


def _period(form: Form, first: str, head: str) -> tuple[Literal["year", "half", "quarter"] | None, date | None]:
    if form == "8-K":
        return None, None
    spans: tuple[Literal["year", "half", "quarter"], ...] = ("year",)
    if form in ("10-Q", "quarterly report"):
        spans = ("quarter",)
    elif form == "half-year report":
        spans = ("half",)
    elif form == "results":
        spans = ("quarter",) if (_quarter(head) or 4) < 4 else ("year",)  # the fourth is told with the year
    text = " ".join(first.split())
    for span in spans:
        if match := _SPANS[span].search(text):
            return span, _date(match)
    return spans[0], None


def _named_year(form: Form, first: str, head: str) -> int | None:
    if form == "annual report":
        match = _TITLE_YEAR.search(" ".join(first[:3_000].split()))
    elif form == "results":
        match = _RESULTS_YEAR.search(" ".join(head.split()))
    else:
        return None
    return int(next(filter(None, match.groups()))) if match else None


def _quarter(head: str) -> int | None:
    match = _NTH_QUARTER.search(head)
    return (_NTH[match["nth"].lower()] if match["nth"] else int(match["n"])) if match else None


def _published(form: Form, first: str) -> date | None:
    pattern = {"8-K": _REPORTED, "results": _RELEASED}.get(form)
    match = pattern.search(first[:6_000]) if pattern else None
    return _date(match) if match else None


def _date(match: re.Match[str]) -> date | None:
    said = {
        name.lstrip("ab") if name[1:] in ("day", "month", "us", "year") else name: value
        for name, value in match.groupdict().items()
        if value
    }
    try:
        return date(int(said["year"]), MONTHS[said["month"].lower()], int(said.get("day") or said.get("us") or 28))
    except (KeyError, ValueError):
        return None


def _company(pages: Sequence[Page], first: str, head: str) -> CompanyOnCover | None:
    text = "\n".join(page.text for page in pages)
    if match := _REGISTRANT.search(_RULE.sub("", first).replace("\n\n", "\n")):
        name = joined(" ".join(match["name"].split()).replace(" .", "."), text)
        if is_name(without_form(name)):
            return _named(name, text, source="the cover")
    if (match := _LISTED.search(first)) and is_name(name := _last_name(match["name"])):
        return _named(name, text, source="the first page")
    return _most_printed(pages, text, head)


def _last_name(words: str) -> str:
    """Return the name at the end of a sentence's beginning: "February 8, 2023 - MGM Resorts International"."""
    sentence = re.split(r"(?<!Inc)(?<!Corp)(?<!Co)(?<!Ltd)\.\s", " ".join(words.split()))[-1]
    match = re.search(r"(?:[A-Z][\w&.'’-]*|&)(?:,?\s(?:[A-Z][\w&.'’-]*|&|of|and|plc))*$", sentence)
    return match[0] if match else ""


def _most_printed(pages: Sequence[Page], text: str, head: str) -> CompanyOnCover | None:
    """Return the legal name that most pages print, sure where no other comes near."""
    counts: Counter[str] = Counter()
    forms: dict[str, str] = {}
    for page in pages:
        for name in {without_form(found).casefold(): found for found in legal_names(page.text)}.items():
            counts[name[0]] += 1
            forms.setdefault(*name)
    if not counts:
        return None
    (key, most), *others = counts.most_common(2)
    is_alone = not others or most >= 2 * others[0][1]
    in_title = key in head.casefold()
    often = most >= max(_MANY, _MIN_SHARE * len(pages))
    found = _named(forms[key], text, source="its title" if in_title else f"{most} of its pages")
    is_sure = (in_title and most > 1) or (is_alone and often)
    return (
        found
        if is_sure
        else CompanyOnCover(legal_name=found.legal_name, name=found.name, is_sure=False, source=found.source)
    )


def _named(legal: str, text: str, *, source: str) -> CompanyOnCover:
    return CompanyOnCover(legal_name=legal, name=as_written(without_form(legal), text), is_sure=True, source=source)


def _ticker(pages: Sequence[Page], first: str) -> str | None:
    if found := _first_ticker(first):
        return found
    return _first_ticker("\n".join(page.text for page in pages))


def _first_ticker(text: str) -> str | None:
    for pattern in _TICKERS:
        found: Iterable[str] = (match["t"] for match in pattern.finditer(text))
        if counted := Counter(found):
            return counted.most_common(1)[0][0]
    return None

"""What a document says of all its figures: the currency, the scale, and the month its years end in."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from dragoman.domain.document import Page
from dragoman.domain.period import FiscalCalendar
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
    r"(?:presented|reported|expressed|stated|shown|denominated)\s+in"
    r"|(?:presentation|reporting) currency\s+(?:is|of)"
)
_PRESENTED = re.compile(
    rf"(?:{_SAID})\s+(?:[a-z'’]+\s+){{0,6}}?(?P<what>{'|'.join(_CURRENCIES.values())})", re.IGNORECASE
)
_SEC = re.compile(r"securities and exchange commission\s+washington", re.IGNORECASE)
_SCALES = {"thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
_SCALE = re.compile(
    r"(?:\bin|\bof|amounts|figures|dollars|\(|[$€£])\s*(?:in\s+)?(?:u\.s\.\s+)?(?P<scale>thousand|million|billion)s\b"
    r"|[$€£]\s?(?P<k>'000|’000|000s?)\b|[$€£]\s?(?P<m>m|mn|million|bn|billion)\b",
    re.IGNORECASE,
)
_GENERAL = re.compile(
    r"\((?:[a-z .]+,?\s)?(?:amounts?|figures|dollars|tabular)[^()]{0,30}\bin (thousand|million|billion)s[^()]{0,120}\)",
    re.IGNORECASE,
)
_MONTH = "|".join(sorted((name for name in MONTHS if len(name) > 3 or name == "may"), key=len, reverse=True))
_YEAR_END = re.compile(
    r"(?:year|weeks|twelve months|12 months|period)\s+(?:ended|ending|end)s?(?:\s+on)?\s*:?\s+"
    rf"(?:\d{{1,2}}\s+)?(?P<month>{_MONTH})\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Presentation:
    """What holds for every figure of a document that says nothing else; the sources are for people."""

    currency: str | None = None
    currency_source: str = ""
    scale: int | None = None
    scale_source: str = ""
    calendar: FiscalCalendar | None = None


def read_presentation(pages: Sequence[Page]) -> Presentation:
    """Read it from the cover and the notes; what is said in two ways is not known."""
    cover = "\n".join(page.text for page in pages[:_COVER])
    currency, source = _currency(pages, cover)
    scale, scale_source = _general_scale(pages)
    return Presentation(
        currency=currency, currency_source=source, scale=scale, scale_source=scale_source, calendar=_calendar(cover)
    )


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


def _currency(pages: Sequence[Page], cover: str) -> tuple[str | None, str]:
    said = Counter(_code(match["what"]) for page in pages for match in _PRESENTED.finditer(page.text))
    if said:
        (first, count), *rest = said.most_common(2)
        if not rest or count >= 2 * rest[0][1]:
            return first, "the document says its figures are"
    if _SEC.search(cover):
        return "USD", "a filing to the Securities and Exchange Commission is"
    return None, ""


def _code(words: str) -> str:
    return next(code for code, pattern in _CURRENCIES.items() if re.fullmatch(pattern, words, re.IGNORECASE))


def _general_scale(pages: Iterable[Page]) -> tuple[int | None, str]:
    """Return the scale of the notes, where one head says it on page after page."""
    said = Counter(match[1].lower() for page in pages for match in _heads(page))
    if len(said) == 1:
        name, count = said.most_common(1)[0]
        return (_SCALES[name], f"the document's notes are in {name}s") if count > 2 else (None, "")
    return None, ""


def _heads(page: Page) -> Iterator[re.Match[str]]:
    yield from _GENERAL.finditer("\n".join(page.text.split("\n")[:8]))


def _calendar(cover: str) -> FiscalCalendar | None:
    months = Counter(MONTHS[match["month"].lower()] for match in _YEAR_END.finditer(cover))
    if not months:
        return None
    return FiscalCalendar(months.most_common(1)[0][0])

"""A company that no vocabulary knows yet: what its report says of it, enough for an entry of its own."""

import re
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Protocol

from dragoman.documents.company_name import short_names
from dragoman.documents.cover import Cover
from dragoman.documents.presentation import Presentation
from dragoman.domain.document import Page
from dragoman.domain.period import FiscalCalendar
from dragoman.interpret.phrases import words_of
from dragoman.interpret.vocabulary import Vocabulary
from dragoman.interpret.vocabulary_spec import AmbiguousNameSpec, CompanySpec

_SPILL = 7  # days: a year of 52 or 53 weeks may end so many days into the next month
_EARLY = 3  # the last month in which a year ends that may be called by the one before
_EXCHANGES = {"AUD": r"\bASX\b|Australian Securities Exchange", "GBP": r"London Stock Exchange|\bLSE\b|\bAIM\b"}
_EXCHANGES |= {"CAD": r"\bTSXV?\b|Toronto Stock Exchange", "USD": r"\bNYSE\b|\bNASDAQ\b|Nasdaq|New York Stock Exchange"}
_SIGNS = {"£": "GBP", "€": "EUR", "¥": "JPY"}  # a dollar sign may be of many countries
_MIN_SIGNS = 10
_MAX_TICKER = 18
_MIN_AS_WORD = 3  # times a ticker stands in the text as an ordinary word, so that it cannot name the company


class CompanyBook(Protocol):
    """Where companies that reports introduce are written down."""

    def introduce(self, company: CompanySpec) -> Vocabulary:
        """Write the company down and return the vocabulary that knows it. Raises DragomanError where it cannot."""


def calendar_of(cover: Cover, presentation: Presentation) -> FiscalCalendar | None:
    """Return when the company's years end and how it calls them, None where the report does not say."""
    month = None
    if cover.span == "year" and cover.end:
        month = _counted_for(cover.end).month
    elif presentation.calendar:
        month = presentation.calendar.end_month
    if month is None:
        return None
    names_by_start = presentation.counts_by_first_year
    if cover.span == "year" and cover.end and cover.named_year:
        names_by_start = cover.named_year == _counted_for(cover.end).year - 1
    return FiscalCalendar(month, month <= _EARLY and names_by_start)


def _counted_for(end: date) -> date:
    """Return a day of the month that a year's end counts for: 1 January 2023 ends a year of December."""
    return end - timedelta(days=end.day) if end.day <= _SPILL else end


def newcomer(
    cover: Cover, pages: Sequence[Page], presentation: Presentation, vocabulary: Vocabulary
) -> CompanySpec | None:
    """Return an entry for the company on the cover, None where name, year end or currency are not certain."""
    calendar = calendar_of(cover, presentation)
    if cover.company is None or not cover.company.is_sure or cover.form is None or calendar is None:
        return None
    if calendar.end_month <= _EARLY and not _names_its_year(cover):
        return None
    text = "\n".join(page.text for page in pages)
    currency = presentation.currency or _currency_of_exchange(text) or _currency_of_signs(text)
    if currency is None:
        return None
    name = cover.company.name
    if not _is_new(name, vocabulary):
        return None
    key = _key(cover.ticker, name, text, vocabulary)
    taken = {name.casefold(), key.casefold()}
    others = {cover.ticker or "": cover.ticker} if key != cover.ticker and _is_free(cover.ticker, text) else {}
    names = (cover.company.legal_name, *short_names(name, text), *others)
    aliases = dict.fromkeys(alias for alias in names if alias.casefold() not in taken and _is_new(alias, vocabulary))
    return CompanySpec(
        ticker=key,
        name=name,
        aliases=tuple(aliases),
        year_end_month=calendar.end_month,
        years_named_by="start" if calendar.is_named_by_start else "end",
        currency=currency,
        ambiguous=_ambiguous(name, text),
    )


def _currency_of_exchange(text: str) -> str | None:
    """Return the currency of the one exchange that a report names; most companies report in it."""
    found = [code for code, pattern in _EXCHANGES.items() if re.search(pattern, text)]
    return found[0] if len(found) == 1 else None


def _currency_of_signs(text: str) -> str | None:
    """Return the currency whose sign a report prints nearly alone."""
    counts = {code: text.count(sign) for sign, code in _SIGNS.items()}
    code, most = max(counts.items(), key=lambda one: one[1])
    return code if most >= _MIN_SIGNS and most >= 4 * (sum(counts.values()) - most + text.count("$")) else None


def _names_its_year(cover: Cover) -> bool:
    """Say whether the report shows which year names one that ends early: a current report does not."""
    return cover.form in ("10-K", "20-F", "40-F", "annual report") or cover.named_year is not None


def _key(ticker: str | None, name: str, text: str, vocabulary: Vocabulary) -> str:
    """Return the ticker, or capitals of the name where the ticker is a word, taken, or not said."""
    if ticker and _is_free(ticker, text) and _is_new(ticker, vocabulary):
        return ticker
    key = re.sub(r"[^A-Z0-9]", "", name.upper())[:_MAX_TICKER] or "COMPANY"
    number, free = 1, key
    while free in vocabulary.companies:
        number += 1
        free = f"{key}{number}"
    return free


def _is_free(ticker: str | None, text: str) -> bool:
    """Say whether a ticker is no ordinary word: COST is one, WMT is none."""
    if ticker is None or len(ticker) < 2:
        return False
    return len(re.findall(rf"(?<![\w'’./@-]){re.escape(ticker.lower())}(?![\w./@-]\w|\w)", text)) < _MIN_AS_WORD


def _is_new(name: str, vocabulary: Vocabulary) -> bool:
    """Say whether a name means nothing yet: a company called like a metric would take its questions."""
    phrase = vocabulary.lexicon.get(words_of(name))
    return name not in vocabulary.companies and (phrase is None or phrase.dimension == "foreign")


def _ambiguous(name: str, text: str) -> tuple[AmbiguousNameSpec, ...]:
    """Say of a name that is an ordinary word of its own report, as Target, that it may mean that word."""
    if not name.isalpha() or _is_free(name, text):
        return ()
    return (AmbiguousNameSpec(name=name, means=f"the word {name.lower()!r}", needs_neighbour=True),)

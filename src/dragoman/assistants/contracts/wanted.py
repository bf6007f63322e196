"""What kind of answer a question wants: a time, an amount, a rate, persons, the meaning of a term."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from dragoman.documents.stems import WORD, stem

Kind = Literal["duration", "money", "percent", "frequency", "date", "persons"]
_COUNT = r"(?:\d[\d,.]*|a|an|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|hundred)"
_SHAPES: dict[Kind, re.Pattern[str]] = {
    "duration": re.compile(
        rf"\b{_COUNT}[\s-]*(?:\w+[\s-]+)?(?:\(\d+\)\s*)?(?:(?:business|calendar|consecutive|working|additional)\s+)*"
        r"(?:\([^)]{1,10}\)\s*)?(?:days?|weeks?|months?|years?|hours?|minutes?)\b|\bimmediately\b|\b\d{1,2}[-\s]day\b",
        re.IGNORECASE,
    ),
    "money": re.compile(r"[£$€]\s?\d|\b(?:usd|gbp|eur|aud)\s?\d|\b\d[\d,.]*\s?(?:dollars|pounds|euros)\b", re.IGNORECASE),
    "percent": re.compile(r"\d\s?%|\bper ?cent\b|\bpercent\b", re.IGNORECASE),
    "frequency": re.compile(
        r"\b(?:daily|weekly|monthly|quarterly|annual(?:ly)?|yearly|once|twice|each|every|per (?:day|week|month|year))\b", re.IGNORECASE
    ),
    "date": re.compile(
        r"\b(?:january|february|march|april|may|june|july|august|september|october|november|december)\b.{0,4}\d|\b\d{4}-\d\d-\d\d\b",
        re.IGNORECASE,
    ),
    "persons": re.compile(r"\b(?:employees|agents|contractors|representatives|advis[eo]rs|staff|users|need to know)\b", re.IGNORECASE),
}  # fmt: skip
_ASKS: tuple[tuple[re.Pattern[str], tuple[Kind, ...]], ...] = (
    (re.compile(r"\bhow (?:long|many (?:business |calendar )?(?:days|weeks|months|years|hours)|much (?:notice|time)|fast|quickly|soon)\b"), ("duration",)),
    (re.compile(r"\bwithin (?:how many|what|which)\b|\b(?:cure|payment|test|notice) period\b|\blength of\b"), ("duration",)),
    (re.compile(r"\b(?:by|until) when\b|^\W*when (?:are|is|do|does|must|should)\b"), ("duration", "date")),
    (re.compile(r"\bhow often\b|\bhow many times\b"), ("frequency",)),
    (re.compile(r"\bhow much (?:does|do|is|are|can|may|professional|must|of)\b(?! notice| time)|\bwhat (?:amount|sum|does .{1,30} cost)\b|\b(?:daily|hourly|monthly) rate\b"), ("money", "percent")),
    (re.compile(r"\b(?:what|which) (?:percentage|per ?cent|interest|uptime|late fee)\b|\bby how much\b|\binterest rate\b"), ("percent", "money")),
    (re.compile(r"\b(?:to whom|whom may|who may (?:see|know|receive))\b"), ("persons",)),
    (re.compile(r"\b(?:monetary )?(?:cap|limit|maximum)\b"), ("money", "percent")),
)  # fmt: skip
_ARTICLES = frozenset({"the", "a", "an", "is", "are", "of"})
_MEANS = re.compile(
    r"\bwhat (?:does|do) (?:the (?:term|word)s? )?[“\"']?(?P<does>[^“”\"'?]+?)[”\"']? mean\b"
    r"|\b(?:definition|meaning) of (?:the )?[“\"']?(?P<of>[^“”\"'?]+)"
    r"|\bhow is [“\"'](?P<how>[^“”\"']+)[”\"'] defined\b|^\W*define (?P<define>[^?]+)",
    re.IGNORECASE,
)
_IS = re.compile(
    r"^\W*(?:what(?:'s| is| are)|how (?:is|are)|which)(?: an?| the)? [“\"']?(?P<term>[^“”\"'?]+?)[”\"']?(?: (?:calculated|defined|determined))?\W*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What an answering sentence should hold."""

    kinds: tuple[Kind, ...] = ()  # any of these
    defines: str = ""  # the term whose meaning is asked for
    may_define: str = ""  # the term whose meaning may be asked for: "what is an affiliate?"

    def holds(self, text: str) -> bool:
        """Say whether the text has a value of a kind that is wanted."""
        return any(_SHAPES[kind].search(text) for kind in self.kinds)


def wanted_by(question: str) -> Wanted:
    """Return what kind of answer the question wants, as far as its form says."""
    lower = question.lower().replace("’", "'")
    kinds = tuple(dict.fromkeys(kind for pattern, kinds in _ASKS if pattern.search(lower) for kind in kinds))
    means, is_ = _MEANS.search(question), _IS.match(question)
    defined = next((group for group in means.groups() if group), "") if means else ""
    return Wanted(kinds, defined.strip(), is_["term"].strip() if is_ else "")


def same_term(asked: str, terms: Iterable[str]) -> str | None:
    """Return the defined term that is asked for, case and plural aside."""
    wanted = _plain(asked)
    return next((term for term in terms if _plain(term) == wanted), None) if wanted else None


def _plain(term: str) -> frozenset[str]:
    """Return the words of a term without order, articles and endings: "claims are uncapped" is "Uncapped Claims"."""
    return frozenset(stem(word) for word in WORD.findall(term.lower()) if word not in _ARTICLES)

"""What kind of answer a question wants: a time, an amount, a rate, persons, the meaning of a term."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from dragoman.assistants.contracts.topics import pattern
from dragoman.documents.stems import WORD, stem
from dragoman.specs.reader import load
from dragoman.specs.spec import Spec

Kind = Literal["duration", "date", "frequency", "money", "percent", "persons"]
_ARTICLES = frozenset({"the", "a", "an", "is", "are", "of"})
_MEANS = re.compile(
    r"\bwhat (?:does|do) (?:the (?:term|word)s? )?[“\"']?(?P<does>[^“”\"'?]+?)[”\"']? mean\b"
    r"|\bwhat (?:counts|qualifies|is meant) (?:as|by) (?:an? |the )?[“\"']?(?P<counts>[^“”\"'?]+)"
    r"|\b(?:definition|meaning) of (?:the )?[“\"']?(?P<of>[^“”\"'?]+)"
    r"|^\W*define (?P<define>[^?]+)",
    re.IGNORECASE,
)
_IS = re.compile(
    r"^\W*(?:what(?:'s| is| are)|who(?:'s| is| are)|how (?:is|are)|which)"
    r"(?: an?| the)? [“\"']?(?P<term>[^“”\"'?]+?)[”\"']?"
    r"(?: (?:calculated|defined|determined))?\W*$",
    re.IGNORECASE,
)


class KindSpec(Spec):
    """A kind of answer."""

    kind: Kind
    unless: str = ""  # taken out of the question before it is tried
    asks: tuple[str, ...]
    shape: str


class KindFileSpec(Spec):
    """The file `kinds.yaml`."""

    kinds: tuple[KindSpec, ...]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What an answering sentence should hold."""

    kinds: tuple[Kind, ...] = ()  # any of these
    defines: str = ""  # the term whose meaning is asked for
    may_define: str = ""  # the term whose meaning may be asked for: "what is an affiliate?"

    def holds(self, text: str) -> bool:
        """Say whether the text has a value of a kind that is wanted."""
        lower = text.lower()
        return any(pattern(_kinds()[kind].shape).search(lower) for kind in self.kinds)


def wanted_by(question: str) -> Wanted:
    """Return what kind of answer the question wants, as far as its form says."""
    lower = question.lower().replace("’", "'")
    kinds = tuple(name for name, kind in _kinds().items() if _asks(kind, lower))
    means, is_ = _MEANS.search(question), _IS.match(question)
    defined = next((group for group in means.groups() if group), "") if means else ""
    return Wanted(kinds, defined.strip(), is_["term"].strip() if is_ else "")


def same_term(asked: str, terms: Iterable[str]) -> str | None:
    """Return the defined term that is asked for, case, order and plural aside."""
    wanted = _plain(asked)
    return next((term for term in terms if _plain(term) == wanted), None) if wanted else None


def _asks(kind: KindSpec, lower: str) -> bool:
    if kind.unless:
        lower = pattern(kind.unless).sub(" ", lower)
    return any(pattern(asks).search(lower) for asks in kind.asks)


def _plain(term: str) -> frozenset[str]:
    """Return the words of a term without order, articles and endings: "claims are uncapped" is "Uncapped Claims"."""
    return frozenset(stem(word) for word in WORD.findall(term.lower()) if word not in _ARTICLES)


@cache
def _kinds() -> dict[Kind, KindSpec]:
    spec = load(Path(__file__).parent / "kinds.yaml", KindFileSpec)
    return {kind.kind: kind for kind in spec.kinds}

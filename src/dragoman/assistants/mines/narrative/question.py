"""What an open question wants to know: what it speaks of, and what kind of thing would answer it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Literal

from dragoman.documents.concepts import Concept, Thesaurus

Wanted = Literal["person", "day", "place", "number", "reason", "list"]

_MEASURES = "share|percentage|per ?cent|price|majority|proportion|number|amount|rate|fee|fees|ratio|size|salary|royalty"
_ASKS: tuple[tuple[Wanted, re.Pattern[str]], ...] = (
    ("person", re.compile(r"\b(?:who|whom|whose|which (?:person|firm|company|director))\b")),
    ("day", re.compile(r"\b(?:when|(?:since|in|on) (?:what|which) (?:day|date|month|year))\b")),
    ("place", re.compile(r"\b(?:where|(?:in )?(?:which|what) (?:countr(?:y|ies)|cit(?:y|ies)|town|state|place)s?)\b")),
    ("reason", re.compile(r"\b(?:why|how come|what (?:drove|caused|led to|explains?)|reasons?|cause[sd]?)\b")),
    (
        "number",
        re.compile(
            rf"\b(?:how (?:many|much|big|large|long|far|high|low|old|deep|often)"
            rf"|(?:what|which)(?: (?!does|did|do|is|are|was|were)[\w'’-]+){{0,4}} (?:{_MEASURES})"
            rf"|what (?:is|was|are|were) (?:[\w'’-]+ ){{1,6}}(?:{_MEASURES})|(?:what|which) (?:{_MEASURES}))\b"
        ),
    ),
    ("list", re.compile(r"\b(?:which|what)(?: are| were)?(?: the| its| their)? [a-z]{3,}s\b")),
)
_MONTHS = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
_NAME = r"[A-Z][\w&'’-]+"
_NUMBER_WORD = "no|none|nil|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|hundred|thousand|million"
_DATES = re.compile(  # and other numbers that count nothing
    rf"\b(?:{_MONTHS})[a-z]*\.? \d{{1,2}}\b|\b\d{{1,2}} (?:{_MONTHS})[a-z]*\b|\b(?:19|20)\d\d\b"
    r"|\b(?:notes?|items?|pages?|forms?|parts?|sections?|level|chapter|rules?) \d[\w.-]*"
)
_NUMBER = re.compile(rf"\d|\b(?:{_NUMBER_WORD})\b", re.IGNORECASE)
_ANSWERS: dict[Wanted, re.Pattern[str]] = {
    "person": re.compile(rf"\b{_NAME}(?: [A-Z]\.)?(?: {_NAME})+|\b(?:Mr|Ms|Mrs|Dr)\.? {_NAME}"),
    "day": re.compile(
        r"\b(?:19|20)\d\d\b"
        r"|\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b"
    ),
    "place": re.compile(rf"\b(?:in|at|from|near|to|of) (?:the )?{_NAME}"),
    "reason": re.compile(
        r"\b(?:because|due to|owing to|driven|drove|caused|as a result|thanks to|reflect\w*|on (?:higher|lower|weaker|"
        r"stronger)|after|which is why|so that)\b",
        re.IGNORECASE,
    ),
    "number": _NUMBER,
    "list": re.compile(r", [^,\d]+(?:,| and | or )|: "),
}
# Words that ask, and words every report is full of.
_EMPTY = frozenset(
    """
    according annual report reports reported reporting say says said tell told mention mentions mentioned describe
    describes described explain explains company companies group business own ever anything something any kind kinds
    sort type please currently now latest recent last fiscal financial year years fy happen happened happens get gets
    got give gives given have has had take takes taken do does much many big large long far high old deep often
    share percentage percent cent price amount proportion part new old yet already much document documents
    """.split()  # noqa: SIM905  a word list reads better so
)
_YES_NO = re.compile(r"^\W*(?:has|have|had|does|do|did|is|are|was|were|will|can)\b", re.IGNORECASE)
_SHARES = re.compile(r"\b(?:what|which) (?:share|percentage|per ?cent|proportion|part|amount)\b")


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """What is spoken of, in the question's order, and the kind of thing that answers; None where words say it."""

    concepts: tuple[Concept, ...]
    wanted: Wanted | None

    def may_answer(self, sentence: str) -> bool:
        """Say whether the sentence holds the kind of thing that is asked for."""
        if self.wanted == "number":
            sentence = without_dates(sentence)
        return self.wanted is None or _ANSWERS[self.wanted].search(sentence) is not None


def without_dates(text: str) -> str:
    """Return the text without numbers that are dates or name a place in a document."""
    return _DATES.sub(" ", text)


def is_number(word: str) -> bool:
    """Say whether a word is a number, written in figures or in letters."""
    return _NUMBER.match(word) is not None


def read_question(text: str, names: Sequence[str]) -> OpenQuestion:
    """Read a question; `names` are those of the companies it is about, which tell no sentence of theirs apart.

    Years tell nothing either: of which year a document speaks is what it was chosen by.
    """
    lower = text.lower().replace("’", "'")
    wanted = next((kind for kind, pattern in _ASKS if pattern.search(lower)), None)
    for name in sorted(names, key=len, reverse=True):
        lower = re.sub(rf"(?<!\w){re.escape(name.lower())}(?:'s)?(?!\w)", " ", lower)
    concepts = thesaurus().read(_SHARES.sub(" ", lower), _EMPTY)
    return OpenQuestion(tuple(concept for concept in concepts if not _is_year(concept.words)), wanted)


def _is_year(word: str) -> bool:
    return word.removeprefix("fy").isdigit() and len(word) in (4, 6)


def in_place_of_a_figure(question: OpenQuestion, text: str) -> OpenQuestion:
    """Return the question that is asked where its figure was not found: only a number answers, or a yes or no."""
    is_plain = question.wanted is None and not _YES_NO.search(text)
    return replace(question, wanted="number") if is_plain else question


def further_words(text: str) -> tuple[str, ...]:
    """Return other words for what the text speaks of, for a search that knows no synonyms."""
    return thesaurus().others(text.lower())


@cache
def thesaurus() -> Thesaurus:
    """Return the words that reports and questions about them use for the same thing."""
    return Thesaurus.of_file(Path(__file__).parents[1] / "synonyms.yaml")

"""A sentence taken apart: its main clause, its conditions and times, each with its words in the order of doing.

"B is paid by A", "A pays B" and "if C, A pays B" come out alike, so that sentences can be compared word by word.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from dragoman.documents.stems import WORD, stem, stems
from dragoman.documents.terms import content_words

Marker = Literal["main", "if", "unless", "even", "without", "except", "including", "before", "after", "until", "aside"]
MODAL = r"may|can|could|might|shall|must|will|should"
_PHRASES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), plain)
    for pattern, plain in (
        (r"[’`]", "'"),
        (r"\bcannot\b", "can not"),
        (r"\bcan't\b", "can not"),
        (r"\bwon't\b", "will not"),
        (r"n't\b", " not"),
        (r"\b(?:is|are) not (?:required|obliged) to\b", "need not"),
        (r"\b(?:is|are) (?:required|obliged) to\b|\b(?:has|have) to\b", "must"),
        (r"\b(?:is|are) not (?:entitled|allowed|permitted) to\b", "may not"),
        (r"\b(?:is|are) (?:entitled|allowed|permitted|free) to\b", "may"),
        (r"\bnot only\b", "also"),
        (r"\bone of the\b|\bone of\b|\bamong the\b", "oneof "),
    )
)
_MARKERS: dict[Marker, str] = {
    "even": r"even if|even when|even though|regardless of|whether or not",
    "if": r"(?:only )?if|when(?:ever)?|provided that|in case|in the event(?: that)?|as long as|on condition that",
    "unless": r"unless",
    "without": r"without",
    "except": r"except(?: for| that)?|other than|save for|excluding|apart from",
    "including": r"including(?: for)?",
    "before": r"before|prior to",
    "after": r"after|upon|once(?! an? | per | every | each )",
    "until": r"until",
}
_MARKER = re.compile("|".join(rf"(?P<m_{name}>\b(?:{pattern})\b)" for name, pattern in _MARKERS.items()))
_ASIDE = re.compile(r", (?=(?:which|who|whose)\b)")  # what is said by the way has no conditions of the whole
_VERB = re.compile(rf"\b(?:{MODAL}|need|is|are|was|were|has|have|\w+s)\b")
_PASSIVE = re.compile(
    rf"^(?P<done_to>.*?)\b(?P<modal>(?:{MODAL})(?: not)? be|is|are|was|were|(?:has|have) been)(?P<how> \w+ly)?"
    r" (?P<verb>\w+(?:ed|en|id|ne|ught|ld|ut))(?P<where>(?: \w+){0,2}?) by"
    r" (?P<doer>(?:(?:the|an?|either|each|every|any|its) )?(?!\w+ing\b)[^\W\d][\w'-]*)(?P<rest>.*)$"
)
_GENITIVE = re.compile(
    r"^(?P<head>.*)\b(?P<owned>[\w'-]+) of (?:(?:the|an?|this|each|every|its|their) )?(?P<owner>[\w'-]+)"
)
_BLANKS = re.compile(r"\s+")
_NO_CONTENT = frozenset(
    """
    shall need never unless without except including either neither every within provided least cannot oneof some
    0 several any only solely exclusively another whether upon since whenever regardless even none nor
    """.split()  # noqa: SIM905, a list of words reads better as words
)


@dataclass(frozen=True, slots=True)
class Clause:
    """A part of a sentence: what it is to the whole, its text in the active voice, its content words as stems."""

    marker: Marker
    text: str
    words: tuple[str, ...]


@lru_cache(maxsize=4096)
def clauses_of(sentence: str) -> tuple[Clause, ...]:
    """Return the clauses of a sentence, the main one first."""
    whole, *asides = _ASIDE.split(plain(sentence))
    cut: dict[Marker, list[str]] = {"aside": asides} if asides else {}
    for marker, part in _cut(whole):
        cut.setdefault(marker, []).append(part)
    main = _clause("main", " ".join(cut.pop("main", [""])))
    return (main, *(_clause(marker, part) for marker, parts in cut.items() for part in parts))


def plain(sentence: str) -> str:
    """Return a sentence in small letters, with what is said in two ways said in one."""
    text = f"{sentence.lower().strip().rstrip('.;:!')} "
    for pattern, said in _PHRASES:
        text = pattern.sub(said, text)
    return _BLANKS.sub(" ", text).strip()


def content(text: str) -> tuple[str, ...]:
    """Return the words that say of what a text speaks, as stems, in order; "0" is a number checked elsewhere."""
    words = (word.strip("'") for word in WORD.findall(text))
    return tuple(one for word in words if word not in _NO_CONTENT and content_words(word) for one in stems(word))


def head(word: str) -> str:
    """Return a word as it stands among those of a clause."""
    return stem(word.lower())


def _cut(text: str) -> Iterator[tuple[Marker, str]]:
    """Give the parts of a sentence: a clause ends at the next one, or at a comma that a verb comes after."""
    place = 0
    found = list(_MARKER.finditer(text))
    for number, match in enumerate(found):
        if match.start() < place:
            continue
        yield "main", text[place : match.start()].strip(" ,")
        limit = found[number + 1].start() if number + 1 < len(found) else len(text)
        comma = text.find(",", match.end(), limit)
        end = comma if comma >= 0 and _VERB.search(text, comma) else limit
        yield _name(match), text[match.end() : end].strip(" ,")
        place = end
    yield "main", text[place:].strip(" ,")


def _name(match: re.Match[str]) -> Marker:
    return next(name for name in _MARKERS if match[f"m_{name}"])


def _clause(marker: Marker, text: str) -> Clause:
    active = _active(_BLANKS.sub(" ", text).strip(" ,"))
    return Clause(marker, active, content(_owned(active)))


def _active(text: str) -> str:
    """Turn "B may be paid by A" into "A may pay B"; the ending of the verb is no part of its stem."""
    found = _PASSIVE.match(text)
    if found is None:
        return text
    modal = found["modal"].removesuffix(" be") if found["modal"].endswith(" be") else ""
    parts = (found["doer"], modal, found["verb"], found["done_to"], found["how"] or "", found["where"], found["rest"])
    return _BLANKS.sub(" ", " ".join(parts)).strip()


def _owned(text: str) -> str:
    """Turn "the costs of the recall" into "the recall costs"."""
    while found := _GENITIVE.match(text):
        text = f"{found['head']}{found['owner']} {found['owned']}{text[found.end() :]}"
    return text

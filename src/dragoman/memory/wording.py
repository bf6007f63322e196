"""How a question is said: its words as concepts, in order, with what must never be overlooked kept apart."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from dragoman.documents.stems import stem
from dragoman.specs.reader import load
from dragoman.specs.spec import Spec

_FILE = Path(__file__).with_name("words.yaml")
_TOKEN = re.compile(r"(?:us|au|a)\$|\d+(?:[.,]\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)?|[^\W_]+|[%$€£+#]", re.IGNORECASE)
_CONTRACTED = re.compile(r"n['’]t$")
_NOT = "not"


class WordsSpec(Spec):
    """The file `words.yaml`."""

    silent: str
    concepts: dict[str, tuple[str, ...]]
    opposites: tuple[tuple[str, str], ...]
    asks: dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The file as it is looked up: words and phrases by their own words."""

    silent: frozenset[str]
    concepts: Mapping[tuple[str, ...], str]
    opposites: frozenset[frozenset[str]]
    asks: Mapping[str, tuple[tuple[tuple[str, ...], str], ...]]  # by their first word, longest first
    longest: Mapping[str, int]  # words of the longest phrase that begins with a word
    known: frozenset[str]  # the names of the concepts


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """A text as the comparison sees it."""

    plain: str  # lower case, single spaces, no punctuation at the ends
    words: tuple[str, ...]  # every word of it
    content: tuple[str, ...]  # concepts and stems in order, silent words and negations left out
    numbers: tuple[str, ...]  # in order, thousands signs taken out
    names: frozenset[str]  # words that only a name is written like
    asks: str  # why, how, when …; "" where no word tells
    negations: int
    negated: tuple[str, ...]  # the word behind each negation: "not rich and happy" is not "rich and not happy"


@cache
def lexicon() -> Lexicon:
    """Return the packaged words."""
    spec = load(_FILE, WordsSpec)
    phrases = {tuple(phrase.split()): concept for concept, group in spec.concepts.items() for phrase in group}
    kinds = [(tuple(phrase.split()), kind) for kind, group in spec.asks.items() for phrase in group]
    kinds.sort(key=lambda pair: -len(pair[0]))
    asks = {first: tuple(pair for pair in kinds if pair[0][0] == first) for first in {pair[0][0] for pair in kinds}}
    longest: dict[str, int] = {}
    for phrase in phrases:
        longest[phrase[0]] = max(len(phrase), longest.get(phrase[0], 0))
    return Lexicon(
        silent=frozenset(spec.silent.split()),
        concepts=phrases,
        opposites=frozenset(frozenset(pair) for pair in spec.opposites),
        asks=asks,
        longest=longest,
        known=frozenset(spec.concepts),
    )


def read_wording(text: str) -> Wording:
    """Read a text. The whole of it counts, however long it is."""
    tokens = _TOKEN.findall(text)
    words = tuple(_bare(token) for token in tokens)
    content, negated = _content(words)
    return Wording(
        plain=" ".join(words),
        words=words,
        content=tuple(content),
        numbers=tuple(word for word in words if word[0].isdigit()),
        names=frozenset(_names(tokens)),
        asks=_asks(words),
        negations=len(negated),
        negated=tuple(negated),
    )


def _bare(token: str) -> str:
    word = token.lower().replace("’", "'")
    if word[0].isdigit():
        return word.replace(",", "")
    return word.removesuffix("'s")


def _content(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the concepts in order, and for each negation the one behind it, "" where none follows."""
    known = lexicon()
    found: list[str] = []
    open_at: list[int] = []
    place = 0
    while place < len(words):
        length, concept = _phrase_at(words, place, known)
        place += length
        if concept == _NOT:
            open_at.append(len(found))
        elif concept:
            found.append(concept)
    return found, [found[at] if at < len(found) else "" for at in open_at]


def _phrase_at(words: Sequence[str], place: int, known: Lexicon) -> tuple[int, str]:
    """Return how many words the longest known phrase has here, and its concept; "" for a silent word."""
    word = words[place]
    for length in range(min(known.longest.get(word, 0), len(words) - place), 0, -1):
        if concept := known.concepts.get(tuple(words[place : place + length])):
            return length, concept
    if word in known.silent:
        return 1, ""
    return 1, _NOT if _CONTRACTED.search(word) else stem(word)


def _names(tokens: Sequence[str]) -> list[str]:
    """Return the words with a capital that do not begin the text; a text all in capitals names nobody."""
    capitals = [token for token in tokens[1:] if token[0].isupper() and token.lower() not in lexicon().silent]
    return [_bare(token) for token in capitals] if len(capitals) * 2 <= len(tokens) else []


def _asks(words: Sequence[str]) -> str:
    """Return the kind of question that the earliest known phrase makes it; the longer one where two begin alike."""
    known = lexicon().asks
    for place, word in enumerate(words):
        for phrase, kind in known.get(word, ()):
            if tuple(words[place : place + len(phrase)]) == phrase:
                return kind
    return ""

"""What a question speaks of, word by word, and how well a stretch of text speaks of the same."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log
from pathlib import Path
from typing import Self

from dragoman.documents.stems import WORD, stem, stems
from dragoman.documents.terms import content_words
from dragoman.specs.reader import load
from dragoman.specs.spec import Spec

Phrase = tuple[str, ...]  # stems
SYNONYM = 0.75  # of another word for the same thing, where the word itself counts 1
PART = 0.5  # of one word of a phrase
_MAX_PHRASE = 5  # words


class SynonymsSpec(Spec):
    """A file of synonyms: words and phrases of one group stand for one thing."""

    groups: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Concept:
    """One thing a question speaks of: the phrases that say it, and how well each does."""

    words: str  # as in the question
    phrases: Mapping[Phrase, float]
    is_known: bool = False  # whether the synonyms have it

    def weight_in(self, spoken: Sequence[str], present: frozenset[str]) -> float:
        """Return how well a text says it, 0 to 1; `present` are the stems of the text as a set."""
        best = 0.0
        for phrase, weight in self.phrases.items():
            if weight > best and present.issuperset(phrase) and (len(phrase) == 1 or _stands_in(phrase, spoken)):
                best = weight
        return best


@dataclass(frozen=True, slots=True)
class Concepts:
    """All a question speaks of, each with how telling it is in the text that is searched."""

    concepts: tuple[Concept, ...]
    telling: tuple[float, ...]  # inverse document frequency

    def coverage(self, weights: Iterable[float], more: Sequence[tuple[float, float]] = ()) -> float:
        """Return which part of the question is covered by a text with these weights, 0 to 1.

        `more` are weight and telling of what the question speaks of beside its words.
        """
        pairs = (*zip(weights, self.telling, strict=True), *more)
        total = sum(telling for _, telling in pairs)
        return sum(weight * telling for weight, telling in pairs) / total if total else 0.0


def rarity(holding: int, of: int) -> float:
    """Return how telling it is that a text holds what so many of all texts hold."""
    return log(1 + (of - holding + 0.5) / (holding + 0.5))


class Thesaurus:
    """Groups of phrases that stand for one thing, and questions read with them."""

    def __init__(self, groups: Iterable[Iterable[str]]) -> None:
        found: dict[Phrase, list[tuple[Phrase, ...]]] = {}
        groups = tuple(tuple(group) for group in groups)
        self._written = tuple((phrase_of(text), group) for group in groups for text in group if phrase_of(text))
        for group in groups:
            phrases = tuple(dict.fromkeys(phrase for text in group if (phrase := phrase_of(text))))
            for phrase in phrases:
                found.setdefault(phrase, []).append(phrases)
        self._groups: Mapping[Phrase, tuple[tuple[Phrase, ...], ...]] = {
            phrase: tuple(groups) for phrase, groups in found.items()
        }

    @classmethod
    def of_file(cls, path: Path) -> Self:
        """Read a file of `groups`. Raises SpecError where it is broken."""
        return cls(load(path, SynonymsSpec).groups)

    def read(self, text: str, empty: frozenset[str]) -> tuple[Concept, ...]:
        """Return what a lower-case text speaks of in its order; `empty` are words that are not looked at."""
        words = [
            word
            for part in WORD.findall(text)
            for word in self.parts(part)
            if word not in empty and content_words(word)
        ]
        said = [stem(word) for word in words]
        concepts: list[Concept] = []
        at = 0
        while at < len(said):
            length = self._longest_phrase(said, at)
            phrase = tuple(said[at : at + length])
            spoken = " ".join(words[at : at + length])
            concepts.append(Concept(spoken, self._phrases(phrase), phrase in self._groups))
            at += length
        return tuple({concept.words: concept for concept in concepts}.values())

    def others(self, text: str) -> tuple[str, ...]:
        """Return the other phrases of every group that a lower-case text has one of, as they are written."""
        said = stems(text)
        present = frozenset(said)
        found = [
            other
            for phrase, group in self._written
            if present.issuperset(phrase) and (len(phrase) == 1 or _stands_in(phrase, said))
            for other in group
        ]
        return tuple(dict.fromkeys(other for other in found if other not in text))

    def parts(self, word: str) -> list[str]:
        """Cut "third-party" in two; "set-off" is one word where a group has it as one."""
        joined = word.replace("-", "")
        is_one = joined != word and (stem(joined),) in self._groups
        return [joined] if is_one else [part for part in re.split(r"[-/]", word) if part]

    def _longest_phrase(self, said: Sequence[str], at: int) -> int:
        for length in range(min(_MAX_PHRASE, len(said) - at), 1, -1):
            if tuple(said[at : at + length]) in self._groups:
                return length
        return 1

    def _phrases(self, phrase: Phrase) -> dict[Phrase, float]:
        phrases: dict[Phrase, float] = {}
        for group in self._groups.get(phrase, ()):
            phrases |= dict.fromkeys(group, SYNONYM)
        if len(phrase) > 1:
            phrases = {(one,): PART for one in phrase} | phrases
        return phrases | {phrase: 1.0}


def phrase_of(text: str) -> Phrase:
    """Return the stems of the content words of a phrase."""
    return tuple(stem(word) for word in WORD.findall(text.lower()) if content_words(word))


def _stands_in(phrase: Phrase, spoken: Sequence[str]) -> bool:
    """Say whether the words stand together, with at most one other between each two."""
    for start, word in enumerate(spoken):
        if word != phrase[0]:
            continue
        at = start
        for following in phrase[1:]:
            near = [place for place in (at + 1, at + 2) if place < len(spoken) and spoken[place] == following]
            if not near:
                break
            at = near[0]
        else:
            return True
    return False

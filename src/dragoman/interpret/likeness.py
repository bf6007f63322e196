"""Names that are misspelt: found by likeness, never for short or correct words."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from rapidfuzz import process
from rapidfuzz.distance import OSA

from dragoman.domain.value import Name
from dragoman.interpret.dimensions.dimension import Match
from dragoman.interpret.keywords import STOPWORDS
from dragoman.interpret.lexicon import Lexicon, Phrase

MIN_LENGTH = 5
_SHORT_IN_PHRASE = 3  # letters of a misspelt word beside right ones: "net det"
_MAX_WORDS = 3
_WORD = re.compile(r"[a-z][a-z']*[a-z]")
_DOUBLE_FROM = 9  # characters from which a company's name may have two faults; a phrase of a metric from 12


class Likeness:
    """Finds phrases in words that nothing else has claimed. Same first letter, one or two letters off."""

    def __init__(self, lexicon: Lexicon, ordinary_words: frozenset[str]) -> None:
        self._by_letter: dict[tuple[str, int], dict[str, Phrase]] = defaultdict(dict)
        known = set(ordinary_words) | STOPWORDS
        for phrase in lexicon.phrases:
            words = phrase.words.split()
            known.update(words)
            is_name = phrase.dimension in ("company", "metric") and phrase.how != "fuzzy"
            if is_name and len(words) <= _MAX_WORDS and len(phrase.words) >= MIN_LENGTH and _is_plain(words):
                self._by_letter[phrase.words[0], len(words)][phrase.words] = phrase
        self._known = frozenset(known)
        self._cache: dict[str, tuple[Phrase, float] | None] = {}

    def find(self, lower: str, taken: Sequence[tuple[int, int]]) -> list[Match]:
        """Return the misspelt names outside the places in `taken`, which are in order."""
        free = list(_free_words(lower, taken))
        found: list[Match] = []
        at = 0
        for index, (start, _end, _word) in enumerate(free):
            if start >= at and (match := self._at(free, index)):
                found.append(match)
                at = match.end
        return found

    def _at(self, free: Sequence[tuple[int, int, str]], index: int) -> Match | None:
        for count in range(min(_MAX_WORDS, len(free) - index), 0, -1):
            window = free[index : index + count]
            is_row = all(left[1] + 1 == right[0] for left, right in pairwise(window))
            shortest = MIN_LENGTH if count == 1 else _SHORT_IN_PHRASE
            if not is_row or all(word in self._known or len(word) < shortest for _, _, word in window):
                continue
            if like := self._like(" ".join(word for _, _, word in window), count):
                phrase, score = like
                return Match(window[0][0], window[-1][1], phrase.dimension, Name(name=phrase.name), "fuzzy", score)
        return None

    def _like(self, words: str, count: int) -> tuple[Phrase, float] | None:
        if len(words) < MIN_LENGTH:
            return None
        if words in self._cache:
            return self._cache[words]
        found = self._search(words, count)
        if len(self._cache) < 10_000:
            self._cache[words] = found
        return found

    def _search(self, words: str, count: int) -> tuple[Phrase, float] | None:
        candidates = self._by_letter.get((words[0], count))
        if not candidates:
            return None
        for spelling in (words, words[:-1]) if words.endswith("s") else (words,):
            best = process.extractOne(spelling, candidates.keys(), scorer=OSA.distance, score_cutoff=2)
            if best and best[1] <= _allowed(candidates[best[0]]):
                return candidates[best[0]], round(1 - best[1] / len(best[0]), 3)
        return None


def _allowed(phrase: Phrase) -> int:
    """Return how many letters may be wrong."""
    is_long = len(phrase.words) >= (_DOUBLE_FROM if phrase.dimension == "company" else 12)
    is_single_metric = phrase.dimension == "metric" and " " not in phrase.words
    if len(phrase.words) < MIN_LENGTH + (phrase.dimension == "metric"):
        return 0
    return 2 if is_long and not is_single_metric else 1


def _is_plain(words: Sequence[str]) -> bool:
    return all(word.isalpha() for word in words)


def _free_words(lower: str, taken: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int, str]]:
    at = 0
    for match in _WORD.finditer(lower):
        start, end = match.span()
        word = match[0]
        while at < len(taken) and taken[at][1] <= start:
            at += 1
        if at < len(taken) and taken[at][0] < end:
            continue
        if word.endswith("'s"):
            word, end = word[:-2], end - 2
        if word:
            yield start, end, word

"""What a text looks like to the classifier: words and pairs of words, and pieces of words of two to five letters."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from math import log, sqrt

from dragoman.interpret.normalize import normalize

WORDS = (1, 2)
PIECES = (2, 5)
_WORD = re.compile(r"[a-z0-9]+(?:['&-][a-z0-9]+)*")
MAX_TEXT = 2_000  # characters; what stands after them says nothing new about the intent


def counts(text: str) -> Counter[str]:
    """Return how often each feature occurs; words begin with "w:", pieces with "c:"."""
    words = _WORD.findall(normalize(text[:MAX_TEXT]).lower)
    return Counter([*_runs(words), *_pieces(words)])


def weigh(found: Mapping[str, int], rarity: Mapping[str, float], unseen: float) -> dict[str, float]:
    """Return weights by frequency and rarity (tf-idf, sublinear), words and pieces each of length one at most.

    What training never saw says nothing for any intent, but it counts in the length as if it were as rare as
    `unseen`: of a text of strange words the few common ones must not speak for the whole.
    """
    weights: dict[str, float] = {}
    length = {"w": 0.0, "c": 0.0}
    for name, count in found.items():
        weight = (1 + log(count)) * rarity.get(name, unseen)
        length[name[0]] += weight * weight
        if name in rarity:
            weights[name] = weight
    return {name: weight / sqrt(length[name[0]]) for name, weight in weights.items()}


def _runs(words: list[str]) -> Iterator[str]:
    for size in range(WORDS[0], WORDS[1] + 1):
        for start in range(len(words) - size + 1):
            yield f"w:{' '.join(words[start : start + size])}"


def _pieces(words: list[str]) -> Iterator[str]:
    for word in words:
        padded = f" {word} "
        for size in range(PIECES[0], PIECES[1] + 1):
            for start in range(max(1, len(padded) - size + 1)):
                yield f"c:{padded[start : start + size]}"

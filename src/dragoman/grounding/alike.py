"""The sentences of the source that speak of what a claim speaks of, and whether one of them says it."""

from collections.abc import Iterable

from dragoman.documents.stems import stems
from dragoman.documents.terms import content_words
from dragoman.grounding.check import Finding
from dragoman.grounding.wording import difference

SAME = 0.7  # of a claim's words in a sentence of the source: it speaks of the same
MAX_ALIKE = 5  # sentences that a wording is held against

Words = frozenset[str]


def words_of(text: str) -> Words:
    """Return the stems of the words that say of what a text speaks, numbers aside."""
    return frozenset(word for word in stems(" ".join(content_words(text))) if not word.isdigit())


def overlap(words: Words, other: Words) -> float:
    """Return how much of the words the others have, 0 to 1."""
    return len(words & other) / len(words) if words else 0.0


def held_against(claim: str, sentences: Iterable[tuple[str, Words]]) -> Finding | None:
    """Hold a wording against every sentence that has nearly all of its words; one that says the same is enough.

    None where no sentence speaks of the same.
    """
    words = words_of(claim)
    shares = ((overlap(words, theirs), text) for text, theirs in sentences)
    alike = sorted((pair for pair in shares if pair[0] >= SAME), key=lambda pair: -pair[0])
    first: Finding | None = None
    for _, text in alike[:MAX_ALIKE]:
        differs = difference(claim, text)
        if differs is None:
            return Finding(verdict="supported", reason="the page says the same", quote=text)
        first = first or differs
    return first

"""What plain cosine says of pairs of texts, to compare the answer cache's likeness with."""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import log, sqrt
from typing import TYPE_CHECKING

from dragoman.memory.wording import read_wording

if TYPE_CHECKING:
    from dragoman.models.embedder import Embedder

Pair = tuple[str, str]
_BATCH = 256


def cosines(pairs: Sequence[Pair], embedder: "Embedder | None") -> dict[str, list[float]]:
    """Return the cosine of each pair: of TF-IDF words, and of vectors where there is an embedder."""
    found = {"tf-idf cosine": _of_words(pairs)}
    if embedder:
        found["embedder cosine"] = [cosine for batch in _batches(pairs) for cosine in _of_vectors(batch, embedder)]
    return found


def _of_words(pairs: Sequence[Pair]) -> list[float]:
    counts = [(Counter(read_wording(a).words), Counter(read_wording(b).words)) for a, b in pairs]
    texts = [count for pair in counts for count in pair]
    within = Counter(word for count in texts for word in count)
    rarity = {word: log((1 + len(texts)) / (1 + number)) + 1 for word, number in within.items()}
    return [_cosine(a, b, rarity) for a, b in counts]


def _cosine(left: Counter[str], right: Counter[str], rarity: dict[str, float]) -> float:
    def weight(count: Counter[str], word: str) -> float:
        return count[word] * rarity[word]

    def length(count: Counter[str]) -> float:
        return sqrt(sum(weight(count, word) ** 2 for word in count))

    size = length(left) * length(right)
    return sum(weight(left, word) * weight(right, word) for word in left if word in right) / size if size else 0.0


def _of_vectors(pairs: Sequence[Pair], embedder: "Embedder") -> list[float]:
    left, right = embedder.embed([a for a, _ in pairs]), embedder.embed([b for _, b in pairs])
    return [float(cosine) for cosine in (left * right).sum(axis=1)]


def _batches(pairs: Sequence[Pair]) -> Iterable[Sequence[Pair]]:
    return (pairs[place : place + _BATCH] for place in range(0, len(pairs), _BATCH))

"""What plain cosine says of pairs of texts, to compare the answer cache's likeness with."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from math import log, sqrt
from pathlib import Path
from typing import TYPE_CHECKING

from dragoman.memory.wording import read_wording

if TYPE_CHECKING:
    from dragoman.models.embedder import Embedder

Pair = tuple[str, str]
LabelledPair = tuple[str, str, bool]
_RUN = 500
_BATCH = 256


def cosines(pairs: Sequence[Pair], embedder: "Embedder | None") -> dict[str, list[float]]:
    """Return the cosine of each pair: of TF-IDF words, and of vectors where there is an embedder."""
    found = {"tf-idf cosine": _of_words(pairs)}
    if embedder:
        found["embedder cosine"] = cosines_of(pairs, embedder)
    return found


def cosines_of(pairs: Sequence[Pair], embedder: "Embedder") -> list[float]:
    """Return the cosine of the vectors of each pair."""
    return [cosine for batch in _batches(pairs) for cosine in _of_vectors(batch, embedder)]


def public_halves(path: Path) -> tuple[list[LabelledPair], list[LabelledPair]]:
    """Return the public pairs of open questions in two parts, (text, text, whether they ask the same).

    One free choice was made on the first part; the second was not looked at for it. Neighbours share questions, so
    the parts are made of runs of five hundred.
    """
    lines = path.read_text(encoding="utf-8").splitlines()
    rows = [(row["text_a"], row["text_b"], bool(row["label"])) for row in map(json.loads, lines)]
    parts: tuple[list[LabelledPair], list[LabelledPair]] = ([], [])
    for place, row in enumerate(rows):
        parts[place // _RUN % 2].append(row)
    return parts


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

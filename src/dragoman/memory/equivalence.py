"""How sure it is that two texts ask the same: a calibrated probability, and exactly 1 only for the same words.

Words are always compared; how near the texts are in meaning counts beside them where an embedder tells it.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import exp
from pathlib import Path

from dragoman.memory.features import NAMES, NEARNESS, Comparison, compare, nearness
from dragoman.memory.wording import Wording, read_wording

WEIGHTS = Path(__file__).with_name("weights.json")
MAX_IN_CONFLICT = 0.5  # other numbers, a negation, opposites: never an answer and never a hint
MAX_UNEQUAL = 0.999  # only the same words are certain


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """A logistic regression over the features, fitted by `scripts/train_equivalence.py`."""

    version: str
    bias: float
    by_feature: tuple[float, ...]
    embedder: str = ""  # whose cosines it was fitted on; nothing where it looks at words alone


@cache
def shipped(*, with_meaning: bool = False) -> Weights:
    """Return the weights that ship, for words alone or with a cosine beside them; read once."""
    record = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    part, names = (record["with_meaning"], (*NAMES, *NEARNESS)) if with_meaning else (record, NAMES)
    return Weights(
        version=record["version"],
        bias=part["bias"],
        by_feature=tuple(part["weights"][name] for name in names),
        embedder=part.get("embedder", ""),
    )


def equivalence(left: str, right: str, *, cosine: float | None = None, weights: Weights | None = None) -> float:
    """Return the probability that both texts ask the same, from 0 to 1; the order of the two does not matter.

    `cosine` is how near they are in meaning; None where nothing tells.
    """
    return of_wordings(read_wording(left), read_wording(right), cosine=cosine, weights=weights)


def of_wordings(left: Wording, right: Wording, *, cosine: float | None = None, weights: Weights | None = None) -> float:
    """Do the same for texts that were read before."""
    return of_comparison(compare(left, right), cosine=cosine, weights=weights)


def of_comparison(compared: Comparison, *, cosine: float | None = None, weights: Weights | None = None) -> float:
    """Do the same for texts that were compared before; it grows with the cosine."""
    if compared.is_same:
        return 1.0
    features = compared.features if cosine is None else (*compared.features, *nearness(cosine))
    found = min(MAX_UNEQUAL, probability(features, weights or shipped(with_meaning=cosine is not None)))
    return min(MAX_IN_CONFLICT, found) if compared.conflict else found


def probability(features: Sequence[float], weights: Weights) -> float:
    """Return what the weights make of the features."""
    total = weights.bias + sum(a * b for a, b in zip(weights.by_feature, features, strict=True))
    return 1 / (1 + exp(-max(-40.0, min(40.0, total))))

"""The trained classifier: one weighted sum per intent, turned into a probability. Plain numbers, no library."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp

from dragoman.classify.features import counts, weigh
from dragoman.domain.decision import Candidate

OUTSIDE = "oos"  # the label of texts that belong to no intent


@dataclass(frozen=True, slots=True, kw_only=True)
class LexicalClassifier:
    """Intents with a calibrated probability each; they need not sum to one, since a text may fit none.

    What is below a threshold is out of scope; the threshold is the caller's.
    """

    version: str  # of what it was trained on
    labels: tuple[str, ...]
    rarity: Mapping[str, float]  # of each feature
    unseen: float  # the rarity of every other
    weights: Mapping[str, Sequence[float]]  # of each feature, one number per label
    intercepts: tuple[float, ...]
    slope: float  # probability = sigmoid(slope × score + offset), fitted on texts left out of training
    offset: float

    def propose(self, text: str) -> tuple[Candidate, ...]:
        """Return every intent with its probability, the likeliest first."""
        probabilities = [probability(self.slope * score + self.offset) for score in self.scores(text)]
        ranked = sorted(zip(self.labels, probabilities, strict=True), key=lambda pair: (-pair[1], pair[0]))
        return tuple(
            Candidate(intent=label, confidence=share, evidence="words and pieces of words") for label, share in ranked
        )

    def scores(self, text: str) -> list[float]:
        """Return the raw score of each label."""
        totals = list(self.intercepts)
        for name, weight in weigh(counts(text), self.rarity, self.unseen).items():
            for index, share in enumerate(self.weights[name]):
                totals[index] += weight * share
        return totals


def probability(log_odds: float) -> float:
    """Return the probability of these log-odds."""
    return 1 / (1 + exp(-max(-30.0, min(30.0, log_odds))))

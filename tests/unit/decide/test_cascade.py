"""The cascade: the first layer that is sure enough decides."""

from dataclasses import dataclass

from dragoman.decide.cascade import Cascade, Proposal
from dragoman.domain.interpretation import Interpretation
from dragoman.domain.utterance import Utterance

SEEN = Interpretation(utterance=Utterance("look into this"))


@dataclass(frozen=True)
class _Fixed:
    """A layer that always proposes the same, or nothing."""

    name: str
    confidence: float | None

    def propose(self, seen: Interpretation) -> Proposal[str] | None:
        if self.confidence is None:
            return None
        return Proposal(choice=self.name, confidence=self.confidence, reason="fixed")


def _choice(*layers: _Fixed) -> str | None:
    proposal = Cascade(layers, min_confidence=0.7).propose(SEEN)
    return proposal.choice if proposal else None


def test_a_sure_layer_ends_the_cascade() -> None:
    assert _choice(_Fixed("rule", 0.8), _Fixed("later", 1.0)) == "rule"


def test_an_unsure_layer_hands_on() -> None:
    assert _choice(_Fixed("rule", 0.4), _Fixed("later", 0.9)) == "later"


def test_the_surest_decides_when_nobody_is_sure() -> None:
    assert _choice(_Fixed("rule", 0.5), _Fixed("later", 0.4)) == "rule"


def test_no_opinion_at_all_is_no_decision() -> None:
    assert _choice(_Fixed("rule", None)) is None


def test_exactly_the_threshold_is_sure_enough() -> None:
    assert _choice(_Fixed("rule", 0.7), _Fixed("later", 1.0)) == "rule"

"""The cascade: layers from exact to general; the first that is sure enough decides."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from dragoman.domain.asker import Policy as Policy  # noqa: PLC0414  readers know it from here
from dragoman.domain.decision import DecidedBy
from dragoman.domain.interpretation import Interpretation

C = TypeVar("C")


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal(Generic[C]):
    """What a layer would decide, how sure it is, and on what evidence."""

    choice: C
    confidence: float
    reason: str  # for traces
    decided_by: DecidedBy = "rule"


class Layer(Protocol[C]):
    """Proposes a decision for an interpretation; cheaper layers come first."""

    @property
    def name(self) -> str:
        """What traces call the layer."""

    def propose(self, seen: Interpretation) -> Proposal[C] | None:
        """Return a proposal with its confidence. None means no opinion."""


class Cascade(Generic[C]):
    """Asks layers in order until one is at least `min_confidence` sure."""

    def __init__(self, layers: Sequence[Layer[C]], *, min_confidence: float = 0.7) -> None:
        self._layers = tuple(layers)
        self._min_confidence = min_confidence

    def propose(self, seen: Interpretation) -> Proposal[C] | None:
        """Return the first proposal that is sure enough, else the surest one. None if no layer had an opinion."""
        best: Proposal[C] | None = None
        for layer in self._layers:
            proposal = layer.propose(seen)
            if proposal is None:
                continue
            if proposal.confidence >= self._min_confidence:
                return proposal
            if best is None or proposal.confidence > best.confidence:
                best = proposal
        return best

"""Claims of an answer and what the source says to them."""

from dataclasses import dataclass
from typing import Literal

ClaimKind = Literal["quantity", "date", "obligation", "statement"]
Verdict = Literal["supported", "unsupported", "contradicted", "unchecked"]
GroundingVerdict = Literal["yes", "partial", "no", "unchecked"]
ConfidenceGrade = Literal["high", "medium", "low", "unchecked"]
Basis = Literal["calculation", "interpolation", "general_knowledge"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimLabel:
    """A failed claim without its figure, good for a second search."""

    company: str | None
    metric: str | None
    period: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One statement of an answer (usually a sentence) and its verdict."""

    text: str
    kinds: tuple[ClaimKind, ...]
    verdict: Verdict
    quote: str = ""  # verbatim from the passage that decided
    reason: str = ""
    basis: Basis | None = None  # for unsupported claims: what it seems to rest on
    label: ClaimLabel | None = None
    judged: bool = False  # a language model judged it, with a quote that code found on the page; code settled nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounding:
    """The verdict on a whole answer."""

    verdict: GroundingVerdict
    claims: tuple[Claim, ...] = ()

    def count(self, verdict: Verdict) -> int:
        """Count the claims with this verdict."""
        return sum(claim.verdict == verdict for claim in self.claims)

    @property
    def score(self) -> float:
        """Supported claims over all checked ones; 0 when nothing was checked."""
        checked = len(self.claims) - self.count("unchecked")
        return self.count("supported") / checked if checked else 0.0

"""The JSON of a grounding, as `dragoman ground` prints it."""

from typing import Any

from dragoman.domain.claim import Claim, Grounding
from dragoman.grounding.confidence import grade

Record = dict[str, Any]


def grounding_record(grounding: Grounding) -> Record:
    """Return verdict, score, counts and every claim with its verdict, quote and reason."""
    return {
        "verdict": grounding.verdict,
        "score": round(grounding.score, 4),
        "confidence": grade(grounding.verdict),
        "supported": grounding.count("supported"),
        "unsupported": grounding.count("unsupported"),
        "contradicted": grounding.count("contradicted"),
        "unchecked": grounding.count("unchecked"),
        "claims": [claim_record(claim) for claim in grounding.claims],
    }


def claim_record(claim: Claim) -> Record:
    """Return the JSON of one claim."""
    label = claim.label
    return {
        "text": claim.text,
        "kinds": list(claim.kinds),
        "verdict": claim.verdict,
        "quote": claim.quote,
        "reason": claim.reason,
        "basis": claim.basis,
        "judged": claim.judged,
        "label": {"company": label.company, "metric": label.metric, "period": label.period} if label else None,
    }

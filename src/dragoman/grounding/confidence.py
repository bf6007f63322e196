"""From claims to verdict, grade and caveats."""

from collections.abc import Iterable

from dragoman.domain.claim import Basis, Claim, ClaimLabel, ConfidenceGrade, Grounding, GroundingVerdict

MAX_PARTIAL = 3  # unsupported claims that an answer may have and still be partly grounded
MAX_SHOWN = 3  # claims that a caveat lists
MAX_LABEL_WORDS = 8

CHECK_THE_REPORTS = "Please check the original reports before you rely on this answer."
CONTRADICTED = "the page says otherwise"

_GRADES: dict[GroundingVerdict, ConfidenceGrade] = {
    "yes": "high",
    "partial": "medium",
    "no": "low",
    "unchecked": "unchecked",
}
_BASES: dict[Basis, str] = {
    "calculation": "calculation",
    "interpolation": "interpolation",
    "general_knowledge": "general knowledge",
}


def verdict(claims: Iterable[Claim]) -> GroundingVerdict:
    """Return how far the answer is grounded.

    No unsupported claim → yes, one to three → partial, more → no. Any contradiction, or nothing
    supported among the claims that were checked → no. Nothing checked → unchecked.
    """
    counts = {"supported": 0, "unsupported": 0, "contradicted": 0, "unchecked": 0}
    for claim in claims:
        counts[claim.verdict] += 1
    if not counts["supported"] + counts["unsupported"] + counts["contradicted"]:
        return "unchecked"
    if counts["contradicted"] or not counts["supported"] or counts["unsupported"] > MAX_PARTIAL:
        return "no"
    return "partial" if counts["unsupported"] else "yes"


def grade(grounded: GroundingVerdict) -> ConfidenceGrade:
    """Return the confidence that follows from a verdict: yes high, partial medium, no low."""
    return _GRADES[grounded]


def caveats(grounding: Grounding) -> tuple[str, ...]:
    """Return what must be said with an answer of medium or low confidence; nothing for others.

    One line names at most three claims that failed, each with what it seems to rest on; at low
    confidence a second line asks to check the original reports.
    """
    confidence = grade(grounding.verdict)
    if confidence not in ("medium", "low"):
        return ()
    failed = [claim for claim in grounding.claims if claim.verdict in ("contradicted", "unsupported")]
    failed.sort(key=lambda claim: claim.verdict)  # contradictions first; the order of the answer within
    shown = "; ".join(f"{label_text(claim)} ({basis_text(claim)})" for claim in failed[:MAX_SHOWN])
    rest = len(failed) - MAX_SHOWN
    more = f"; and {rest} more" if rest > 0 else ""
    lines = [f"Not supported by the cited pages: {shown}{more}."] if failed else []
    return (*lines, CHECK_THE_REPORTS) if confidence == "low" else tuple(lines)


def basis_text(claim: Claim) -> str:
    """Return the basis label of a failed claim in words."""
    if claim.verdict == "contradicted":
        return CONTRADICTED
    return _BASES[claim.basis or "general_knowledge"]


def label_text(claim: Claim) -> str:
    """Return at most eight words that name the claim without any figure of its own."""
    label = claim.label or ClaimLabel(company=None, metric=None, period=None)
    named = [part.replace("_", " ") for part in (label.company, label.metric, label.period) if part]
    words = " ".join(named).split() or [word for word in claim.text.split() if not any(map(str.isdigit, word))]
    return " ".join(words[:MAX_LABEL_WORDS]).rstrip(".,;:") or "a figure"

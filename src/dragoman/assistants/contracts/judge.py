"""Is the answer what the agreement says: the verdict in the fields of the source document, made from grounding."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from dragoman.assistants.contracts.decomposition import Decomposition
from dragoman.domain.claim import Claim, Grounding
from dragoman.domain.value import Percent
from dragoman.grounding.confidence import verdict as overall
from dragoman.grounding.evidence import Evidence
from dragoman.grounding.prose import ProseGrounder
from dragoman.interpret.value_record import value_record

Verdict = dict[str, Any]
MIN_CONFIDENCE = 0.5
PER_CONTRADICTION = 0.3  # taken off the share of supported claims: one of two contradicted leaves 0.2
_TYPES = {"quantity": "quantitative", "date": "temporal", "obligation": "obligation", "statement": "general"}


class ContractJudge:
    """Judges answers by rules: every number, time, date, duty and denial against the sections it was made from."""

    def __init__(self, grounder: ProseGrounder) -> None:
        self._grounder = grounder

    def claims(self, text: str, evidence: Sequence[Evidence], *, reference_date: date) -> tuple[Claim, ...]:
        """Return the claims of any text, each with what the passages it cites say to it."""
        return self._grounder.ground(text, evidence, reference_date=reference_date).claims if text else ()

    def evaluate(
        self,
        response: str,
        evidence: Sequence[Evidence],
        *,
        asked: Decomposition | None = None,
        reference_date: date,
    ) -> tuple[Verdict, Grounding]:
        """Return the verdict and the grounding it was derived from. An empty response is never returned."""
        grounding = self._grounder.ground(response, evidence, reference_date=reference_date)
        return verdict_of(grounding, constraints=_constraints(asked, grounding) if asked else []), grounding


def with_written(grounding: Grounding, claims: Sequence[Claim]) -> Grounding:
    """Return the grounding with the claims of what a model wrote, which were checked when they were written."""
    together = (*claims, *grounding.claims)
    return Grounding(verdict=overall(together), claims=together) if claims else grounding


def verdict_of(grounding: Grounding, *, constraints: Sequence[Verdict] = ()) -> Verdict:
    """Return claims, confidence, and whether the answer may be given."""
    contradicted = grounding.count("contradicted")
    confidence = round(max(0.0, grounding.score - PER_CONTRADICTION * contradicted), 2)
    checked = len(grounding.claims) - grounding.count("unchecked")
    hallucinated = bool(grounding.claims) and (contradicted > 0 or confidence < MIN_CONFIDENCE)
    return {
        "claims": [_claim(claim) for claim in grounding.claims],
        "confidence_score": confidence,
        "is_hallucinated": hallucinated,
        "should_return": bool(grounding.claims) and not hallucinated,
        "summary": {
            "total_claims": len(grounding.claims),
            "supported": grounding.count("supported"),
            "unsupported": grounding.count("unsupported"),
            "contradicted": contradicted,
            "unchecked": grounding.count("unchecked"),
        },
        "reasoning": _reasoning(grounding, checked),
        "constraints": list(constraints),
        "grounded": grounding.verdict,
    }


def _claim(claim: Claim) -> Verdict:
    return {
        "text": claim.text,
        "type": _TYPES[claim.kinds[0]],
        "types": [_TYPES[kind] for kind in claim.kinds],
        "found_in_source": claim.verdict == "supported",
        "source_quote": claim.quote,
        "status": claim.verdict,
        "reason": claim.reason,
    }


def _reasoning(grounding: Grounding, checked: int) -> str:
    if not grounding.claims:
        return "There is no answer to judge."
    failed = [claim for claim in grounding.claims if claim.verdict in ("contradicted", "unsupported")]
    head = f"{grounding.count('supported')} of {checked} checked claims stand in the cited sections."
    return " ".join([head, *(f"{claim.verdict}: {claim.reason}." for claim in failed)])


def _constraints(asked: Decomposition, grounding: Grounding) -> list[Verdict]:
    """Say of each percentage and time the question names whether the answer's source has it."""
    quotes = " ".join(claim.quote for claim in grounding.claims).lower()
    found = []
    for entity in asked.seen.entities:
        if isinstance(entity.value, Percent) or entity.dimension in ("duration", "date", "money"):
            agrees = entity.text.lower() in quotes
            found.append({"asked": value_record(entity.value), "text": entity.text, "agrees": agrees})
    return found

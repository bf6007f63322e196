"""A language model as judge of the claims that code could not settle.

It is asked about nothing else, so it cannot overrule a number. What it says counts only with a quote that stands
word for word on the page the claim rests on.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, Field

from dragoman.domain.claim import Basis, Claim, Verdict
from dragoman.grounding.citations import markers_of, without_markers
from dragoman.grounding.evidence import Evidence
from dragoman.models.language_model import LanguageModel
from dragoman.models.meter import Meter
from dragoman.models.prompt import Prompt, load_prompt

JUDGED = "≈"  # behind a sentence that only a judge carries
MIN_QUOTED = 12  # characters; less stands on any page
MAX_CLAIMS = 20
_VERDICTS: dict[str, Verdict] = {
    "supported": "supported",
    "unsupported": "unsupported",
    "not supported": "unsupported",
    "contradicted": "contradicted",
}
_TYPOGRAPHY = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "\u2212": "-", "\u00a0": " "})
_MARKUP = re.compile(r"[*_`|]|\[\w{1,4}\]")


class JudgedClaim(BaseModel):
    """What the judge says of one claim."""

    claim: int = Field(description="the number of the claim")
    verdict: str = Field(description="supported, unsupported or contradicted")
    quote: str = Field(default="", description="the words of the passage that decide, copied exactly; else empty")


class Judgement(BaseModel):
    """What the judge says of all of them."""

    grade: str = Field(default="pass", description="pass if the answer addresses the question at all, else fail")
    claims: list[JudgedClaim] = Field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Judged:
    """The claims with their verdicts, and whether the whole speaks to the question."""

    claims: tuple[Claim, ...]
    grade: Literal["pass", "fail"] = "pass"


@cache
def judge_prompt() -> Prompt:
    """Return the judge's prompt."""
    return load_prompt(Path(__file__).parent / "prompts" / "judge_claims.yaml")


async def judge(
    answer: str,
    claims: Sequence[Claim],
    evidence: Sequence[Evidence],
    *,
    question: str,
    model: LanguageModel,
    meter: Meter,
) -> Judged:
    """Return the claims, each with the judge's verdict. Raises ModelError when no model replied.

    A verdict that is missing or cannot be read is unsupported, and so is one whose quote is on no page. Claims
    beyond MAX_CLAIMS stay as they are.
    """
    asked = claims[:MAX_CLAIMS]
    inputs = {
        "passages": "\n\n".join(f"[{one.marker}] {one.company or ''}\n{one.text}" for one in evidence),
        "question": question,
        "answer": answer,
        "claims": "\n".join(f"{number}. {claim.text}" for number, claim in enumerate(asked, start=1)),
    }
    judgement = await model.propose(judge_prompt(), inputs, Judgement, meter=meter)
    said = {one.claim: one for one in reversed(judgement.claims)}
    settled = [_settled(claim, said.get(number), evidence) for number, claim in enumerate(asked, start=1)]
    fails = judgement.grade.strip().lower() == "fail"  # anything else is lenient
    return Judged((*settled, *claims[MAX_CLAIMS:]), "fail" if fails else "pass")


def _settled(claim: Claim, said: JudgedClaim | None, evidence: Sequence[Evidence]) -> Claim:
    verdict = _VERDICTS.get(said.verdict.strip().lower().rstrip(".")) if said else None
    if said is None or verdict is None:
        return _fallen(claim, "the judge gave no verdict that can be read")
    if verdict == "unsupported":
        return _fallen(claim, "judged: no page says so")
    markers = markers_of(claim.text)
    cited = [one for one in evidence if not markers or one.marker in markers]
    if not any(stands_in(said.quote, one.text) for one in cited):
        return _fallen(claim, "the judge's quote stands on no cited page")
    reason = (
        "judged by a language model from the quote" if verdict == "supported" else "judged: the page says otherwise"
    )
    basis: Basis | None = None if verdict == "supported" else "general_knowledge"
    return replace(claim, verdict=verdict, quote=said.quote.strip(), reason=reason, basis=basis, judged=True)


def _fallen(claim: Claim, reason: str) -> Claim:
    return replace(claim, verdict="unsupported", reason=reason, basis="general_knowledge", judged=True)


def stands_in(quote: str, text: str) -> bool:
    """Say whether the words stand in the text in this order, whatever the typography and line breaks."""
    wanted = plain(quote)
    return len(wanted) >= MIN_QUOTED and wanted in plain(text)


def plain(text: str) -> str:
    """Return a text without markers, emphasis, case and line breaks, to compare words by."""
    flat = _MARKUP.sub(" ", without_markers(text).translate(_TYPOGRAPHY))
    return " ".join(flat.lower().split()).strip(" .,;:\"'")

"""The judge as the writing nodes ask it: only for a model's own sentences that code could not settle, fail-open."""

from collections.abc import Mapping
from dataclasses import dataclass

from dragoman.assistants.mines.tools import MinesTools
from dragoman.assistants.mines.writing.check import TextCheck
from dragoman.domain.claim import Claim
from dragoman.graphs.advised import advised
from dragoman.graphs.path import TurnContext
from dragoman.grounding.judge import judge, plain


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """What the judge said; nothing where it was not asked or failed."""

    claims: tuple[Claim, ...] = ()
    is_weak: bool = False

    @property
    def by_text(self) -> Mapping[str, Claim]:
        """The claims by what they say, whatever their markers."""
        return {plain(claim.text): claim for claim in self.claims}


async def judged(
    text: str, check: TextCheck, *, tools: MinesTools, turn: TurnContext, node: str = "grade_answer"
) -> Settlement:
    """Ask the judge for the claims that code left open; nobody is asked where there are none."""
    asked = check.unsettled(text)
    if not asked:
        return Settlement()
    found = await advised(
        node,
        lambda model: judge(text, asked, check.carriers, question=check.question, model=model, meter=turn.meter),
        model=tools.adviser,
        turn=turn,
    )
    if found is None:  # these claims stay unchecked, and are shown as such
        return Settlement()
    return Settlement(
        claims=tuple(claim for claim in found.claims if claim.verdict != "unchecked"), is_weak=found.grade == "fail"
    )

"""Whether figures must be combined to answer an open question, as a model sees it once they are found."""

import re

from pydantic import BaseModel, ConfigDict

from dragoman.assistants.mines.advice.ask import proposed
from dragoman.assistants.mines.advice.figures import figures_in, listing
from dragoman.assistants.mines.compose.words import Words
from dragoman.assistants.mines.material import Material
from dragoman.assistants.mines.tools import MinesTools
from dragoman.domain.plan import Explain
from dragoman.graphs.path import TurnContext

PROMPT = "mines_aggregate"
NODE = "aggregate"
_ASKS_FOR_A_NUMBER = re.compile(
    r"how (?:much|many|far|fast)|%|\b(?:per ?cent\w*|rate|share|ratio|margin|averages?|total|sum|difference|times|"
    r"grew|grow\w*|compound|multiple|combined)\b",
    re.IGNORECASE,
)


class ArithmeticProposal(BaseModel):
    """The reply to the prompt."""

    model_config = ConfigDict(frozen=True)

    needs_calculation: bool


async def arithmetic_is_due(question: str, material: Material, *, tools: MinesTools, turn: TurnContext) -> bool:
    """Return what a model says of an open question; a plan with figures says itself what is computed.

    It sees the question and the figures that were found, in our own words: what a page or a news item says has no part
    in which tools are called. False where no model may be asked, where it failed, and where there are no two figures
    to combine; under the cascade also where the question has no word for a number.
    """
    is_open = any(isinstance(step, Explain) for step in material.plan.steps)
    if tools.adviser is None or not is_open:
        return False
    if tools.policy == "cascade" and not _ASKS_FOR_A_NUMBER.search(question):
        return False
    figures = figures_in(material, question, tools=tools, today=turn.reference_date)
    if len(figures) < 2:
        return False
    inputs = {"question": question, "figures": listing(figures, Words(tools.vocabulary))}
    proposal = await proposed(PROMPT, inputs, ArithmeticProposal, node=NODE, tools=tools, turn=turn)
    return proposal is not None and proposal.needs_calculation

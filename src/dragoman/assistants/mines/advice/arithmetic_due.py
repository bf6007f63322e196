"""Whether figures must be combined to answer an open question, as a model sees it once they are found."""

import re

from pydantic import BaseModel, ConfigDict

from dragoman.assistants.mines.advice.ask import proposed
from dragoman.assistants.mines.advice.numbers import numbers_of
from dragoman.assistants.mines.tools import MinesTools
from dragoman.domain.plan import Explain, Plan
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


async def arithmetic_is_due(question: str, context: str, plan: Plan, *, tools: MinesTools, turn: TurnContext) -> bool:
    """Return what a model says of an open question; a plan with figures says itself what is computed.

    False where no model may be asked, where it failed, and where there are no two numbers to combine; under the
    cascade also where the question has no word for a number.
    """
    is_open = any(isinstance(step, Explain) for step in plan.steps)
    if tools.adviser is None or not is_open or len(numbers_of([context])) < 2:
        return False
    if tools.policy == "cascade" and not _ASKS_FOR_A_NUMBER.search(question):
        return False
    inputs = {"question": question, "context": context}
    proposal = await proposed(PROMPT, inputs, ArithmeticProposal, node=NODE, tools=tools, turn=turn)
    return proposal is not None and proposal.needs_calculation

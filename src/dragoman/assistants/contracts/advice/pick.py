"""Sentences that answer in words no rule connects with the question: a model points at them, the page is quoted."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from pydantic import BaseModel, ConfigDict, Field

from dragoman.assistants.contracts.advice.ask import asked, prompts
from dragoman.assistants.contracts.advice.sheet import plain
from dragoman.assistants.contracts.choose import Found, weighed
from dragoman.assistants.contracts.compose import Draft, Scene, quoting
from dragoman.assistants.contracts.pointed import is_only_named
from dragoman.assistants.contracts.router import Reads
from dragoman.assistants.contracts.tools import ContractsTools
from dragoman.graphs.path import TurnContext

NODE = "generate"
PROMPT = "contracts_pick"
MIN_COVERAGE = 0.25  # of the question; a sentence that shares less with it is never pointed at, whoever says so
MAX_SHOWN = 30
MAX_LENGTH = 500  # characters of one sentence
MAX_PICKED = 3
PICKED = "No rule found a sentence that answers; a language model chose the one quoted, so see whether it does."


class Pick(BaseModel):
    """The reply to the prompt."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    numbers: list[int] = Field(default_factory=list, max_length=10)


async def picked(scene: Scene, *, tools: ContractsTools, turn: TurnContext) -> Draft:
    """Return the sentences a model points at, as an answer; an empty draft where it points at none."""
    if tools.adviser is None or is_only_named(scene.question.text):
        return Draft()
    ranked = weighed(scene.question, scene.agreement.clauses)
    shown = [one for one in ranked if one.coverage >= MIN_COVERAGE][:MAX_SHOWN]
    if not shown:
        return Draft()
    lines = _lines(shown, tools.reader, turn.reference_date)
    inputs = {"sentences": lines, "question": scene.asked.query}
    pick = await asked(
        NODE,
        lambda model: model.propose(prompts()[PROMPT], inputs, Pick, meter=turn.meter),
        tools=tools,
        turn=turn,
    )
    numbers = dict.fromkeys(pick.numbers if pick else ())
    found = [shown[number - 1] for number in numbers if 1 <= number <= len(shown)][:MAX_PICKED]
    return replace(quoting(found, scene), is_picked=True) if found else Draft()


def _lines(shown: Sequence[Found], reader: Reads, day: date) -> str:
    return "\n".join(
        f"{number}. {plain(one.sentence.text[:MAX_LENGTH], reader, day)}" for number, one in enumerate(shown, start=1)
    )

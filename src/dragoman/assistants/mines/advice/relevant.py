"""Which passages help, as a model sees them from previews; it can drop passages, never the tables of found figures."""

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict, Field

from dragoman.assistants.mines.advice.ask import proposed
from dragoman.assistants.mines.state import Json, RetrievalState
from dragoman.assistants.mines.tools import MinesTools
from dragoman.domain import wire
from dragoman.domain.plan import Explain, Plan
from dragoman.graphs.path import TurnContext
from dragoman.grounding.orders import without_orders

PROMPT = "mines_grade_docs"
PREVIEW = 500  # characters
_NO_OBJECTS = str.maketrans({"{": "(", "}": ")"})
MAX_SHOWN = 40  # passages; what comes after them was found to be farther away


class RelevantProposal(BaseModel):
    """The reply to the prompt: numbers of excerpts, from 1."""

    model_config = ConfigDict(frozen=True)

    indices: tuple[int, ...] = Field(max_length=200)


def may_grade(state: RetrievalState, docs: Sequence[Json], tools: MinesTools) -> bool:
    """Say whether a model is asked: about passages for open questions, and under the policy `model` for all."""
    if tools.adviser is None or not docs:
        return False
    is_open = any(isinstance(step, Explain) for step in wire.load(Plan, state["plan"]).steps)
    return is_open or tools.policy == "model"


async def relevant(
    state: RetrievalState, docs: Sequence[Json], *, tools: MinesTools, turn: TurnContext
) -> list[Json] | None:
    """Return the passages that a model finds relevant, in the order they came; None where it failed."""
    shown = docs[:MAX_SHOWN]
    excerpts = "\n\n".join(_preview(number, doc) for number, doc in enumerate(shown, start=1))
    inputs = {"question": state["query"], "excerpts": excerpts}
    proposal = await proposed(PROMPT, inputs, RelevantProposal, node="grade_docs", tools=tools, turn=turn)
    if proposal is None:
        return None
    chosen = set(proposal.indices)  # numbers of no excerpt choose nothing
    return [doc for number, doc in enumerate(shown, start=1) if number in chosen]


def _preview(number: int, doc: Json) -> str:
    """Show what a passage asserts: it has no say in which passages are kept, nor can it write the reply beforehand."""
    head = " · ".join(filter(None, (doc["company"], doc["period"], *doc["section"])))
    shown = f"{without_orders(head)}\n{without_orders(str(doc['text']))[:PREVIEW]}"
    return f"{number}. {shown.translate(_NO_OBJECTS)}"

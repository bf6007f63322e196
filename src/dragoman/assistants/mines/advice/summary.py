"""The summary of a long conversation in a model's words, taken only if it lost no name and brought no number."""

from collections.abc import Iterable, Sequence

from dragoman.assistants.mines.advice.ask import written
from dragoman.assistants.mines.advice.numbers import numbers_of
from dragoman.assistants.mines.state import Json
from dragoman.assistants.mines.tools import MinesTools
from dragoman.domain.interpretation import Interpretation
from dragoman.graphs.path import TurnContext

PROMPT = "mines_compress"
NODE = "compress_context"
MAX_SUMMARY = 1_200  # characters


async def summary_by_model(messages: Sequence[Json], *, tools: MinesTools, turn: TurnContext) -> str:
    """Return a checked summary; empty where no model is asked, it failed, or what it wrote does not hold.

    Only under the policy `model`: the extract loses nothing, and a question that needs no model should cost none.
    """
    if tools.adviser is None or tools.policy != "model":
        return ""
    said = [f"{message['role']}: {message['content']}" for message in messages]
    text = await written(PROMPT, {"conversation": "\n".join(said)}, node=NODE, tools=tools, turn=turn)
    text = " ".join(text.split())
    return text if _holds(text, said, tools, turn) else ""


def _holds(text: str, said: Sequence[str], tools: MinesTools, turn: TurnContext) -> bool:
    if not 0 < len(text) <= MAX_SUMMARY:
        return False

    def read(one: str) -> Interpretation:
        return tools.interpreter.interpret(one, reference_date=turn.reference_date)

    summary, before = read(text), [read(one) for one in said]
    for dimension in ("company", "metric"):
        if _names(before, dimension) - set(summary.names(dimension)):
            return False
    years = {label for seen in before for label in seen.period_labels()}
    if years != set(summary.period_labels()) or set(summary.names("company")) - _names(before, "company"):
        return False
    return numbers_of([text]) <= numbers_of(said)


def _names(read: Iterable[Interpretation], dimension: str) -> set[str]:
    return {name for seen in read for name in seen.names(dimension)}

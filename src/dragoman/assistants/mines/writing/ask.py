"""How a writing node asks a model for a text: fail-open, with the call on the turn's meter."""

from collections.abc import Mapping

from dragoman.assistants.mines.advice.ask import prompts
from dragoman.assistants.mines.tools import MinesTools
from dragoman.graphs.path import TurnContext


async def written(prompt: str, inputs: Mapping[str, str], *, node: str, tools: MinesTools, turn: TurnContext) -> str:
    """Return what a model writes; empty where none may be asked, or where asking failed: the node is degraded then.

    Nothing is shown while it is written: what was not checked yet is no answer.
    """
    if tools.adviser is None:
        return ""
    try:
        text = await tools.adviser.write(prompts()[prompt], inputs, meter=turn.meter)
    except Exception as failure:  # noqa: BLE001  reading fails open, with a visible mark
        turn.degrade(node, failure)
        return ""
    return text.strip()

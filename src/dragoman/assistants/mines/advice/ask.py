"""How a node asks a model: by the name of a prompt, fail-open, with the call on the turn's meter."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel

from dragoman.assistants.mines.tools import MinesTools
from dragoman.graphs.path import TurnContext
from dragoman.models.prompt import Prompt, load_prompts

T = TypeVar("T", bound=BaseModel)
_FOLDER = Path(__file__).parents[1] / "prompts"


@cache
def prompts() -> Mapping[str, Prompt]:
    """Return the prompts of this assistant by name."""
    return load_prompts(_FOLDER)


async def proposed(
    prompt: str, inputs: Mapping[str, str], output: type[T], *, node: str, tools: MinesTools, turn: TurnContext
) -> T | None:
    """Return what a model proposes. None where none may be asked, or where asking failed: the node is degraded then."""
    if tools.adviser is None:
        return None
    try:
        return await tools.adviser.propose(prompts()[prompt], inputs, output, meter=turn.meter)
    except Exception as failure:  # noqa: BLE001  reading fails open, with a visible mark
        turn.degrade(node, failure)
        return None

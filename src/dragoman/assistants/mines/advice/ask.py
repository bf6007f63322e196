"""How a node of this assistant asks a model: by the name of a prompt, for a typed proposal or for a text."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel

from dragoman.assistants.mines.tools import MinesTools
from dragoman.graphs.advised import advised
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
    """Return what a model proposes; None where none may be asked, or where asking failed."""
    return await advised(
        node,
        lambda model: model.propose(prompts()[prompt], inputs, output, meter=turn.meter),
        model=tools.adviser,
        turn=turn,
    )


async def written(prompt: str, inputs: Mapping[str, str], *, node: str, tools: MinesTools, turn: TurnContext) -> str:
    """Return what a model writes; empty where none may be asked, or where asking failed.

    Nothing is shown while it is written: what was not checked yet is no answer.
    """
    text = await advised(
        node,
        lambda model: model.write(prompts()[prompt], inputs, meter=turn.meter),
        model=tools.adviser,
        turn=turn,
    )
    return (text or "").strip()

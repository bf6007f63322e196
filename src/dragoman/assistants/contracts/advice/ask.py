"""How a node asks a model: by the name of a prompt, fail-open, with the call on the turn's meter."""

from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from pathlib import Path
from typing import TypeVar

from dragoman.assistants.contracts.tools import ContractsTools
from dragoman.graphs.advised import advised, went_without
from dragoman.graphs.path import TurnContext
from dragoman.models.language_model import LanguageModel
from dragoman.models.prompt import Prompt, load_prompts

T = TypeVar("T")
_FOLDER = Path(__file__).parents[1] / "prompts"
_BY_RULES = "is what rules found in the agreement's own words."


@cache
def prompts() -> Mapping[str, Prompt]:
    """Return the prompts of this assistant by name."""
    return load_prompts(_FOLDER)


async def asked(
    node: str, ask: Callable[[LanguageModel], Awaitable[T]], *, tools: ContractsTools, turn: TurnContext
) -> T | None:
    """Return what a model says; None where none may be asked, or where asking failed."""
    return await advised(node, ask, model=tools.adviser, turn=turn)


def warnings(turn: TurnContext) -> tuple[str, ...]:
    """Return the caveats of a turn that went on without its model or another part; nothing for a whole one."""
    return went_without(turn, model=f"This {_BY_RULES}", part=f"this {_BY_RULES}")

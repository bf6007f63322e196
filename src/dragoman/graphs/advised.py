"""The one way a node asks a model: it fails open, and whoever reads the answer sees that it did."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from dragoman.graphs.path import TurnContext
from dragoman.models.language_model import LanguageModel

T = TypeVar("T")


async def advised(
    node: str, ask: Callable[[LanguageModel], Awaitable[T]], *, model: LanguageModel | None, turn: TurnContext
) -> T | None:
    """Return what a model says. None where there is none to ask, or where asking failed: the node is degraded then.

    A node whose model failed once in a turn does not ask again: it would fail again, and somebody waits.
    """
    if model is None or node in turn.degraded:
        return None
    try:
        return await ask(model)
    except Exception as failure:  # noqa: BLE001  reading fails open, with a visible mark
        turn.degrade(node, failure)
        return None


def went_without(turn: TurnContext, *, model: str, part: str) -> tuple[str, ...]:
    """Return the caveats of a turn that went on without something: where and, of a model, why.

    `model` and `part` say what it means for the answer that a model, or another part, was left out.
    """
    said: tuple[str, ...] = ()
    if turn.unadvised:
        nodes, reasons = ", ".join(turn.unadvised), "; ".join(dict.fromkeys(turn.unadvised.values()))
        said = (f"A language model was of no use here ({nodes}): {reasons}. {model}",)
    if broken := dict.fromkeys(node for node in turn.degraded if node not in turn.unadvised):
        said += (f"A part failed and was left out ({', '.join(broken)}); {part}",)
    return said

"""Dragoman understands what a person asks, asks back when it is not sure, and answers only what the page supports.

    import dragoman

    with dragoman.open() as handle:
        print(handle.ask("What was BHP's FY2024 revenue?").text)

This file is the façade: names are imported when first used, and nothing inside the package imports it.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from dragoman.version import __version__

if TYPE_CHECKING:
    from dragoman.app.dragoman import Dragoman, Handle
    from dragoman.app.dragoman import open_dragoman as aopen
    from dragoman.app.dragoman import open_handle as open  # noqa: A004  # reads as dragoman.open
    from dragoman.assistants.contracts.decomposer import QueryDecomposer
    from dragoman.domain.answer import Answer
    from dragoman.errors import DragomanError
    from dragoman.grounding.ground import Grounder
    from dragoman.interpret.interpreter import Interpreter
    from dragoman.interpret.vocabulary import Vocabulary, load_vocabulary

_HOMES = {
    "Answer": ("dragoman.domain.answer", "Answer"),
    "Dragoman": ("dragoman.app.dragoman", "Dragoman"),
    "DragomanError": ("dragoman.errors", "DragomanError"),
    "Grounder": ("dragoman.grounding.ground", "Grounder"),
    "Handle": ("dragoman.app.dragoman", "Handle"),
    "Interpreter": ("dragoman.interpret.interpreter", "Interpreter"),
    "QueryDecomposer": ("dragoman.assistants.contracts.decomposer", "QueryDecomposer"),
    "Vocabulary": ("dragoman.interpret.vocabulary", "Vocabulary"),
    "aopen": ("dragoman.app.dragoman", "open_dragoman"),
    "load_vocabulary": ("dragoman.interpret.vocabulary", "load_vocabulary"),
    "open": ("dragoman.app.dragoman", "open_handle"),
}

__all__ = [
    "Answer",
    "Dragoman",
    "DragomanError",
    "Grounder",
    "Handle",
    "Interpreter",
    "QueryDecomposer",
    "Vocabulary",
    "__version__",
    "aopen",
    "load_vocabulary",
    "open",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'dragoman' has no attribute {name!r}")
    module, attribute = _HOMES[name]
    return getattr(import_module(module), attribute)

"""What levels work with; handed in, so that a test can hand in something else."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from dragoman.scenarios.assistant import Assistants
from dragoman.scenarios.tools.tool import Toolbox, ToolWorld

Json = dict[str, Any]


class Proposer(Protocol):
    """Says which scenario of the catalog is meant."""

    def propose(self, prompt: str, catalog: Sequence[Json]) -> Json:
        """Return a ClassifierEnvelope with options and a question for the case that a person is asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelWorld:
    """Tools, assistants and the classifier."""

    tools: Toolbox
    tool_world: ToolWorld
    proposer: Proposer
    assistants: Assistants = field(default_factory=dict)


class LevelFailure(Exception):  # noqa: N818  an outcome of a level; it ends in the result, not in a traceback
    """A level could not do its work; the text is for the person."""

    def __init__(self, reason: str, *, code: str = "failed", answer: str = "") -> None:
        super().__init__(reason)
        self.code = code
        self.answer = answer or reason


Output = Mapping[str, Any]

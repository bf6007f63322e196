"""What levels work with; handed in, so that a test can hand in something else."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from dragoman.decide.cascade import Policy
from dragoman.models.language_model import LanguageModel
from dragoman.scenarios.assistant import Assistants
from dragoman.scenarios.prompts.files import Prompts, packaged_prompts
from dragoman.scenarios.tools.tool import Toolbox, ToolWorld

Json = dict[str, Any]


class Proposer(Protocol):
    """Says which scenario of the catalog is meant."""

    def propose(self, prompt: str, catalog: Sequence[Json]) -> Json:
        """Return a ClassifierEnvelope with options and a question for the case that a person is asked."""


def _no_model() -> LanguageModel | None:
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelSource:
    """Where the models and prompts of levels come from, looked at when a job needs them."""

    model: Callable[[], LanguageModel | None] = _no_model
    policy: Policy = "cascade"
    prompts: Callable[[], Prompts] = packaged_prompts


@dataclass(frozen=True, slots=True, kw_only=True)
class Models:
    """What levels ask of language models: with which prompts, whom, and who decides."""

    model: LanguageModel | None = None
    policy: Policy = "cascade"
    prompts: Prompts = field(default_factory=packaged_prompts)

    @property
    def adviser(self) -> LanguageModel | None:
        """The model that may be asked; None where none is configured or the policy forbids every call."""
        return None if self.policy == "embedded" else self.model


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelWorld:
    """Tools, assistants, the classifier and the models."""

    tools: Toolbox
    tool_world: ToolWorld
    proposer: Proposer
    assistants: Assistants = field(default_factory=dict)
    models: Models = field(default_factory=Models)


class LevelFailure(Exception):  # noqa: N818  an outcome of a level; it ends in the result, not in a traceback
    """A level could not do its work; the text is for the person."""

    def __init__(self, reason: str, *, code: str = "failed", answer: str = "") -> None:
        super().__init__(reason)
        self.code = code
        self.answer = answer or reason


Output = Mapping[str, Any]

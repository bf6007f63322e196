"""What the nodes work with; handed in, so that each part can be replaced by one of your own."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol, Self

from dragoman.assistants.contracts.decomposer import Decomposes
from dragoman.assistants.contracts.judge import ContractJudge
from dragoman.assistants.contracts.library import Agreement
from dragoman.assistants.contracts.registry import ClauseIntentSpec
from dragoman.assistants.contracts.router import ContractsRouter, Reads
from dragoman.assistants.contracts.strategies import Searches
from dragoman.decide.cascade import Policy
from dragoman.memory.answer_cache import AnswerCache
from dragoman.models.language_model import LanguageModel


class Agreements(Protocol):
    """Gives agreements by their document; the library does."""

    def agreements(self) -> tuple[Agreement, ...]:
        """Return every agreement with its amendments."""

    def agreement(self, document_id: str) -> Agreement | None:
        """Return the agreement of that document."""

    def version(self) -> str:
        """Return a name of what is held now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractsTools:
    """Everything the graph needs of the layers below."""

    router: ContractsRouter
    decomposer: Decomposes
    registry: Mapping[str, ClauseIntentSpec]
    library: Agreements
    searches: Searches
    judge: ContractJudge
    reader: Reads  # knows how people talk to a machine
    memory: AnswerCache | None = None  # answers that were given before; None: nothing is remembered
    policy: Policy = "cascade"
    model: LanguageModel | None = None  # what is configured; nodes ask `adviser`

    @property
    def adviser(self) -> LanguageModel | None:
        """The model that may be asked; None where none is configured or the policy forbids every call."""
        return None if self.policy == "embedded" else self.model

    def under(self, policy: Policy | None) -> Self:
        """Return the same under the policy that a turn asks for; None leaves what is set."""
        return self if policy in (None, self.policy) else replace(self, policy=policy)

"""What the nodes work with; handed in, so that each part can be replaced by one of your own."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from dragoman.assistants.contracts.decomposer import Decomposes
from dragoman.assistants.contracts.judge import ContractJudge
from dragoman.assistants.contracts.library import Agreement
from dragoman.assistants.contracts.registry import ClauseIntentSpec
from dragoman.assistants.contracts.router import ContractsRouter
from dragoman.assistants.contracts.strategies import Searches


class Agreements(Protocol):
    """Gives agreements by their document; the library does."""

    def agreements(self) -> tuple[Agreement, ...]:
        """Return every agreement with its amendments."""

    def agreement(self, document_id: str) -> Agreement | None:
        """Return the agreement of that document."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractsTools:
    """Everything the graph needs of the layers below."""

    router: ContractsRouter
    decomposer: Decomposes
    registry: Mapping[str, ClauseIntentSpec]
    library: Agreements
    searches: Searches
    judge: ContractJudge

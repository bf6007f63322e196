"""What the nodes work with; handed in, so that a test can hand in something else."""

from dataclasses import dataclass, replace
from typing import Protocol, Self

from dragoman.assistants.mines.news import NewsSource
from dragoman.assistants.mines.router import MinesRouter, Reads
from dragoman.decide.cascade import Policy
from dragoman.documents.retrieve import Retriever
from dragoman.domain.document import Coverage
from dragoman.grounding.ground import Grounder
from dragoman.interpret.vocabulary import Vocabulary
from dragoman.memory.answer_cache import AnswerCache
from dragoman.models.language_model import LanguageModel


class CoverageReader(Protocol):
    """Reads what the index holds now."""

    def __call__(self) -> Coverage:
        """Return the present coverage."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MinesTools:
    """Everything the two graphs need of the layers below."""

    router: MinesRouter
    interpreter: Reads
    vocabulary: Vocabulary
    retriever: Retriever
    grounder: Grounder
    news: NewsSource
    coverage: CoverageReader
    memory: AnswerCache | None = None  # None: every answer is worked out anew, and none is kept
    policy: Policy = "cascade"  # who decides; answers of one policy are not those of another
    model: LanguageModel | None = None  # what is configured; nodes ask `adviser`

    @property
    def adviser(self) -> LanguageModel | None:
        """The model that may be asked; None where none is configured or the policy forbids every call."""
        return None if self.policy == "embedded" else self.model

    def under(self, policy: Policy | None) -> Self:
        """Return the same under the policy that a turn asks for; None leaves what is set."""
        return self if policy in (None, self.policy) else replace(self, policy=policy)

"""What the nodes work with; handed in, so that a test can hand in something else."""

from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from typing import Protocol

from dragoman.assistants.mines.news import NewsSource
from dragoman.assistants.mines.router import MinesRouter
from dragoman.assistants.mines.state import Json
from dragoman.documents.retrieve import Retriever
from dragoman.domain.document import Coverage
from dragoman.graphs.path import TurnContext
from dragoman.grounding.ground import Grounder
from dragoman.interpret.interpreter import Interpreter
from dragoman.interpret.vocabulary import Vocabulary
from dragoman.memory.answer_cache import AnswerCache


class CoverageReader(Protocol):
    """Reads what the index holds now."""

    def __call__(self) -> Coverage:
        """Return the present coverage."""


class Summarises(Protocol):
    """Writes what of a conversation must be kept: companies, metrics, fiscal years, conclusions."""

    def __call__(self, messages: Sequence[Json], turn: TurnContext) -> Awaitable[str]:
        """Return the summary of the older messages; empty, or an error, and all of them stay."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MinesTools:
    """Everything the two graphs need of the layers below."""

    router: MinesRouter
    interpreter: Interpreter
    vocabulary: Vocabulary
    retriever: Retriever
    grounder: Grounder
    news: NewsSource
    coverage: CoverageReader
    memory: AnswerCache | None = None  # None: every answer is worked out anew, and none is kept
    summarise: Summarises | None = None  # None: code extracts, word for word
    policy: str = "cascade"  # who decides; answers of one policy are not those of another

"""Reading questions and searching documents: all that needs no language model."""

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from dragoman import telemetry
from dragoman.app.contracts import ContractParts
from dragoman.app.own_vocabulary import OwnVocabulary, stamp_of
from dragoman.app.parts.state import StateParts
from dragoman.app.samples import fill
from dragoman.app.vocabularies import own_folder, own_vocabulary, project_vocabulary
from dragoman.assistants.mines.narrative.question import thesaurus
from dragoman.assistants.mines.printed import RowReader
from dragoman.assistants.mines.router import MinesRouter
from dragoman.documents.retrieve import Retriever
from dragoman.domain.document import Coverage
from dragoman.errors import DragomanError
from dragoman.grounding.ground import Grounder
from dragoman.interpret.intents import IntentSpec, load_intents
from dragoman.interpret.interpreter import Interpreter
from dragoman.interpret.vocabulary import Vocabulary
from dragoman.stores.corpus import CorpusStore

if TYPE_CHECKING:
    from dragoman.app.embedding import Embedding
    from dragoman.documents.meaning import ByMeaning
    from dragoman.models.embedder import Embedder

_MINES = Path(__file__).parents[2] / "assistants" / "mines"


class ReadingParts(StateParts):
    """Vocabulary, rules, index, search, embedder and router; each is built once, when first asked for."""

    _words_seen = ""  # the state of the own vocabulary's files that was read

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The packaged vocabulary, extended or replaced by the project's or the home's, or the named one."""
        self._words_seen = self._words_now()
        return project_vocabulary(self._vocabulary_name, self.project, self.settings.home)

    def see_changes(self) -> None:
        """Read the own vocabulary again where another process wrote it, as `dragoman ingest` does beside a server.

        Files that cannot be read, half a line in an editor, leave what was read before until they change again.
        What the index holds needs no such look: it is asked at each question.
        """
        if "vocabulary" not in vars(self) or self._words_now() == self._words_seen:
            return
        with self._preparing:
            before, self._words_seen = self.vocabulary, self._words_now()
            try:
                now = project_vocabulary(self._vocabulary_name, self.project, self.settings.home)
            except DragomanError as error:
                telemetry.record("degraded", node="vocabulary", error=error.code)
                return
            if now.version != before.version:
                self.renew_vocabulary()
                self.vocabulary = now

    def _words_now(self) -> str:
        folder = own_folder(self._vocabulary_name, self.project, self.settings.home)
        return stamp_of(folder) if folder else ""

    def own_vocabulary(self) -> OwnVocabulary:
        """Return where companies and words of one's own are written."""
        return own_vocabulary(self._vocabulary_name, self.project, self.settings.home)

    def renew_vocabulary(self) -> None:
        """Read the vocabulary again, and build anew what was built on it."""
        with self._preparing:
            for part in ("vocabulary", "interpreter", "reader", "router", "retriever", "grounder"):
                vars(self).pop(part, None)

    @cached_property
    def intents(self) -> tuple[IntentSpec, ...]:
        """The intents of the assistant and of the project."""
        intents = load_intents(_MINES / "intents")
        own = self.project and self.project.folder / "intents"
        return intents + load_intents(own) if own and own.is_dir() else intents

    @cached_property
    def interpreter(self) -> Interpreter:
        """The interpreter with every dimension."""
        return self.interpreter_for(None)

    def interpreter_for(self, dimensions: tuple[str, ...] | None) -> Interpreter:
        """Return an interpreter that knows only some dimensions; None means all."""
        return Interpreter(self.vocabulary, self.intents, dimensions=dimensions)

    @cached_property
    def corpus(self) -> CorpusStore:
        """The index, filled with the sample corpus on first use."""
        store = CorpusStore.open(self._private("corpus.db"))
        self._opened.callback(store.close)
        if self.project is None or self.project.spec.sample_corpus:
            fill(store, self.vocabulary, stamp=self._private("samples.stamp"), sink=self.sink)
        return store

    def prepare(self, assistant: str = "mines") -> None:
        """Do what takes long before the first answer: read the vocabulary and fill an empty home."""
        self.see_changes()
        with self._preparing:
            if assistant == "contracts":
                self.contracts.library.agreements()
                return
            self.router, self.retriever  # noqa: B018  # each part is built by looking at it

    @cached_property
    def retriever(self) -> Retriever:
        """Search over the index, agreements left out."""
        return Retriever(self.corpus, self.vocabulary, meaning=lambda: self.meaning, thesaurus=thesaurus())

    @property
    def embedder(self) -> "Embedder | None":
        """What turns texts into vectors; None where nothing was fetched or configured."""
        return self.embedding.embedder

    @cached_property
    def embedding(self) -> "Embedding":
        """The embedder, and why there is none; onnxruntime is loaded when this is first looked at."""
        from dragoman.app.embedding import find_embedding

        return find_embedding(self.settings)

    @cached_property
    def meaning(self) -> "ByMeaning | None":
        """Search by meaning over the index; None without an embedder."""
        return self.embedding.index(self.corpus.vectors)

    def embed_documents(self) -> int:
        """Make the vectors that are missing and return how many; none without an embedder. Raises EmbedderError."""
        return self.embedding.fill(self.corpus.vectors, self.sink)

    @cached_property
    def contracts(self) -> ContractParts:
        """What the contracts assistant is made of, over the agreements of the index."""
        folder = self.project.folder / "contract_intents" if self.project else None
        own_intents = folder if folder and folder.is_dir() else None
        return ContractParts.over(self.corpus, own_intents=own_intents, talk=load_intents(_MINES / "intents"))

    @cached_property
    def grounder(self) -> Grounder:
        """The checker of claims."""
        return Grounder(self.interpreter, self.vocabulary)

    def coverage(self) -> Coverage:
        """Return what the index holds now, companies in the order of the vocabulary."""
        self.see_changes()
        return self.corpus.coverage().ordered(self.vocabulary.companies)

    @cached_property
    def router(self) -> MinesRouter:
        """The router of the mines assistant; coverage is read from the index at each decision."""
        return MinesRouter(self.reader, self.vocabulary, self.coverage, covered=self.reader.covered)

    @cached_property
    def reader(self) -> RowReader:
        """Reads questions with the rows that reports print as further metrics."""
        return RowReader(self.interpreter, self.corpus)

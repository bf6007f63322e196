"""The mines assistant over the sample corpus, and doubles for what it stands on."""

from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from dragoman.assistants import mines
from dragoman.assistants.mines.assistant import MinesAssistant, with_agent
from dragoman.assistants.mines.graph import build_graph
from dragoman.assistants.mines.narrative.question import thesaurus
from dragoman.assistants.mines.news_sources.folder import FolderNews
from dragoman.assistants.mines.router import MinesRouter
from dragoman.assistants.mines.state import fresh_turn, message_of
from dragoman.assistants.mines.subgraph import build_subgraph
from dragoman.assistants.mines.tools import MinesTools
from dragoman.documents.ingest import IngestOptions, ingest
from dragoman.documents.retrieve import Retriever
from dragoman.domain import wire
from dragoman.domain.conversation import Turn
from dragoman.domain.event import Event
from dragoman.graphs.path import TurnContext
from dragoman.grounding.ground import Grounder
from dragoman.interpret.intents import load_intents
from dragoman.interpret.interpreter import Interpreter
from dragoman.interpret.vocabulary import load_vocabulary
from dragoman.stores.corpus import CorpusStore

FOLDER = Path(mines.__file__).parent


class Silence:
    """A sink that nobody listens to."""

    def emit(self, event: Event) -> None:
        pass


@pytest.fixture(scope="session")
def vocabulary():
    return load_vocabulary(FOLDER / "vocabulary")


@pytest.fixture(scope="session")
def tools(vocabulary, tmp_path_factory) -> MinesTools:
    interpreter = Interpreter(vocabulary, load_intents(FOLDER / "intents"))
    store = CorpusStore.open(tmp_path_factory.mktemp("mines") / "corpus.db")
    digests = [FOLDER / "corpus" / "digests"]
    ingest(digests, store=store, vocabulary=vocabulary, options=IngestOptions(), sink=Silence())
    return MinesTools(
        router=MinesRouter(interpreter, vocabulary, store.coverage),
        interpreter=interpreter,
        vocabulary=vocabulary,
        retriever=Retriever(store, vocabulary, thesaurus=thesaurus()),
        grounder=Grounder(interpreter, vocabulary),
        news=FolderNews(FOLDER / "corpus" / "news"),
        coverage=store.coverage,
    )


@pytest.fixture
async def assistant(tools):
    opened = await MinesAssistant.open(tools, None)
    yield opened
    await opened.aclose()


@pytest.fixture
def ask(assistant, today):
    """Ask one question, after earlier turns if there are any."""

    async def ask(text: str, *turns: Turn, thread: str = "t"):
        return await assistant.ask(text, thread=thread, turns=turns, reference_date=today)

    return ask


@dataclass
class Ran:
    """A finished run of the graph: its state and its path."""

    state: dict
    visits: tuple = ()

    @property
    def nodes(self) -> list[str]:
        return [visit.node for visit in self.visits]


@pytest.fixture
def run(tools, today):
    """Run the supervisor without a saver and return its whole state."""

    async def run(text: str, *turns: Turn, **other_tools) -> Ran:
        graph = build_graph(replace(tools, **other_tools))
        context = TurnContext(today)
        messages = [message_of(turn) for turn in (*turns, Turn("user", text))]
        state = await graph.ainvoke(fresh_turn(text, messages), context=context)
        return Ran(state, with_agent(context.path))

    return run


@pytest.fixture
def retrieve(tools, today):
    """Run the retrieval subgraph alone on a plan."""

    async def retrieve(plan, query: str = "", **other_tools) -> Ran:
        context = TurnContext(today)
        payload = {"query": query, "messages": [], "semantic_context": "", "plan": wire.dump(plan)}
        state = await build_subgraph(replace(tools, **other_tools)).ainvoke(payload, context=context)
        return Ran(state["retrieval_result"], context.path)

    return retrieve


@dataclass
class WatchedRetriever:
    """A retriever that keeps what it was asked; without an inner one it finds nothing."""

    inner: object = None
    foreign: tuple = ()  # passages it returns whatever the filter says
    searches: list = field(default_factory=list)
    lookups: list = field(default_factory=list)

    def facts(self, lookup):
        self.lookups.append(lookup)
        return self.inner.facts(lookup) if self.inner else ()

    def tables_on(self, document, page):
        return self.inner.tables_on(document, page) if self.inner else ()

    def search(self, text, **filters):
        self.searches.append({"text": text, **filters})
        return (*self.foreign, *(self.inner.search(text, **filters) if self.inner else ()))


@pytest.fixture
def watched(tools):
    return WatchedRetriever(tools.retriever)


@pytest.fixture
def empty_handed():
    return WatchedRetriever()

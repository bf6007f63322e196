"""The only place that picks concrete classes: each part is built once, when first asked for."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, AsyncExitStack, ExitStack, contextmanager
from datetime import date
from functools import cached_property
from pathlib import Path
from threading import RLock
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from dragoman.app.contracts import ContractParts
from dragoman.app.extras import needs_assistants
from dragoman.app.own_vocabulary import OwnVocabulary
from dragoman.app.project import Project, open_project
from dragoman.app.remembered import open_cache
from dragoman.app.samples import fill
from dragoman.app.settings import Settings, SystemClock
from dragoman.app.state import private_file, state_folder
from dragoman.app.vocabularies import own_vocabulary, project_vocabulary
from dragoman.assistants.mines.router import MinesRouter
from dragoman.decide.cascade import Policy
from dragoman.documents.retrieve import Retriever
from dragoman.domain.conversation import Turn
from dragoman.domain.document import Coverage
from dragoman.domain.event import EventSink
from dragoman.errors import Source
from dragoman.grounding.ground import Grounder
from dragoman.interpret.intents import IntentSpec, load_intents
from dragoman.interpret.interpreter import Interpreter
from dragoman.interpret.vocabulary import Vocabulary
from dragoman.jobs.errors import JobsInUseError
from dragoman.jobs.inprocess import InProcessBackend
from dragoman.memory.answer_cache import AnswerCache
from dragoman.stores.corpus import CorpusStore
from dragoman.stores.database import check_file, named_errors
from dragoman.stores.jobs import JobStore
from dragoman.stores.ownership import sole_owner
from dragoman.stores.threads import ThreadStore

if TYPE_CHECKING:
    from dragoman.app.classifier import Train
    from dragoman.app.embedding import Embedding
    from dragoman.app.models import ConfiguredModels
    from dragoman.app.news import NewsDesk
    from dragoman.app.tasks import TasksAssistant
    from dragoman.assistants.mines.tools import MinesTools
    from dragoman.documents.meaning import ByMeaning
    from dragoman.graphs.assistant import CheckpointedAssistant
    from dragoman.models.dispatch import Dispatcher
    from dragoman.models.embedder import Embedder
    from dragoman.models.language_model import LanguageModel
    from dragoman.scenarios.run.runner import ScenarioRunner
    from dragoman.scenarios.shop import Shop

_MINES = Path(__file__).parents[1] / "assistants" / "mines"


class Runtime:
    """Everything one process needs, for one project. Close it, or use it as a context manager."""

    def __init__(
        self,
        settings: Settings,
        *,
        project: Path | None = None,
        vocabulary: str | None = None,
        sink: EventSink | None = None,
        reference_date: date | None = None,
    ) -> None:
        self.settings = settings
        self.clock = SystemClock(reference_date or settings.reference_date)
        self.sink = sink
        self.project: Project | None = open_project(project) if project else None
        self._vocabulary_name = vocabulary
        self._opened = ExitStack()
        self._preparing = RLock()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close every store that was opened."""
        self._opened.close()

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The packaged vocabulary, extended or replaced by the project's or the home's, or the named one."""
        return project_vocabulary(self._vocabulary_name, self.project, self.settings.home)

    def own_vocabulary(self) -> OwnVocabulary:
        """Return where companies and words of one's own are written."""
        return own_vocabulary(self._vocabulary_name, self.project, self.settings.home)

    def renew_vocabulary(self) -> None:
        """Read the vocabulary again, and build anew what was built on it."""
        with self._preparing:
            for part in ("vocabulary", "interpreter", "router", "retriever", "grounder"):
                vars(self).pop(part, None)

    @cached_property
    def intents(self) -> tuple[IntentSpec, ...]:
        """The intents of the assistant and of the project."""
        intents = load_intents(_MINES / "intents")
        if self.project and (self.project.folder / "intents").is_dir():
            intents += load_intents(self.project.folder / "intents")
        return intents

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
        with self._preparing:
            if assistant == "contracts":
                self.contracts.library.agreements()
                return
            self.router  # noqa: B018  # each part is built by looking at it
            self.retriever  # noqa: B018  # as above

    @cached_property
    def threads(self) -> ThreadStore:
        """Threads and their turns."""
        store = ThreadStore(self._private("threads.db"))
        self._opened.callback(store.close)
        return store

    @cached_property
    def jobs(self) -> InProcessBackend:
        """Jobs and their events."""
        store = JobStore(self._private("jobs.db"), self.clock)
        self._opened.callback(store.close)
        return InProcessBackend(store)

    @contextmanager
    def sole_worker(self) -> Iterator[None]:
        """Be the one process that carries out the jobs kept here. Raises JobsInUseError."""
        with self.work_lock() as is_ours:
            if not is_ours:
                raise JobsInUseError(Source(str(self.state)))
            yield

    def work_lock(self) -> AbstractContextManager[bool]:
        """Try to be that process until the block ends; it is given whether one is."""
        return sole_owner(self._private("jobs.lock"))

    @cached_property
    def retriever(self) -> Retriever:
        """Search over the index, agreements left out."""
        return Retriever(self.corpus, self.vocabulary, meaning=lambda: self.meaning)

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
        return self.corpus.coverage().ordered(self.vocabulary.companies)

    @cached_property
    def router(self) -> MinesRouter:
        """The router of the mines assistant; coverage is read from the index at each decision."""
        return MinesRouter(self.interpreter, self.vocabulary, self.coverage)

    @property
    def policy(self) -> Policy:
        """Who decides."""
        return self.settings.policy

    @cached_property
    def configured_models(self) -> "ConfiguredModels | None":
        """What models.yaml or the environment say about language models; None where nothing is said.

        Raises SpecError, SettingsError.
        """
        from dragoman.app.models import configured_models

        return configured_models(self.settings, self.project.folder if self.project else None)

    @cached_property
    def language_model(self) -> "LanguageModel | None":
        """The language models behind their dispatch; None where none can be asked or the policy is embedded.

        Nothing is imported that talks to a model, and nothing connected, before the first call.
        """
        models = None if self.policy == "embedded" else self.configured_models
        if models is None or not models.usable:
            return None
        from dragoman.app.models import open_dispatcher

        return open_dispatcher(models, self.settings)

    async def close_models(self) -> None:
        """End the connections to language models, where there are any."""
        models: Dispatcher | None = vars(self).get("language_model")  # not built just to be closed
        if models:
            await models.aclose()

    def use_model(self, model: "LanguageModel | None") -> None:
        """Ask this model instead of what is configured, as evals do. Before anything is asked."""
        vars(self)["language_model"] = None if self.policy == "embedded" else model

    async def open_assistant(self, name: str = "mines", *, sink: EventSink | None = None) -> "CheckpointedAssistant":
        """Open an assistant with its checkpoints; `sink` hears of its nodes.

        Raises MissingExtraError without LangGraph.
        """
        checkpoints = self._private("checkpoints.db")
        with needs_assistants():
            from dragoman.assistants.contracts.assistant import ContractsAssistant
            from dragoman.assistants.mines.assistant import MinesAssistant
        if name == "contracts":
            memory = self.answer_cache if self.settings.memory.is_on else None
            tools = self.contracts.tools(self.language_model, self.policy, memory=memory)
            return await ContractsAssistant.open(tools, checkpoints, sink=sink)
        return await MinesAssistant.open(self.mines_tools(), checkpoints, sink=sink)

    def draw_assistant(self, name: str) -> dict[str, Any]:
        """Return the graph of an assistant as JSON types. Raises MissingExtraError without LangGraph."""
        with needs_assistants():
            from dragoman.app.drawing import draw_contracts, draw_mines
        return draw_contracts(self.contracts.tools()) if name == "contracts" else draw_mines(self.mines_tools())

    def mines_tools(self) -> "MinesTools":
        """Return what the nodes of the mines assistant work with. Raises MissingExtraError without LangGraph."""
        with needs_assistants():
            from dragoman.assistants.mines.tools import MinesTools
        return MinesTools(
            router=self.router,
            interpreter=self.interpreter,
            vocabulary=self.vocabulary,
            retriever=self.retriever,
            grounder=self.grounder,
            news=self.news().as_one(),
            coverage=self.coverage,
            memory=self.answer_cache if self.settings.memory.is_on else None,
            policy=self.policy,
            model=self.language_model,
        )

    async def advised_route(self, who: str, text: str, history: Sequence[Turn], day: date) -> dict[str, Any]:
        """Return what `dragoman route` prints, with a model asked where that is due. Raises MissingExtraError."""
        with needs_assistants():
            from dragoman.app.advised import advised_contract_record, advised_record
            from dragoman.app.task_route import advised_task_record
        if who == "tasks":
            return await advised_task_record(text, self.shop, history)
        if who == "contracts":
            tools = self.contracts.tools(self.language_model, self.policy)
            return await advised_contract_record(tools, text, history=history, day=day)
        return await advised_record(self.mines_tools(), text, history=history, day=day)

    @cached_property
    def answer_cache(self) -> AnswerCache:
        """Answers that were given before; also there to be looked at while nothing is remembered."""
        return self._opened.enter_context(open_cache(self._private("memory.db"), self))

    async def open_tasks(self, *, sink: EventSink | None = None) -> "TasksAssistant":
        """Open the tasks assistant, with the assistants that scenarios can ask. Raises MissingExtraError."""
        opened, turns = AsyncExitStack(), dict[str, tuple[Turn, ...]]()
        self.shop  # noqa: B018  says first what is missing
        from dragoman.app.tasks import TasksAssistant, asked_on

        runner = await self.open_runner(
            opened,
            turns=lambda thread: turns.get(thread or "", ()),
            today=lambda: asked_on.get() or self.clock.today(),
        )
        return TasksAssistant(runner, opened, turns, sink=sink or self.sink)

    async def open_runner(
        self,
        opened: AsyncExitStack,
        *,
        turns: "Callable[[str | None], Sequence[Turn]]",
        today: "Callable[[], date] | None" = None,
    ) -> "ScenarioRunner":
        """Open the runner of jobs; `opened` closes it, `turns` has the talk. Raises SpecError, MissingExtraError."""
        shop = self.shop
        from dragoman.scenarios.run.listening import JobSink
        from dragoman.scenarios.run.runner import ScenarioRunner, Surroundings

        assistants = {}
        for name in ("mines", "contracts"):
            assistants[name] = await self.open_assistant(name, sink=JobSink())
            opened.push_async_callback(assistants[name].aclose)
        surroundings = Surroundings(
            today=today or self.clock.today,
            default=self.settings.default_scenario,
            turns=turns,
            assistants=assistants,
        )
        return await opened.enter_async_context(ScenarioRunner.open(shop, self._private("scenarios.db"), surroundings))

    @cached_property
    def shop(self) -> "Shop":
        """The scenarios: those that ship, and those of the project beside them. Raises SpecError, MissingExtraError."""
        with needs_assistants():
            from dragoman.app.shop import open_shop
        return open_shop(self, _train)

    def draw_scenario(self, name: str) -> dict[str, Any]:
        """Return the graph of a scenario as JSON types. Raises KeyError, SpecError, MissingExtraError."""
        spec = self.shop.scenarios[name]
        from dragoman.scenarios.draw import graph_record

        return graph_record(spec)

    def route_task(self, text: str) -> dict[str, Any]:
        """Return where the classifier would send a prompt, as JSON types. Raises EmptyInputError, MissingExtraError."""
        shop = self.shop
        from dragoman.app.task_route import task_route_record

        return task_route_record(text, shop)

    def checkpoint_errors(self) -> AbstractContextManager[None]:
        """Name faults of the file of waiting questions while it is used."""
        return named_errors(Source(str(self.state / "checkpoints.db")))

    def check_questions(self) -> None:
        """Look whether the file of waiting questions is whole. Raises StoreError."""
        check_file(self._private("checkpoints.db"))

    def news(self, *, always_ask: bool = False) -> "NewsDesk":
        """Return the configured sources of news; `always_ask` asks for what is new enough. Raises SpecError."""
        with needs_assistants():
            from dragoman.app.news import NewsPlace, open_desk
        place = NewsPlace(
            folder=self.project.folder if self.project else None, home=self.settings.home, copies=self.state / "feeds"
        )
        return open_desk(place, self.settings, self.vocabulary, self.clock, always_ask=always_ask)

    def _private(self, name: str) -> Path:
        return private_file(self.state, name)

    @cached_property
    def state(self) -> Path:
        """The folder of the state. Raises StoreError when it cannot be made."""
        return state_folder(self.settings.home, self.project.key if self.project else None)


def _train() -> "Train | None":
    try:
        from dragoman.classify.train import train
    except ModuleNotFoundError:
        return None
    return train

"""The only place that picks concrete classes, with `parts/`: each part is built once, when first asked for."""

from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Any

from dragoman.app.extras import needs_assistants
from dragoman.app.parts.models import ModelParts
from dragoman.domain.conversation import Turn
from dragoman.domain.event import EventSink

if TYPE_CHECKING:
    from dragoman.app.classifier import Train
    from dragoman.app.tasks import TasksAssistant
    from dragoman.assistants.mines.tools import MinesTools
    from dragoman.graphs.assistant import CheckpointedAssistant
    from dragoman.scenarios.run.runner import ScenarioRunner
    from dragoman.scenarios.shop import Shop


class Runtime(ModelParts):
    """Everything one process needs, for one project: its parts, and on them the assistants and scenarios.

    Close it, or use it as a context manager.
    """

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
            interpreter=self.reader,
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


def _train() -> "Train | None":
    try:
        from dragoman.classify.train import train
    except ModuleNotFoundError:
        return None
    return train

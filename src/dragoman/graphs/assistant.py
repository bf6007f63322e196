"""What every assistant does around its graph: a turn in, an answer or a question back out."""

from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any, Self

from dragoman.domain import wire
from dragoman.domain.answer import Answer, NodeVisit, OpenQuestion
from dragoman.domain.conversation import Turn
from dragoman.domain.decision import Option
from dragoman.domain.event import EventSink
from dragoman.errors import UnknownNameError
from dragoman.graphs.asking import asked_by
from dragoman.graphs.path import TurnContext
from dragoman.graphs.run import Graph, Pause, Run, resume, start, waiting
from dragoman.graphs.saver import Saver, open_saver, prune
from dragoman.models.meter import Meter


class CheckpointedAssistant:
    """Runs a graph for one turn at a time of any number of threads.

    The graph's state ends with `answer`, a whole Answer as JSON; while it waits it holds `decision`, and the
    interrupt's payload is {id, question, options}.
    """

    def __init__(
        self,
        graph: Graph,
        saver: Saver,
        *,
        begin: Callable[[str, Sequence[Turn]], dict[str, Any]],
        told: Callable[[Sequence[NodeVisit]], tuple[NodeVisit, ...]] = tuple,
        warn: Callable[[TurnContext], tuple[str, ...]] = lambda _turn: (),
        sink: EventSink | None = None,
    ) -> None:
        """`begin` gives the state a turn starts with, `told` the path as the answer tells it.

        `warn` gives the caveats of a turn that stops for a question; the graph says those of an answer itself.
        """
        self._graph = graph
        self._saver = saver
        self._begin = begin
        self._told = told
        self._warn = warn
        self._sink = sink
        self._opened = AsyncExitStack()

    @classmethod
    async def open_over(cls, checkpoints: Path | None, make: Callable[[Saver], Self]) -> Self:
        """Open an assistant over a file of checkpoints; None keeps them in memory. Close it with `aclose`."""
        stack = AsyncExitStack()
        assistant = make(await stack.enter_async_context(open_saver(checkpoints)))
        assistant._opened = stack  # noqa: SLF001 (its own class)
        return assistant

    async def aclose(self) -> None:
        """Close the checkpoints."""
        await self._opened.aclose()

    async def ask(
        self,
        text: str,
        *,
        thread: str = "alone",
        turns: Sequence[Turn] = (),
        reference_date: date,
        meter: Meter | None = None,
    ) -> Answer:
        """Answer a question; `turns` are those before it, oldest first.

        A question of the thread that still waits is dropped: a new question is a new question.
        `meter` counts what models take, for who wants to know it also where no answer comes.
        """
        turn = self._turn(reference_date, meter)
        run = await start(self._graph, self._begin(text, turns), thread=thread, turn=turn)
        return await self._answer(run, thread, turn)

    async def resume(
        self,
        thread: str,
        question: OpenQuestion | str,
        reply: str,
        *,
        reference_date: date,
        meter: Meter | None = None,
    ) -> Answer:
        """Finish the turn that waits for the reply to this question.

        The question is named by the id it was asked with, or given whole: who numbers questions anew over a
        whole conversation is understood by what was asked.
        Raises UnknownNameError when the thread does not wait for it (any more).
        """
        pause = _asked(question, await waiting(self._graph, thread))
        turn = self._turn(reference_date, meter)
        run = await resume(self._graph, pause.interrupt, reply, thread=thread, turn=turn)
        return await self._answer(run, thread, turn)

    async def question(self, thread: str) -> OpenQuestion | None:
        """Return the question that waits in the thread, also after a restart."""
        pauses = await waiting(self._graph, thread)
        return _question(pauses[0]) if pauses else None

    def _turn(self, reference_date: date, meter: Meter | None) -> TurnContext:
        return TurnContext(reference_date, self._sink, meter=meter or Meter(), asker=asked_by.get())

    async def _answer(self, run: Run, thread: str, turn: TurnContext) -> Answer:
        path = self._told(turn.path)
        if run.pause:
            question = _question(run.pause)
            said = Answer(text=question.question, outcome="clarification", question=question, caveats=self._warn(turn))
            return replace(said, thread=thread, decision=run.values["decision"], path=path, cost=turn.meter.cost)
        await prune(self._saver, thread)
        return replace(wire.load(Answer, run.values["answer"]), thread=thread, path=path, cost=turn.meter.cost)


def _asked(question: OpenQuestion | str, pauses: Sequence[Pause]) -> Pause:
    for pause in pauses:
        if isinstance(question, str):
            is_meant = question == pause.payload["id"]
        else:
            is_meant = replace(question, id="") == replace(_question(pause), id="")
        if is_meant:
            return pause
    name = question if isinstance(question, str) else question.id
    raise UnknownNameError("question that waits", name, (str(pause.payload["id"]) for pause in pauses))


def _question(pause: Pause) -> OpenQuestion:
    payload = pause.payload
    options = tuple(Option(value=option["value"], text=option["text"]) for option in payload["options"])
    return OpenQuestion(id=str(payload["id"]), question=str(payload["question"]), options=options)

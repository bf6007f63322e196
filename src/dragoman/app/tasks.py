"""The tasks assistant: a person's words as a job of the scenarios, and its outcome as an answer."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from dragoman.app.task_answer import finished_answer, open_question
from dragoman.domain.answer import Answer, NodeVisit, OpenQuestion
from dragoman.domain.conversation import Turn
from dragoman.domain.event import Event, EventSink
from dragoman.domain.outcome import Failed, Finished, Outcome, Waiting
from dragoman.errors import DragomanError, UnknownNameError
from dragoman.scenarios.run.listening import Emit
from dragoman.scenarios.run.runner import ScenarioRunner

Json = dict[str, Any]
asked_on: ContextVar[date | None] = ContextVar("dragoman_asked_on", default=None)  # the day a question counts from


class TaskFailedError(DragomanError):
    """A task could not be begun: what it names does not exist."""

    code = "task-failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskEnvelope:
    """One turn as a job: nothing pinned, so the classifier says where it goes."""

    prompt: str
    thread: str | None
    metadata: Mapping[str, Any] = field(default_factory=lambda: {"kind": "task"})
    chain_path: tuple[str, ...] = ()


class TasksAssistant:
    """Runs one job per turn, with the methods that the other assistants have."""

    def __init__(
        self,
        runner: ScenarioRunner,
        opened: AsyncExitStack,
        turns: dict[str, tuple[Turn, ...]],
        *,
        sink: EventSink | None = None,
    ) -> None:
        """Take a runner, what closes it, and the turns it looks up: they are filled in before each job."""
        self._runner = runner
        self._sink = sink
        self._opened = opened
        self._turns = turns

    async def aclose(self) -> None:
        """Close the checkpoints and what was opened with it."""
        await self._opened.aclose()

    async def ask(
        self,
        text: str,
        *,
        thread: str = "alone",
        turns: Sequence[Turn] = (),
        reference_date: date,
        scenario: str | None = None,
    ) -> Answer:
        """Begin a job with these words. A job of the thread that still waited is dropped.

        A scenario that is named is run without routing; one that does not exist fails the job.
        """
        await self._runner.forget(thread)
        self._turns[thread] = tuple(turns)
        visits: list[NodeVisit] = []
        envelope = TaskEnvelope(prompt=text, thread=thread, metadata={"kind": "task", "scenario_id": scenario})
        with _asked_on(reference_date):
            outcome = await self._runner.start(envelope, thread, self._keeping(visits))
        return await self._answer(outcome, thread, visits)

    async def resume(self, thread: str, question: OpenQuestion | str, reply: str, *, reference_date: date) -> Answer:
        """Go on with the reply. Raises UnknownNameError when the thread does not wait for it."""
        waits = await self._runner.question(thread)
        name = question if isinstance(question, str) else question.question
        if waits is None or name not in (waits.id, waits.text):
            raise UnknownNameError("question that waits", name, [waits.id] if waits else [])
        visits: list[NodeVisit] = []
        envelope = TaskEnvelope(prompt="", thread=thread)
        with _asked_on(reference_date):
            outcome = await self._runner.resume(envelope, thread, waits.id, reply, self._keeping(visits))
        return await self._answer(outcome, thread, visits)

    async def question(self, thread: str) -> OpenQuestion | None:
        """Return the question that waits in the thread, also after a restart."""
        waits = await self._runner.question(thread)
        return open_question(waits) if waits else None

    async def _answer(self, outcome: Outcome, thread: str, visits: Sequence[NodeVisit]) -> Answer:
        match outcome:
            case Waiting(question=question):
                said = Answer(text=question.text, outcome="clarification", question=open_question(question))
                said = replace(said, decision=await self._runner.decision(thread))
            case Finished(result=result):
                said = finished_answer(result)
                await self._runner.forget(thread)
            case Failed(message=message, remedy=remedy):
                raise TaskFailedError(message, remedy=remedy)
        return replace(said, thread=thread, path=(*visits, *said.path))

    def _keeping(self, visits: list[NodeVisit]) -> Emit:
        """Return what takes the events of a job: to whoever listens, and levels into the path."""

        def keep(name: str, values: Mapping[str, Any]) -> None:
            if self._sink:
                self._sink.emit(Event(name=name, values=values))
            if name == "level.done":
                node = f"{values['scenario']}.{values['level']}"
                milliseconds = float(values["milliseconds"])
                visits.append(NodeVisit(node=node, summary=f"to {values['to']}", milliseconds=milliseconds))

        return keep


@contextmanager
def _asked_on(day: date) -> Iterator[None]:
    token = asked_on.set(day)
    try:
        yield
    finally:
        asked_on.reset(token)

"""Where jobs go: to the scenarios, unless an assistant is asked by its name."""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from datetime import date

from dragoman.app.chat_runner import ChatRunner, JobSink
from dragoman.app.desk import Desk
from dragoman.app.runtime import Runtime
from dragoman.app.task_runner import TaskRunner
from dragoman.domain.asker import Asker
from dragoman.errors import DragomanError
from dragoman.graphs.asking import asking
from dragoman.jobs.envelope import Envelope
from dragoman.jobs.runner import Emit, OpenRunner, Outcome, Runner

DIRECT = ("mines", "contracts")


class FrontDoor:
    """Gives each job to whoever carries it out."""

    def __init__(self, *, direct: Runner, tasks: Runner) -> None:
        """Take what asks an assistant, and the scenarios."""
        self._direct = direct
        self._tasks = tasks

    async def start(self, envelope: Envelope, job: str, emit: Emit) -> Outcome:
        """Begin the job."""
        with asking(_asker(envelope)):
            return await self._runner_of(envelope).start(envelope, job, emit)

    async def resume(self, envelope: Envelope, job: str, question_id: str, reply: object, emit: Emit) -> Outcome:
        """Go on with the reply."""
        with asking(_asker(envelope)):
            return await self._runner_of(envelope).resume(envelope, job, question_id, reply, emit)

    def _runner_of(self, envelope: Envelope) -> Runner:
        about = envelope.metadata
        if about.answers:  # what was asked in a terminal is finished by the assistant that asked it
            return self._direct
        is_pinned = about.scenario_id or about.intent_route
        return self._direct if about.assistant in DIRECT and not is_pinned else self._tasks


def _asker(envelope: Envelope) -> Asker:
    return Asker(tenant=envelope.metadata.tenant, wants_fresh=envelope.metadata.fresh, policy=envelope.metadata.policy)


def warm(runtime: Runtime) -> None:
    """Load what the first message would wait for. What cannot be loaded is said by the job that needs it."""
    with suppress(DragomanError):
        runtime.shop.refresh()
        for name in DIRECT:
            runtime.prepare(name)
            runtime.draw_assistant(name)  # brings in LangGraph and builds the graph once


def job_runners(runtime: Runtime, today: Callable[[], date]) -> OpenRunner:
    """Return what opens a runner for each worker, with checkpoints on the worker's own event loop."""

    @asynccontextmanager
    async def open_runner() -> AsyncIterator[FrontDoor]:
        sink = JobSink()
        desk = Desk(runtime, sink=sink)
        tasks = TaskRunner(runtime, desk, today)
        async with AsyncExitStack() as opened:
            opened.push_async_callback(runtime.close_models)  # those of this event loop
            opened.push_async_callback(desk.aclose)
            opened.push_async_callback(tasks.aclose)
            yield FrontDoor(direct=ChatRunner(desk, sink, today), tasks=tasks)

    return open_runner

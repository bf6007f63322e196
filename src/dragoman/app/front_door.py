"""Where jobs go: to the scenarios, unless an assistant is asked by its name."""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import date

from dragoman.app.chat_runner import ChatRunner, JobSink
from dragoman.app.desk import Desk
from dragoman.app.runtime import Runtime
from dragoman.app.task_runner import TaskRunner
from dragoman.jobs.envelope import Envelope
from dragoman.jobs.runner import Emit, OpenRunner, Outcome, Runner

DIRECT = "mines"


class FrontDoor:
    """Gives each job to whoever carries it out."""

    def __init__(self, *, direct: Runner, tasks: TaskRunner, from_terminal: Runner) -> None:
        """Take the mines assistant, the scenarios, and what finishes turns that a scenario began in a terminal."""
        self._direct = direct
        self._tasks = tasks
        self._from_terminal = from_terminal

    async def start(self, envelope: Envelope, job: str, emit: Emit) -> Outcome:
        """Begin the job."""
        return await (await self._runner_of(envelope)).start(envelope, job, emit)

    async def resume(self, envelope: Envelope, job: str, question_id: str, reply: object, emit: Emit) -> Outcome:
        """Go on with the reply."""
        return await (await self._runner_of(envelope)).resume(envelope, job, question_id, reply, emit)

    async def _runner_of(self, envelope: Envelope) -> Runner:
        about = envelope.metadata
        if about.answers:
            is_task = await self._tasks.has_asked(envelope.thread or "", about.answers)
            return self._from_terminal if is_task else self._direct
        is_pinned = about.scenario_id or about.intent_route
        return self._direct if about.assistant == DIRECT and not is_pinned else self._tasks


def job_runners(runtime: Runtime, today: Callable[[], date]) -> OpenRunner:
    """Return what opens a runner for each worker, with checkpoints on the worker's own event loop."""

    @asynccontextmanager
    async def open_runner() -> AsyncIterator[FrontDoor]:
        sinks = JobSink(), JobSink()
        desk = Desk(runtime, sink=sinks[0])
        tasks_desk = Desk(runtime, assistant="tasks", sink=sinks[1])
        tasks = TaskRunner(runtime, desk, today)
        async with AsyncExitStack() as opened:
            for part in (desk, tasks_desk, tasks):
                opened.push_async_callback(part.aclose)
            yield FrontDoor(
                direct=ChatRunner(desk, sinks[0], today),
                tasks=tasks,
                from_terminal=ChatRunner(tasks_desk, sinks[1], today),
            )

    return open_runner

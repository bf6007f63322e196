"""The page's server with a runner whose pace the tests set: real answers, and tasks that wait to be told to go on."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from threading import Event, Thread

import uvicorn
from fastapi import FastAPI

from dragoman.app.chat_runner import ChatRunner, JobSink
from dragoman.app.desk import Desk
from dragoman.app.runtime import Runtime
from dragoman.domain.decision import Option
from dragoman.jobs.envelope import Envelope
from dragoman.jobs.job import Question
from dragoman.jobs.runner import Emit, Failed, Finished, Outcome, Waiting

PATIENCE = 30  # seconds


@dataclass
class Pace:
    """What the tests and the runner tell each other."""

    begun: Event = field(default_factory=Event)  # a paced job has done its first step
    go_on: Event = field(default_factory=Event)

    def reset(self) -> None:
        self.begun.clear()
        self.go_on.clear()

    async def wait(self) -> None:
        self.begun.set()
        await asyncio.to_thread(self.go_on.wait, PATIENCE)


class ScriptedRunner:
    """Answers as the desk does, but "Slowly" waits half-way, "Fail" fails, and a job with a scenario is a task."""

    def __init__(self, chat: ChatRunner, pace: Pace) -> None:
        self._chat = chat
        self._pace = pace

    async def start(self, envelope: Envelope, job: str, emit: Emit) -> Outcome:
        if envelope.prompt.startswith("Fail"):
            return Failed("store", "the index cannot be read", "Run: dragoman doctor")
        if envelope.metadata.scenario_id:
            return await self._begin_task(emit)
        if envelope.prompt.startswith("Slowly"):
            emit("node.started", {"node": "retrieve_company"})
            await self._pace.wait()
        return await self._chat.start(envelope, job, emit)

    async def resume(self, envelope: Envelope, job: str, question_id: str, reply: object, emit: Emit) -> Outcome:
        if not envelope.metadata.scenario_id:
            return await self._chat.resume(envelope, job, question_id, reply, emit)
        if reply != "approve":
            return Finished({"text": "Nothing was written."})
        emit("level.started", {"level": "write_files"})
        emit("level.done", {"level": "write_files"})
        return Finished({"text": "Two files were written.", "files": ["site/index.html", "site/<b>style</b>.css"]})

    async def _begin_task(self, emit: Emit) -> Outcome:
        emit("level.started", {"level": "make_plan"})
        emit("level.done", {"level": "make_plan"})
        choices = (Option(value="approve", text="Write them"), Option(value="reject", text="Write nothing"))
        return Waiting(Question(id="q-1", kind="approve", text="Write two files into site/?", options=choices))


def scripted_runners(runtime: Runtime, pace: Pace):
    @asynccontextmanager
    async def open_runner() -> AsyncIterator[ScriptedRunner]:
        sink = JobSink()
        desk = Desk(runtime, sink=sink)
        try:
            yield ScriptedRunner(ChatRunner(desk, sink, runtime.clock.today), pace)
        finally:
            await desk.aclose()

    return open_runner


class Listener:
    """The application on one port of this machine; it can be stopped and started again there."""

    def __init__(self, app: FastAPI) -> None:
        self._app = app
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def start(self) -> None:
        config = uvicorn.Config(self._app, port=self.port, log_level="critical", timeout_graceful_shutdown=0)
        self._server = uvicorn.Server(config)
        self._thread = Thread(target=self._server.run, daemon=True)
        self._thread.start()
        while not self._server.started:
            self._thread.join(0.02)

    def stop(self) -> None:
        self._server.should_exit = self._server.force_exit = True
        self._thread.join(PATIENCE)

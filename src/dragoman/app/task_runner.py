"""A turn as a job of the scenarios: the runner works, this keeps the thread's side of it."""

from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import date
from time import perf_counter
from typing import TYPE_CHECKING, Any

from dragoman.app.desk import INTERRUPT, Desk, given_by
from dragoman.app.records import answer_record
from dragoman.app.runtime import Runtime
from dragoman.app.task_answer import finished_answer, open_question, task_of
from dragoman.domain.answer import Answer, NodeVisit
from dragoman.domain.conversation import Turn
from dragoman.domain.outcome import Failed, Finished, Outcome, Waiting
from dragoman.jobs.envelope import Envelope
from dragoman.jobs.job import ENDED
from dragoman.jobs.runner import Emit

if TYPE_CHECKING:
    from dragoman.scenarios.run.runner import ScenarioRunner

Json = dict[str, Any]
PASSED_ON = frozenset(
    [
        "node.started",
        "node.done",
        "level.started",
        "item.done",
        "level.done",
        "scenario.started",
        "scenario_chained",
        "degraded",
    ]
)


class TaskRunner:
    """Carries out one job at a time.

    The job's turn is stored once, and so is each of its questions, however often a part of the job begins anew.
    """

    def __init__(self, runtime: Runtime, desk: Desk, today: Callable[[], date]) -> None:
        self._runtime = runtime
        self._desk = desk
        self._today = today
        self._opened = AsyncExitStack()
        self._runner: ScenarioRunner | None = None
        self._version = ""  # of the vocabulary it was opened with
        self._turns: tuple[Turn, ...] = ()  # those before the job's own

    async def aclose(self) -> None:
        """Close the checkpoints."""
        await self._opened.aclose()

    async def start(self, envelope: Envelope, job: str, emit: Emit) -> Outcome:
        """Run the scenario that fits, or go on where an earlier attempt was stopped."""
        turn = self._desk.begin(envelope.prompt, thread=envelope.thread, history=envelope.history, job=job)
        stored = self._desk.stored_answer(turn.thread, turn.number)
        if stored and not stored.question:
            return _finished(stored, job)
        run = TurnRun(self._desk, turn.thread, turn.number, job, stored)
        self._turns = turn.turns
        runner = await self._open()
        return await run.keep(runner, await runner.start(envelope, job, run.listening(emit)))

    async def resume(self, envelope: Envelope, job: str, question_id: str, reply: object, emit: Emit) -> Outcome:
        """Go on with the reply. One that was taken before a crash only lets the job go on where it stood."""
        thread = envelope.thread or ""
        _, number = self._desk.bind(thread, question_id, _words(reply))
        stored = self._desk.answer_of(thread, number)
        if not stored.question:
            return _finished(stored, job)
        run = TurnRun(self._desk, thread, number, job, stored)
        runner = await self._open()
        waits = await runner.question(job)
        pause = stored.decision.get(INTERRUPT)
        if waits and waits.id == pause and stored.question.id == question_id:
            outcome = await runner.resume(envelope, job, waits.id, reply, run.listening(emit))
        else:
            outcome = await runner.start(envelope, job, run.listening(emit))
        return await run.keep(runner, outcome)

    async def _open(self) -> "ScenarioRunner":
        """Open the runner with the first job that needs it: a part that is missing is that job's failure.

        It is opened anew when there are new names: the assistants in it read with those they were opened with.
        """
        self._runtime.see_changes()
        if self._version != self._runtime.vocabulary.version:
            self._runner, self._version = None, self._runtime.vocabulary.version
            await self._opened.aclose()
        if self._runner is None:
            self._runner = await self._runtime.open_runner(
                self._opened, turns=lambda _thread: self._turns, today=self._today
            )
            await self._runner.forget_all(self._is_over)
        return self._runner

    def _is_over(self, job: str) -> bool:
        """Tell whether this is a job that ended or was forgotten; what runs in a terminal goes by its thread."""
        row = self._runtime.jobs.store.job(job)
        return job.startswith("j-") and (row is None or row.status in ENDED)


class TurnRun:
    """One attempt at a part of a job, as its thread sees it."""

    def __init__(self, desk: Desk, thread: str, number: int, job: str, stored: Answer | None) -> None:
        self._desk = desk
        self._thread = thread
        self._number = number
        self._job = job
        self._began = perf_counter()
        self._path = list(stored.path) if stored else []

    def listening(self, emit: Emit) -> Emit:
        """Return what passes on the events that a person may watch, and keeps the levels for the answer's path."""

        def listen(name: str, values: Mapping[str, Any]) -> None:
            if name not in PASSED_ON:
                return
            if name == "degraded":
                values = {"node": values.get("node"), "why": values.get("why") or values.get("error")}
            if name == "level.done":
                node = f"{values['scenario']}.{values['level']}"
                milliseconds = float(values["milliseconds"])
                self._path.append(NodeVisit(node=node, summary=_way(str(values["to"])), milliseconds=milliseconds))
            emit(name, dict(values))

        return listen

    async def keep(self, runner: "ScenarioRunner", outcome: Outcome) -> Outcome:
        """Store what the job has come to in its turn, then forget the checkpoints of a job that ended."""
        match outcome:
            case Waiting(question=question):
                decision = {**await runner.decision(self._job), INTERRUPT: question.id}
                asked = Answer(text=question.text, outcome="clarification", question=open_question(question))
                kept = self._kept(replace(asked, decision=decision))
                return Waiting(replace(question, id=kept.question.id if kept.question else question.id))
            case Finished(result=result):
                answer = finished_answer(result)
                task = {**task_of(result), "chain": result["chain"]}
                outcome = _finished(self._kept(replace(answer, decision={**answer.decision, "task": task})), self._job)
            case Failed():
                pass
        await runner.forget(self._job)
        return outcome

    def _kept(self, answer: Answer) -> Answer:
        answer = given_by("tasks", replace(answer, path=(*self._path, *answer.path)))
        return self._desk.keep(answer, thread=self._thread, number=self._number, began=self._began)


def _finished(answer: Answer, job: str) -> Finished:
    record = answer_record(answer)
    decision = {name: value for name, value in answer.decision.items() if name != "task"}
    return Finished({**record, "decision": decision, "job": job, **answer.decision.get("task", {})})


def _way(to: str) -> str:
    """Return what followed a level, for people."""
    return "done" if to == "__end__" else f"then {to}"


def _words(reply: object) -> str:
    return str(reply.get("answer", "") if isinstance(reply, Mapping) else reply)

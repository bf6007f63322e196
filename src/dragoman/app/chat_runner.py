"""A turn of an assistant as a job."""

from collections.abc import Callable
from datetime import date

from dragoman.app.desk import Desk
from dragoman.app.records import answer_record
from dragoman.domain.answer import Answer
from dragoman.domain.event import Event
from dragoman.jobs.envelope import Envelope
from dragoman.jobs.job import Question
from dragoman.jobs.runner import Emit, Finished, Outcome, Waiting

_PASSED_ON = ("node.started", "node.done", "model.called")


class JobSink:
    """Takes the assistant's events to the job that is worked on."""

    def __init__(self) -> None:
        self.emit_to: Emit | None = None

    def emit(self, event: Event) -> None:
        """Pass on what the person may watch."""
        if self.emit_to is None:
            return
        if event.name in _PASSED_ON:
            self.emit_to(event.name, dict(event.values))
        elif event.name == "degraded":
            self.emit_to("degraded", {"node": event.values.get("node"), "why": event.values.get("error")})


class ChatRunner:
    """Carries out one turn at a time; the turn is stored, and stored once, however often the job begins anew."""

    def __init__(self, desk: Desk, sink: JobSink, today: Callable[[], date]) -> None:
        self._desk = desk
        self._sink = sink
        self._today = today

    async def start(self, envelope: Envelope, job: str, emit: Emit) -> Outcome:
        """Answer the prompt in its thread, or finish the turn whose question it answers."""
        thread, answers = envelope.thread, envelope.metadata.answers
        if thread and answers:
            return await self.resume(envelope, job, answers, envelope.prompt, emit)
        begun = self._desk.begin(envelope.prompt, thread=thread, history=envelope.history, job=job)
        if stored := self._desk.stored_answer(begun.thread, begun.number):
            return _outcome(stored, job)
        self._sink.emit_to = emit
        try:
            return _outcome(
                await self._desk.finish(begun, reference_date=self._today(), assistant=envelope.metadata.assistant), job
            )
        finally:
            self._sink.emit_to = None

    async def resume(self, envelope: Envelope, job: str, question_id: str, reply: object, emit: Emit) -> Outcome:
        """Finish the turn whose question this is."""
        self._sink.emit_to = emit
        try:
            answer = await self._desk.resume(
                envelope.thread or "", question_id, str(reply), reference_date=self._today()
            )
            return _outcome(answer, job)
        finally:
            self._sink.emit_to = None


def _outcome(answer: Answer, job: str) -> Outcome:
    if answer.question:
        asked = answer.question
        return Waiting(Question(id=asked.id, kind="clarify", text=asked.question, options=asked.options))
    return Finished(answer_record(answer) | {"job": job})

"""One turn, start to end: store the words, answer, store the answer."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, cast

from pydantic import ValidationError

from dragoman.app.runtime import Runtime
from dragoman.decide.replies import chosen_by
from dragoman.domain import wire
from dragoman.domain.answer import Answer
from dragoman.domain.conversation import Turn
from dragoman.domain.cost import together
from dragoman.domain.event import EventSink
from dragoman.domain.utterance import readable
from dragoman.errors import EmptyInputError, InputTooLargeError, StoreError, UsageError
from dragoman.interpret.normalize import normalize
from dragoman.models.meter import Meter
from dragoman.stores.threads import StoredQuestion, StoredTurn

if TYPE_CHECKING:
    from dragoman.app.tasks import TasksAssistant
    from dragoman.graphs.assistant import CheckpointedAssistant

    Opened = CheckpointedAssistant | TasksAssistant

PINNED = "pinned"  # in the decision: the scenario that was named
INTERRUPT = "interrupt"  # in the decision of a question back: the pause of a job that the question belongs to
TASKS = "tasks"  # the assistant that runs scenarios
MINES = "mines"  # the assistant that is asked where none is named
QUESTION_LIMIT = 8_000  # characters; longer texts are documents


class ClosedQuestionError(UsageError):
    """A question of ours that has its reply already is answered with another one."""

    code = "closed-question"

    def __init__(self, question: str, reply: str, *, is_finished: bool) -> None:
        remedy = "Ask anew to get another answer; the earlier one stays as it is."
        if not is_finished:
            remedy = "The work on it was stopped: give the same reply again to finish it, or ask anew."
        super().__init__(f"question {question} has its reply already: {reply!r}", remedy=remedy)


class StoredAnswerError(StoreError):
    """A stored answer was written by a Dragoman whose answers look different."""

    code = "stored-answer"

    def __init__(self, thread: str, number: int) -> None:
        super().__init__(
            f"the answer {thread}:{number} was stored by another version of Dragoman and cannot be read",
            remedy=f"Ask again; dragoman threads show {thread} prints the words of both sides.",
        )


@dataclass(frozen=True, slots=True)
class Begun:
    """A turn whose words are stored and whose answer is still to come."""

    text: str
    thread: str
    number: int
    turns: tuple[Turn, ...]  # those before it, oldest first


class Desk:
    """Takes a person's words to an assistant and keeps the thread."""

    def __init__(self, runtime: Runtime, *, assistant: str = MINES, sink: EventSink | None = None) -> None:
        self._runtime = runtime
        self._name = assistant
        self._sink = sink or runtime.sink
        self._threads = runtime.threads
        self._assistants: dict[str, CheckpointedAssistant | TasksAssistant] = {}
        self._opening = asyncio.Lock()

    async def aclose(self) -> None:
        """Close the checkpoints."""
        for assistant in self._assistants.values():
            await assistant.aclose()

    def admit(self, text: str, thread: str | None) -> tuple[str, str]:
        """Return words that can be worked on and their thread, a new one unless it is named.

        Raises EmptyInputError, InputTooLargeError, UnknownNameError.
        """
        text = _question(text)
        if thread is None:
            thread = f"t-{secrets.token_hex(3)}"
            self._threads.start(thread, self._runtime.clock.now())
        thread = readable(thread)
        self._threads.turns(thread)
        return text, thread

    def begin(
        self, text: str, *, thread: str | None = None, history: Sequence[Turn] = (), job: str | None = None
    ) -> Begun:
        """Store a question before any work on it, in a new thread unless one is named, once for each job.

        Raises EmptyInputError, InputTooLargeError, UnknownNameError.
        """
        text, thread = self.admit(text, thread)
        number = self._threads.add_turn(thread, text, self._runtime.clock.now(), job=job)
        earlier = self._conversation(thread, before=number)
        return Begun(text, thread, number, (*(Turn(turn.role, readable(turn.content)) for turn in history), *earlier))

    async def finish(
        self, turn: Begun, *, reference_date: date, assistant: str | None = None, scenario: str | None = None
    ) -> Answer:
        """Answer a question that was stored, with the desk's own assistant unless another is named.

        A scenario that is named is a pin: the tasks assistant runs it without routing.
        """
        who = assistant or self._name
        opened = await self._open_assistant(who)
        begun = perf_counter()
        name = _graph_thread(turn.thread, turn.number)
        with self._runtime.checkpoint_errors(), self._spending(turn.thread, turn.number) as meter:
            ask = _asking(opened, meter, who=who, scenario=scenario)
            answer = await ask(turn.text, thread=name, turns=turn.turns, reference_date=reference_date)
        answer = _pinned(answer, scenario)
        return self.keep(given_by(who, answer), thread=turn.thread, number=turn.number, began=begun)

    async def resume(self, thread: str, question: str, reply: str, *, reference_date: date) -> Answer:
        """Finish the turn whose question this is.

        Raises UnknownNameError, or ClosedQuestionError when another reply was taken. The same reply twice returns
        the answer it got. What a job asks is answered by `job_reply`, so that the job goes on.
        """
        thread, question, reply = readable(thread), readable(question), _question(reply)
        is_first, number = self.bind(thread, question, reply)
        stored = self.answer_of(thread, number)
        if not _waits(stored, question):
            return stored
        try:
            await self._open_assistant(_giver_of(stored))  # getting ready is no part of the answer's time
            begun = perf_counter()
            with self._runtime.checkpoint_errors(), self._spending(thread, number) as meter:
                answer = await self._go_on(stored, reply, reference_date, meter)
        except BaseException:
            if is_first:  # also on Ctrl-C: the person may want to give another reply
                self._threads.reopen(thread, question)
            raise
        answer = _pinned(_with_cost_before(answer, stored), stored.decision.get(PINNED))
        return self.keep(given_by(_giver_of(stored), answer), thread=thread, number=number, began=begun)

    @contextmanager
    def _spending(self, thread: str, number: int) -> Iterator[Meter]:
        """Give the meter of an attempt at a turn; what it counts is kept where the attempt comes to no answer."""
        meter = Meter()
        try:
            yield meter
        except BaseException:  # also on Ctrl-C: the calls were made
            if meter.calls:
                self._threads.add_spent(thread, number, wire.dump(meter.cost))
            raise

    def turn_of(self, thread: str, question: str) -> int:
        """Return the number of the turn that asked this. Raises UnknownNameError."""
        return self._threads.question(readable(thread), readable(question)).turn

    def job_of(self, thread: str, question: str) -> str | None:
        """Return the job that asked this, None for what was asked outside of jobs. Raises UnknownNameError."""
        thread, number = readable(thread), self.turn_of(thread, question)
        job = next(turn.job for turn in self._threads.turns(thread) if turn.number == number)
        return job if job and self._runtime.jobs.store.job(job) else None

    def bind(self, thread: str, question: str, reply: str) -> tuple[bool, int]:
        """Bind the reply to the question before any work; return whether it is new, and the turn it finishes.

        A process that dies after this goes on when the same reply comes again. Raises UnknownNameError,
        EmptyInputError, ClosedQuestionError.
        """
        number = self._threads.question(thread, question).turn
        answer = self.answer_of(thread, number)
        is_first = self._threads.take_reply(
            thread, question, reply, meant=chosen_by(reply, answer.question.options if answer.question else ())
        )
        taken = self._threads.question(thread, question).reply or ""
        if taken != reply:
            raise ClosedQuestionError(question, taken, is_finished=not _waits(answer, question))
        return is_first, number

    def assistant_of(self, thread: str) -> str:
        """Return which assistant gave the last answer of a thread; the first of them for a thread without any."""
        answers = (turn.answer for turn in reversed(self._threads.turns(readable(thread))) if turn.answer)
        return next((_giver_of(wire.load(Answer, answer)) for answer in answers), self._name)

    async def _go_on(self, stored: Answer, reply: str, reference_date: date, meter: Meter) -> Answer:
        assistant = await self._open_assistant(_giver_of(stored))
        graph_thread = _graph_thread(stored.thread, stored.turn)
        waiting = await assistant.question(graph_thread)
        if stored.question is None or waiting is None or replace(waiting, id=stored.question.id) != stored.question:
            return await self._again(stored, reference_date, meter)
        resume = _resuming(assistant, meter, who=_giver_of(stored))
        return await resume(graph_thread, stored.question, reply, reference_date=reference_date)

    async def _again(self, stored: Answer, reference_date: date, meter: Meter) -> Answer:
        """Run a turn from its words and every reply it was given: its checkpoints are lost, or ahead of the store."""
        assistant = await self._open_assistant(_giver_of(stored))
        graph_thread = _graph_thread(stored.thread, stored.turn)
        turns = self._threads.turns(stored.thread)
        words = next(turn.question for turn in turns if turn.number == stored.turn)
        before = self._conversation(stored.thread, before=stored.turn)
        who = _giver_of(stored)
        ask = _asking(assistant, meter, who=who, scenario=stored.decision.get(PINNED))
        resume = _resuming(assistant, meter, who=who)
        answer = await ask(words, thread=graph_thread, turns=before, reference_date=reference_date)
        for asked in self._threads.questions(stored.thread):
            if asked.turn == stored.turn and asked.reply and answer.question:
                answer = await resume(graph_thread, answer.question, asked.reply, reference_date=reference_date)
        return answer

    def answer_of(self, thread: str, number: int | None = None) -> Answer:
        """Return a stored answer, the last of the thread without a number.

        Raises UsageError when the turn does not exist or was stopped before it had an answer.
        """
        thread = readable(thread)
        for turn in reversed(self._threads.turns(thread)):
            if turn.answer is not None and number in (None, turn.number):
                try:
                    return wire.load(Answer, turn.answer)
                except ValidationError:
                    raise StoredAnswerError(thread, turn.number) from None
        problem = f"thread {thread} has no answered turn" + (f" {number}" if number else "")
        raise UsageError(problem, remedy=f"See: dragoman threads show {thread}")

    def stored_answer(self, thread: str, number: int) -> Answer | None:
        """Return the answer of a turn, None while it has none."""
        is_answered = any(turn.number == number and turn.answer for turn in self._threads.turns(thread))
        return self.answer_of(thread, number) if is_answered else None

    def _conversation(self, thread: str, *, before: int | None = None) -> tuple[Turn, ...]:
        """Return what both sides said, oldest first, with our questions and their replies."""
        asked = self._threads.questions(thread)
        turns: list[Turn] = []
        for stored in self._threads.turns(thread):
            if before is None or stored.number < before:
                turns.extend(_said(stored, [one for one in asked if one.turn == stored.number]))
        return tuple(turns)

    def keep(self, answer: Answer, *, thread: str, number: int, began: float) -> Answer:
        """Store the answer of a turn and return it as stored: a question back gets its id.

        `began` is what perf_counter said when the work on it began.
        """
        question = answer.question
        if question:
            question = replace(question, id=self._threads.open_question(thread, number, question.question))
        milliseconds = (perf_counter() - began) * 1000
        answer = replace(answer, thread=thread, turn=number, question=question, latency_ms=milliseconds)
        self._threads.set_answer(thread, number, wire.dump(answer))
        return answer

    async def _open_assistant(self, name: str = MINES) -> "Opened":
        async with self._opening:
            self._runtime.see_changes()
            key = f"{name} {self._runtime.vocabulary.version}"  # a report may have introduced its company since
            if key not in self._assistants:
                self._assistants[key] = await self._opened(name)
            return self._assistants[key]

    async def _opened(self, name: str) -> "Opened":
        if name == "tasks":
            return await self._runtime.open_tasks(sink=self._sink)
        return await self._runtime.open_assistant(name, sink=self._sink)


def _asking(assistant: "Opened", meter: Meter, *, who: str, scenario: str | None) -> Callable[..., Awaitable[Answer]]:
    """Return how this assistant is asked; scenarios count what they take by themselves, level by level."""
    if who == TASKS:
        return partial(cast("TasksAssistant", assistant).ask, scenario=scenario)
    return partial(cast("CheckpointedAssistant", assistant).ask, meter=meter)


def _resuming(assistant: "Opened", meter: Meter, *, who: str) -> Callable[..., Awaitable[Answer]]:
    return assistant.resume if who == TASKS else partial(cast("CheckpointedAssistant", assistant).resume, meter=meter)


def _said(turn: StoredTurn, asked: Sequence[StoredQuestion]) -> list[Turn]:
    said = [Turn("user", turn.question)]
    for one in asked:
        if one.meant:
            said += [Turn("assistant", one.question), Turn("user", one.meant)]
    if turn.answer:
        said.append(Turn("assistant", str(turn.answer.get("text", ""))))
    return said


def given_by(assistant: str, answer: Answer) -> Answer:
    """Return the answer with who gave it on record, so that its question is resumed by the same."""
    return answer if assistant == MINES else replace(answer, decision={**answer.decision, "assistant": assistant})


def _pinned(answer: Answer, scenario: str | None) -> Answer:
    """Return the answer with the scenario that was named on record, so that its turn can be run again in the same."""
    return replace(answer, decision={**answer.decision, PINNED: scenario}) if scenario else answer


def _with_cost_before(answer: Answer, stored: Answer) -> Answer:
    """Add what the turn took before it asked; the cost of a job of scenarios is that of the whole job already."""
    if _giver_of(stored) == TASKS:
        return answer
    return replace(answer, cost=together([stored.cost, answer.cost]))


def _giver_of(answer: Answer) -> str:
    return str(answer.decision.get("assistant", MINES))


def _waits(answer: Answer, question: str) -> bool:
    return answer.question is not None and answer.question.id == question


def _graph_thread(thread: str, number: int) -> str:
    """Each turn has checkpoints of its own, so nothing leaks from one turn into the next."""
    return f"{thread}:{number}"


def limited(text: str) -> str:
    """Return the text. Raises InputTooLargeError when it is longer than a question may be."""
    if len(text) > QUESTION_LIMIT:
        raise InputTooLargeError(len(text), QUESTION_LIMIT)
    return text


def _question(text: str) -> str:
    text = readable(limited(text))
    if not normalize(text).text.strip():
        raise EmptyInputError
    return text

"""One turn, start to end: store the words, answer, store the answer."""

import secrets
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from time import perf_counter
from typing import TYPE_CHECKING

from dragoman.app.runtime import Runtime
from dragoman.domain import wire
from dragoman.domain.answer import Answer
from dragoman.domain.conversation import Turn
from dragoman.errors import EmptyInputError, InputTooLargeError, UsageError
from dragoman.interpret.normalize import normalize

if TYPE_CHECKING:
    from dragoman.assistants.mines.assistant import MinesAssistant

QUESTION_LIMIT = 20_000  # characters; longer texts are documents


class ClosedQuestionError(UsageError):
    """A question of ours that has its reply already is answered with another one."""

    code = "closed-question"

    def __init__(self, question: str, reply: str) -> None:
        super().__init__(
            f"question {question} has its answer already: {reply!r}",
            remedy="Ask anew to get another answer; the earlier one stays as it is.",
        )


class Desk:
    """Takes a person's words to an assistant and keeps the thread."""

    def __init__(self, runtime: Runtime, assistant: "MinesAssistant") -> None:
        self._threads = runtime.threads
        self._clock = runtime.clock
        self._assistant = assistant

    @classmethod
    async def open(cls, runtime: Runtime) -> "Desk":
        """Open the assistant's checkpoints and return a desk over them."""
        return cls(runtime, await runtime.open_assistant())

    async def aclose(self) -> None:
        """Close the checkpoints."""
        await self._assistant.aclose()

    async def ask(self, text: str, *, thread: str | None, history: Sequence[Turn] = (), reference_date: date) -> Answer:
        """Answer a question; it is stored before the work begins."""
        _require_question(text)
        if thread is None:
            thread = f"t-{secrets.token_hex(3)}"
            self._threads.start(thread, self._clock.now())
        turns = (*history, *self._conversation(thread))
        number = self._threads.add_turn(thread, text, self._clock.now())
        begun = perf_counter()
        answer = await self._assistant.ask(
            text, thread=_graph_thread(thread, number), turns=turns, reference_date=reference_date
        )
        return self._keep(answer, thread, number, begun)

    async def resume(self, thread: str, question: str, reply: str, *, reference_date: date) -> Answer:
        """Finish the turn whose question this is.

        Raises UnknownNameError, or ClosedQuestionError when another reply was taken. The same reply twice
        returns the answer it got.
        """
        _require_question(reply)
        number = self._bind(thread, question, reply)
        stored = self.answer_of(thread, number)
        if stored.question is None or stored.question.id != question:
            return stored
        begun = perf_counter()
        try:
            answer = await self._assistant.resume(
                _graph_thread(thread, number), stored.question, reply, reference_date=reference_date
            )
        except Exception:
            self._threads.reopen(thread, question)
            raise
        return self._keep(answer, thread, number, begun)

    def _bind(self, thread: str, question: str, reply: str) -> int:
        """Bind the reply to the question before any work, and return the turn it finishes.

        A process that dies after this goes on when the same reply comes again.
        """
        self._threads.take_reply(thread, question, reply)
        number, _, taken = self._threads.question(thread, question)
        if taken != reply:
            raise ClosedQuestionError(question, taken or "")
        return number

    def answer_of(self, thread: str, number: int | None = None) -> Answer:
        """Return a stored answer, the last of the thread without a number.

        Raises UsageError when the turn does not exist or was stopped before it had an answer.
        """
        for turn in reversed(self._threads.turns(thread)):
            if turn.answer is not None and number in (None, turn.number):
                return wire.load(Answer, turn.answer)
        raise UsageError(
            f"thread {thread} has no answered turn {number or ''}".rstrip(), remedy="See: dragoman threads show"
        )

    def _conversation(self, thread: str) -> tuple[Turn, ...]:
        turns: list[Turn] = []
        for stored in self._threads.turns(thread):
            turns.append(Turn("user", stored.question))
            if stored.answer:
                turns.append(Turn("assistant", str(stored.answer["text"])))
        return tuple(turns)

    def _keep(self, answer: Answer, thread: str, number: int, begun: float) -> Answer:
        question = answer.question
        if question:
            question = replace(question, id=self._threads.open_question(thread, number))
        milliseconds = (perf_counter() - begun) * 1000
        answer = replace(answer, thread=thread, turn=number, question=question, latency_ms=milliseconds)
        self._threads.set_answer(thread, number, wire.dump(answer))
        return answer


def _graph_thread(thread: str, number: int) -> str:
    """Each turn has checkpoints of its own, so nothing leaks from one turn into the next."""
    return f"{thread}:{number}"


def _require_question(text: str) -> None:
    if len(text) > QUESTION_LIMIT:
        raise InputTooLargeError(len(text), QUESTION_LIMIT)
    if not normalize(text).text.strip():
        raise EmptyInputError

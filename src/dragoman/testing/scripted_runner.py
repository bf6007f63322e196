"""A runner that does what the prompt says, for tests of whatever keeps and shows jobs."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from dragoman.domain.decision import Option
from dragoman.errors import EmptyInputError
from dragoman.jobs.envelope import Envelope
from dragoman.jobs.job import Question
from dragoman.jobs.runner import Emit, Failed, Finished, Outcome, Waiting

OPTIONS = (Option(value="left", text="Left"), Option(value="right", text="Right"))


class ScriptedRunner:
    """Carries out the words of a prompt one after another, then finishes.

    `step` a node is visited · `ask` wait for a person (question q-1, then q-2 …) · `fail` end as failed ·
    `refuse` raise an error of ours · `crash` raise another one · `hang` wait for ever · `rest` wait 5 ms.
    """

    async def start(self, envelope: Envelope, job: str, emit: Emit) -> Outcome:
        """Carry out the words before the first question."""
        return await self._carry_out(envelope, 0, None, emit)

    async def resume(self, envelope: Envelope, job: str, question_id: str, reply: object, emit: Emit) -> Outcome:
        """Carry out the words after the question."""
        return await self._carry_out(envelope, int(question_id.removeprefix("q-")), reply, emit)

    async def _carry_out(self, envelope: Envelope, part: int, reply: object, emit: Emit) -> Outcome:
        parts = f" {envelope.prompt} ".split(" ask ")
        for number, word in enumerate(parts[part].split()):
            outcome = await _carry_out_word(word, f"{part}.{number}", emit)
            if outcome:
                return outcome
        if part + 1 < len(parts):
            question = f"q-{part + 1}"
            return Waiting(Question(id=question, kind="ask_user", text="Left or right?", options=OPTIONS))
        return Finished({"answer": envelope.prompt, "reply": reply})


async def _carry_out_word(word: str, place: str, emit: Emit) -> Outcome | None:
    match word:
        case "step":
            emit("node.started", {"node": f"step {place}"})
            await asyncio.sleep(0)
            emit("node.done", {"node": f"step {place}", "summary": "done", "milliseconds": 0.0})
        case "fail":
            return Failed("scripted", "the script says so")
        case "refuse":
            raise EmptyInputError
        case "crash":
            raise RuntimeError(word)
        case "hang":
            await asyncio.Event().wait()
        case "rest":
            await asyncio.sleep(0.005)
    return None


@asynccontextmanager
async def open_scripted_runner() -> AsyncIterator[ScriptedRunner]:
    """Open one, as workers do."""
    yield ScriptedRunner()

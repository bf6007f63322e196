"""The mines assistant: a question in, a cited and checked answer (or a question back) out."""

from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Self

from dragoman.assistants.mines.graph import build_graph
from dragoman.assistants.mines.state import fresh_turn, message_of
from dragoman.assistants.mines.tools import MinesTools
from dragoman.domain import wire
from dragoman.domain.answer import Answer, NodeVisit, OpenQuestion
from dragoman.domain.conversation import Turn
from dragoman.domain.decision import Option
from dragoman.domain.event import EventSink
from dragoman.errors import UnknownNameError
from dragoman.graphs.path import TurnContext
from dragoman.graphs.run import Pause, Run, resume, start, waiting
from dragoman.graphs.saver import Saver, open_saver, prune


class MinesAssistant:
    """Runs the supervisor graph for one turn at a time of any number of threads."""

    def __init__(self, tools: MinesTools, saver: Saver, *, sink: EventSink | None = None) -> None:
        self._graph = build_graph(tools, saver)
        self._saver = saver
        self._sink = sink
        self._opened = AsyncExitStack()

    @classmethod
    async def open(cls, tools: MinesTools, checkpoints: Path | None, *, sink: EventSink | None = None) -> Self:
        """Open the assistant over a file of checkpoints; None keeps them in memory. Close it with `aclose`."""
        stack = AsyncExitStack()
        saver = await stack.enter_async_context(open_saver(checkpoints))
        assistant = cls(tools, saver, sink=sink)
        assistant._opened = stack
        return assistant

    async def aclose(self) -> None:
        """Close the checkpoints."""
        await self._opened.aclose()

    async def ask(
        self, text: str, *, thread: str = "alone", turns: Sequence[Turn] = (), reference_date: date
    ) -> Answer:
        """Answer a question; `turns` are those before it, oldest first.

        A question of the thread that still waits is dropped: a new question is a new question.
        """
        turn = TurnContext(reference_date, self._sink)
        messages = [message_of(earlier) for earlier in (*turns, Turn("user", text))]
        run = await start(self._graph, dict(fresh_turn(text, messages)), thread=thread, turn=turn)
        return await self._answer(run, thread, turn)

    async def resume(self, thread: str, question: OpenQuestion | str, reply: str, *, reference_date: date) -> Answer:
        """Finish the turn that waits for the reply to this question.

        The question is named by the id it was asked with, or given whole: who numbers questions anew over a
        whole conversation is understood by what was asked.
        Raises UnknownNameError when the thread does not wait for it (any more).
        """
        pause = _asked(question, await waiting(self._graph, thread))
        turn = TurnContext(reference_date, self._sink)
        return await self._answer(
            await resume(self._graph, pause.interrupt, reply, thread=thread, turn=turn), thread, turn
        )

    async def question(self, thread: str) -> OpenQuestion | None:
        """Return the question that waits in the thread, also after a restart."""
        pauses = await waiting(self._graph, thread)
        return _question(pauses[0]) if pauses else None

    async def _answer(self, run: Run, thread: str, turn: TurnContext) -> Answer:
        path = with_agent(turn.path)
        if run.pause:
            question = _question(run.pause)
            said = Answer(text=question.question, outcome="clarification", question=question)
            return replace(said, thread=thread, decision=run.values["decision"], path=path)
        await prune(self._saver, thread)
        return replace(wire.load(Answer, run.values["answer"]), thread=thread, path=path)


def with_agent(path: Sequence[NodeVisit]) -> tuple[NodeVisit, ...]:
    """Return the path with the subgraph as a visit of its own before its nodes, its time the sum of theirs."""
    inner = {"query_rewrite", "retrieve_company", "grade_docs", "synthesize", "grade_answer"}
    inside = [visit for visit in path if visit.node in inner]
    if not inside:
        return tuple(path)
    first = path.index(inside[0])
    spent = sum(visit.milliseconds for visit in inside)
    agent = NodeVisit(node="retrieval_agent", summary=f"{len(inside)} steps", milliseconds=spent)
    return (*path[:first], agent, *path[first:])


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

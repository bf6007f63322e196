"""The mines assistant: a question in, a cited and checked answer (or a question back) out."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

from dragoman.assistants.mines.graph import build_graph
from dragoman.assistants.mines.nodes.degraded import warnings
from dragoman.assistants.mines.state import fresh_turn, message_of
from dragoman.assistants.mines.tools import MinesTools
from dragoman.domain.answer import NodeVisit
from dragoman.domain.conversation import Turn
from dragoman.domain.event import EventSink
from dragoman.graphs.assistant import CheckpointedAssistant
from dragoman.graphs.saver import Saver


class MinesAssistant(CheckpointedAssistant):
    """Runs the supervisor graph for one turn at a time of any number of threads."""

    def __init__(self, tools: MinesTools, saver: Saver, *, sink: EventSink | None = None) -> None:
        super().__init__(build_graph(tools, saver), saver, begin=_begin, told=with_agent, warn=warnings, sink=sink)

    @classmethod
    async def open(cls, tools: MinesTools, checkpoints: Path | None, *, sink: EventSink | None = None) -> Self:
        """Open the assistant over a file of checkpoints; None keeps them in memory. Close it with `aclose`."""
        return await cls.open_over(checkpoints, lambda saver: cls(tools, saver, sink=sink))


def _begin(text: str, turns: Sequence[Turn]) -> dict[str, Any]:
    messages = [message_of(earlier) for earlier in (*turns, Turn("user", text))]
    return dict(fresh_turn(text, messages))


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

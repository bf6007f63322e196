"""The contracts assistant: a question in, the sentences that answer (or a question back) out."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

from dragoman.assistants.contracts.advice.ask import warnings
from dragoman.assistants.contracts.graph import build_graph
from dragoman.assistants.contracts.state import fresh_turn
from dragoman.assistants.contracts.tools import ContractsTools
from dragoman.domain.conversation import Turn
from dragoman.domain.event import EventSink
from dragoman.graphs.assistant import CheckpointedAssistant
from dragoman.graphs.saver import Saver


class ContractsAssistant(CheckpointedAssistant):
    """Runs the graph for one turn at a time of any number of threads."""

    def __init__(self, tools: ContractsTools, saver: Saver, *, sink: EventSink | None = None) -> None:
        super().__init__(build_graph(tools, saver), saver, begin=_begin, warn=warnings, sink=sink)

    @classmethod
    async def open(cls, tools: ContractsTools, checkpoints: Path | None, *, sink: EventSink | None = None) -> Self:
        """Open the assistant over a file of checkpoints; None keeps them in memory. Close it with `aclose`."""
        return await cls.open_over(checkpoints, lambda saver: cls(tools, saver, sink=sink))


def _begin(text: str, turns: Sequence[Turn]) -> dict[str, Any]:
    messages = [{"role": turn.role, "content": turn.content} for turn in (*turns, Turn("user", text))]
    return dict(fresh_turn(text, messages))

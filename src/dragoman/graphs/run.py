"""Start a run, see whether it waits for a person, and go on by the id of what it waits for.

Durability is "exit": a checkpoint is written when a run ends or pauses, awaited before the call returns.
A crash in the middle of a run loses nothing a person said (their words are stored before it starts) and
assistants only read. A checkpoint for each step would cost more than all their work together. Scenarios, whose steps
can be slow and can write, pass "sync": every step is kept before the next begins.
"""

from dataclasses import dataclass
from typing import Any

import dragoman.graphs.environment  # noqa: F401  # isort: skip  # must come before langgraph
from langchain_core.runnables import RunnableConfig
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import Command, Durability

from dragoman.graphs.path import TurnContext

__all__ = ["Durability", "Graph", "Pause", "Run", "Values", "reached", "resume", "start", "waiting"]

Graph = CompiledStateGraph[Any, TurnContext, Any, Any]
Values = dict[str, Any]
DURABILITY: Durability = "exit"
MAX_STEPS = 60  # supersteps of one run; the longest path with every retry and question has fewer


@dataclass(frozen=True, slots=True, kw_only=True)
class Pause:
    """A run that waits for a person: the interrupt's id and what was asked, as JSON types."""

    interrupt: str
    payload: Values


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """Where a run stands: its state, and what it waits for if it does."""

    values: Values
    pause: Pause | None = None


async def start(
    graph: Graph, values: Values | None, *, thread: str, turn: TurnContext, durability: Durability = DURABILITY
) -> Run:
    """Run from the entry with these values. A question of the thread that still waited is dropped.

    Without values the run goes on from its last checkpoint, as after a crash.
    """
    return _run(await graph.ainvoke(values, _config(thread), context=turn, durability=durability))


async def resume(
    graph: Graph,
    interrupt: str,
    reply: object,
    *,
    thread: str,
    turn: TurnContext,
    durability: Durability = DURABILITY,
) -> Run:
    """Go on with the reply to one interrupt; others keep waiting."""
    command: Command[Any] = Command(resume={interrupt: reply})
    return _run(await graph.ainvoke(command, _config(thread), context=turn, durability=durability))


async def reached(graph: Graph, thread: str) -> tuple[Values, tuple[str, ...]]:
    """Return the state of the thread's last checkpoint and the nodes that come next; nothing where there is none."""
    state = await graph.aget_state(_config(thread))
    return dict(state.values), tuple(state.next)


async def waiting(graph: Graph, thread: str) -> tuple[Pause, ...]:
    """Return what the thread waits for, each once."""
    state = await graph.aget_state(_config(thread))
    pauses = {one.id: Pause(interrupt=one.id, payload=dict(one.value)) for one in state.interrupts}
    return tuple(pauses.values())


def _config(thread: str) -> RunnableConfig:
    return {"configurable": {"thread_id": thread}, "recursion_limit": MAX_STEPS}


def _run(values: Values) -> Run:
    interrupts = values.pop("__interrupt__", ())
    pause = Pause(interrupt=interrupts[0].id, payload=dict(interrupts[0].value)) if interrupts else None
    return Run(values=values, pause=pause)

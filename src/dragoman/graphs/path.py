"""The path of a run: which nodes it visited, what each did, how long each took."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from inspect import isawaitable
from time import perf_counter
from typing import Any

import dragoman.graphs.environment  # noqa: F401  # isort: skip  # must come before langgraph
from langgraph.errors import GraphBubbleUp
from langgraph.runtime import Runtime

from dragoman import telemetry
from dragoman.domain import wire
from dragoman.domain.answer import NodeVisit
from dragoman.domain.asker import ANYBODY, Asker
from dragoman.domain.event import Event, EventSink
from dragoman.errors import DragomanError
from dragoman.models.errors import ModelError
from dragoman.models.meter import Call, Meter

State = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Update:
    """What a node writes to the state, and in one line what it did (for traces; no figures of documents)."""

    values: dict[str, Any]
    summary: str = ""


@dataclass(slots=True)
class TurnContext:
    """What belongs to one run and is not state: the day it counts from, and the record of its path."""

    reference_date: date
    sink: EventSink | None = None
    visits: list[tuple[float, NodeVisit]] = field(default_factory=list)  # with the moment each began
    degraded: list[str] = field(default_factory=list)  # nodes that failed and were gone on without
    unadvised: dict[str, str] = field(default_factory=dict)  # those of them whose model failed, and why in short
    meter: Meter = field(default_factory=Meter)
    asker: Asker = ANYBODY

    def __post_init__(self) -> None:
        self.meter.heard = self._called

    def _called(self, call: Call) -> None:
        if self.sink:
            cost = wire.dump(Meter(calls=[call]).cost)
            self.sink.emit(
                Event(name="model.called", values={"prompt": call.prompt, "model": call.model, "cost": cost})
            )

    def record(self, visit: NodeVisit, began: float) -> None:
        """Add a visit and tell whoever listens."""
        self.visits.append((began, visit))
        if self.sink:
            values = {"node": visit.node, "summary": visit.summary, "milliseconds": visit.milliseconds}
            self.sink.emit(Event(name="node.done", values=values))

    def degrade(self, node: str, failure: Exception) -> None:
        """Put on record that a node failed and the run goes on without what it does."""
        self.degraded.append(node)
        if isinstance(failure, ModelError):
            self.unadvised[node] = failure.in_short
        telemetry.record("degraded", node=node, error=type(failure).__name__)
        if self.sink:
            self.sink.emit(Event(name="degraded", values={"node": node, "error": type(failure).__name__}))

    @property
    def path(self) -> tuple[NodeVisit, ...]:
        """The visits in the order in which they began."""
        return tuple(visit for _, visit in sorted(self.visits, key=lambda pair: pair[0]))


Node = Callable[[Any, TurnContext], Update | Awaitable[Update]]
Otherwise = Callable[[Any], dict[str, Any]]


def recorded(name: str, node: Node, *, otherwise: Otherwise | None = None) -> Callable[..., Awaitable[dict[str, Any]]]:
    """Return the node as LangGraph calls it, with its visit put on record.

    `otherwise` gives what is written instead when the node fails: reading fails open, with a visible mark.
    An error that a person can act on is never swallowed. A pause is on record only once it goes on.
    """

    async def visited(state: State, runtime: Runtime[TurnContext]) -> dict[str, Any]:
        turn = runtime.context
        if turn.sink:
            turn.sink.emit(Event(name="node.started", values={"node": name}))
        began = perf_counter()
        try:
            found = node(state, turn)
            update = await found if isawaitable(found) else found
        except GraphBubbleUp:
            raise
        except Exception as failure:
            if otherwise is None or isinstance(failure, DragomanError):
                turn.record(NodeVisit(node=name, summary="failed", milliseconds=_since(began)), began)
                raise
            turn.degrade(name, failure)
            update = Update(otherwise(state), f"degraded: {type(failure).__name__}")
        turn.record(NodeVisit(node=name, summary=update.summary, milliseconds=_since(began)), began)
        return update.values

    return visited


def _since(began: float) -> float:
    return (perf_counter() - began) * 1000

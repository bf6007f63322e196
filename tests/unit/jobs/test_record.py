"""What models took for a job is told by its events, so a stopped one says it too."""

from datetime import UTC, datetime
from decimal import Decimal

from dragoman.domain import wire
from dragoman.domain.cost import Cost
from dragoman.domain.event import Event
from dragoman.graphs.path import TurnContext
from dragoman.jobs.job import JobEvent
from dragoman.jobs.record import spent
from dragoman.models.chat import Usage
from dragoman.models.meter import Call

NOW = datetime(2026, 11, 30, tzinfo=UTC)
CALL = Call(prompt="p@1", model="paid:a", usage=Usage(input_tokens=5), usd=Decimal("0.1"), milliseconds=1.0)


def event(kind: str, data: dict) -> JobEvent:
    return JobEvent(job="j", seq=1, type=kind, data=data, at=NOW)


def test_the_calls_of_a_stopped_job_are_added_up():
    level = {"level": "write", "cost": wire.dump(Cost(model_calls=2, usd=Decimal("0.2"), models=("paid:b",)))}
    call = {"cost": wire.dump(Cost(model_calls=1, usd=Decimal("0.1"), models=("paid:a",)))}
    cost = spent([event("level.done", level), event("model.called", call), event("job.cancelled", {})])
    assert (cost.model_calls, cost.usd, cost.models) == (3, Decimal("0.3"), ("paid:b", "paid:a"))


def test_each_call_of_a_turn_is_told_at_once():
    heard: list[Event] = []

    class Sink:
        def emit(self, event: Event) -> None:
            heard.append(event)

    turn = TurnContext(NOW.date(), Sink())
    turn.meter.add(CALL)
    told = [event(one.name, dict(one.values)) for one in heard]
    assert spent(told).usd == Decimal("0.1")

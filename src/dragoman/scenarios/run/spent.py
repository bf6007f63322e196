"""What the levels of a run took of language models, kept in its state as JSON."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from dragoman.domain import wire
from dragoman.domain.cost import Cost, together

Json = dict[str, Any]


def spent_on(level: str, costs: Sequence[Cost]) -> list[Json]:
    """Return one record of a level's visit; none where no model was asked."""
    cost = together(costs)
    return [{"level": level, "cost": wire.dump(cost)}] if cost.model_calls else []


def total(records: Iterable[Mapping[str, Any]]) -> Cost:
    """Return what all these visits took together."""
    return together([wire.load(Cost, record["cost"]) for record in records])


def of_answer(output: Mapping[str, Any]) -> list[Cost]:
    """Return what an assistant's answer took, where a level put one out."""
    record = output.get("record")
    cost = record.get("cost") if isinstance(record, dict) else None
    return [wire.load(Cost, cost)] if cost else []

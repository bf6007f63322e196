"""What the agents left in the state, as values again."""

from collections.abc import Mapping, Sequence
from typing import Any

from dragoman.assistants.mines.arithmetic import Computed
from dragoman.assistants.mines.material import Material, found_of
from dragoman.assistants.mines.news import NewsItem, SourceNote
from dragoman.assistants.mines.state import Json, MainState
from dragoman.domain import wire
from dragoman.domain.document import Passage
from dragoman.domain.lineage import CalculationNode
from dragoman.domain.plan import Explain, Plan, Step


def material_of(state: MainState) -> Material:
    """Return what the present turn found."""
    result = state["retrieval_result"]
    plan = wire.load(Plan, state["plan"])
    passages = passages_of(result.get("documents", ()))
    by_id = {passage.id: passage for passage in passages}
    return Material(
        plan=plan,
        found=found_of(result.get("found", {})),
        passages=passages,
        instead=wire.load(Explain, result["instead"]) if result.get("instead") else None,
        stated={plan.steps[s["step"]]: (by_id[s["passage"]], s["sentence"]) for s in state["stated"]},
        worked=tuple(wire.load(CalculationNode, record) for record in state["worked"]),
        news=news_of(state["news_context"]),
        news_notes=tuple(wire.load(SourceNote, note) for note in state["news_notes"]),
        news_failed=state["news_failed"],
    )


def passages_of(records: Sequence[Json]) -> tuple[Passage, ...]:
    """Rebuild passages."""
    return tuple(wire.load(Passage, record) for record in records)


def news_of(records: Sequence[Json]) -> tuple[NewsItem, ...]:
    """Rebuild news items."""
    return tuple(wire.load(NewsItem, record) for record in records)


def computed_of(records: Sequence[Mapping[str, Any]], plan: Plan) -> dict[Step, Computed]:
    """Rebuild the calculations of the plan's steps; each record names its step by its place in the plan."""
    return {plan.steps[record["step"]]: wire.load(Computed, record["computed"]) for record in records}

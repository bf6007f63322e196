"""The state of one scenario's run: JSON types only, so that a checkpoint can hold it."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypedDict

Json = dict[str, Any]


def gathered(before: list[Json], more: list[Json] | None) -> list[Json]:
    """Return what the items of a map came to, with more of them; None begins anew."""
    return [] if more is None else [*before, *more]


class Mapped(TypedDict):
    """The list that a level of kind map works on."""

    level: str
    over: list[Any]


class ScenarioState(TypedDict):
    """What a run knows."""

    scenario_id: str
    prompt: str  # the person's words, with replies in free text after them
    turns: list[Json]  # earlier turns, oldest first
    job: str
    chain_path: list[str]  # scenarios before this one, in order
    classifier_catalog: list[Json]
    levels: dict[str, Json]  # what each level put out last
    order: list[str]  # levels as they were reached
    output_parsed: Json  # what the last level put out
    following: str  # where the run goes next: a node, or the end
    chain: str | None  # the scenario that the edge just taken goes on with
    approved: str  # the digest of the plan that a person agreed to
    asked: Json | None  # an assistant's question that waits, with the reply once it is there
    mapped: Mapped | None  # while its items are worked on
    spent: list[Json]  # what each visit of a level took of language models
    items: Annotated[list[Json], gathered]  # what they came to, in the order in which they were done
    aborted_reason: str
    chained_intent_route: str | None
    chain_reason: str | None


class ItemState(ScenarioState):
    """What one item of a map is given: the run's state, and itself."""

    item: Any
    index: int


class Start(TypedDict):
    """What a run begins with."""

    prompt: str
    turns: Sequence[Json]
    job: str
    chain_path: Sequence[str]
    catalog: Sequence[Json]


def fresh(scenario: str, start: Start) -> ScenarioState:
    """Return the state in which a run begins."""
    return ScenarioState(
        scenario_id=scenario,
        prompt=start["prompt"],
        turns=list(start["turns"]),
        job=start["job"],
        chain_path=list(start["chain_path"]),
        classifier_catalog=list(start["catalog"]),
        levels={},
        order=[],
        output_parsed={},
        following="",
        chain=None,
        approved="",
        asked=None,
        mapped=None,
        spent=[],
        items=[],
        aborted_reason="",
        chained_intent_route=None,
        chain_reason=None,
    )


def digest(plan: object) -> str:
    """Return a name for exactly this plan."""
    return hashlib.sha256(json.dumps(plan, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def values_of(state: Mapping[str, Any], output: Json | None = None) -> Json:
    """Return what an expression can see."""
    values: Json = {"prompt": state["prompt"], "levels": state["levels"]}
    values |= {name: state[name] for name in ("item", "index") if name in state}
    return values if output is None else {**values, "output": output}

"""A level for each item of a list: the list is fixed, its items are worked on several at a time, then gathered.

Each item is a task of the graph with a record of its own, so a run that was stopped goes on with the items that
were not done yet.
"""

import asyncio
from dataclasses import replace
from time import perf_counter
from typing import Any

import dragoman.graphs.environment  # noqa: F401  # isort: skip  # must come before langgraph
from langgraph.errors import GraphBubbleUp
from langgraph.types import Send

from dragoman.errors import DragomanError
from dragoman.graphs.path import TurnContext
from dragoman.models.meter import Meter
from dragoman.scenarios.check.outputs import names_inside, output_of
from dragoman.scenarios.condition import Condition, EvaluationError
from dragoman.scenarios.levels.world import LevelFailure, LevelWorld
from dragoman.scenarios.run.level_node import LevelNode
from dragoman.scenarios.run.level_work import LevelWork
from dragoman.scenarios.run.listening import tell
from dragoman.scenarios.run.spent import of_answer, spent_on
from dragoman.scenarios.run.state import ItemState, ScenarioState, values_of
from dragoman.scenarios.spec import MapLevelSpec, ScenarioSpec

Json = dict[str, Any]
SHOWN = 40  # characters of an item where a sentence names it


class MapNode:
    """A map with its expressions compiled; `begin`, `work_on` and `gather` are nodes of the graph."""

    def __init__(self, spec: ScenarioSpec, level: MapLevelSpec, world: LevelWorld) -> None:
        self._level = level
        self._node = LevelNode(spec, level, world)
        self.working = f"{level.id}.item"
        self.gathering = f"{level.id}.gather"
        inside = names_inside(spec, level, world.tools)
        after = {**inside, "output": output_of(level.level, world.tools)}
        self._work = LevelWork(level.level, world, before=inside, after=after)
        self._words = Condition(level.words, names=inside, where=level.where("words")) if level.words else None
        self._at_once = asyncio.Semaphore(level.at_once)

    async def begin(self, state: ScenarioState, _turn: TurnContext) -> Json:
        """Fix the list. An empty one, or one that cannot be worked on, leads on at once."""
        order = [*state["order"], self._level.id]
        begun: Json = {"order": order, "items": None}
        try:
            self._node.refuse_endless(order)
            over = self._listed(state)
        except LevelFailure as failure:
            return {**begun, **self._node.aborted(state, failure)}
        if not over:
            nothing = _output(self._level, [], [])
            return {**begun, **await self._node.done(state, lambda: _at_once(nothing))}
        return {**begun, "mapped": {"level": self._level.id, "over": over}, "following": ""}

    def each(self, state: ScenarioState) -> str | list[Send]:
        """Return one task for each item of the list, or where the run goes when there is none."""
        if state["mapped"] is None:
            return state["following"]
        return [
            Send(self.working, {**state, "items": [], "mapped": None, "item": item, "index": index})
            for index, item in enumerate(state["mapped"]["over"])
        ]

    async def work_on(self, state: ItemState, turn: TurnContext) -> Json:
        """Work on one item. What goes wrong with it stands in its place."""
        async with self._at_once:
            began, turn = perf_counter(), replace(turn, meter=Meter())
            found = await self._came_to(state, turn)
            found["spent"] = spent_on(self._level.level.id, [turn.meter.cost, *of_answer(found.get("output", {}))])
            milliseconds = round((perf_counter() - began) * 1000, 1)
        tell("item.done", {**self._place(state), "ok": "output" in found, "milliseconds": milliseconds})
        return {"items": [{"index": state["index"], "item": state["item"], **found}]}

    async def gather(self, state: ScenarioState, _turn: TurnContext) -> Json:
        """Put the items into the order of the list and go on; where none succeeded, the level failed."""
        mapped = state["mapped"]
        if mapped is None:
            raise TypeError(self._level.id)
        items = [dict(one) for one in sorted(state["items"], key=lambda one: int(one["index"]))]

        async def put_together() -> Json:
            output = _output(self._level, mapped["over"], items)
            _refuse_failures(self._level, output)
            return await self._node.work.verified(state, lambda _: _at_once(output))

        spent = [*state.get("spent", []), *(one for item in items for one in item.pop("spent", []))]
        return {"items": None, **await self._node.done(state, put_together), "spent": spent}

    def _listed(self, state: ScenarioState) -> list[Any]:
        try:
            found = self._node.work.expressions["over"].value(values_of(state))
        except EvaluationError as failure:
            raise LevelFailure(f"the step {self._level.id} has no list to work on ({failure})") from None
        if not isinstance(found, list):
            raise LevelFailure(f"the step {self._level.id} has no list to work on")
        if len(found) > self._level.max_items:
            counts = f"{len(found)} items, and {self._level.max_items} are allowed"
            raise LevelFailure(f"the list of the step {self._level.id} has {counts}", code="too-many-items")
        return found

    async def _came_to(self, state: ItemState, turn: TurnContext) -> Json:
        try:
            given: ItemState = {**state, "prompt": self._asked(state)}
            output = await self._work.output(given, turn)
        except GraphBubbleUp:
            raise
        except (LevelFailure, EvaluationError, DragomanError) as failure:
            code = failure.code if isinstance(failure, LevelFailure | DragomanError) else "failed"
            reason = failure.problem if isinstance(failure, DragomanError) else str(failure)
            return {"failure": {"code": code, "reason": reason}}
        except Exception as failure:  # noqa: BLE001  one item does not end the others, whatever happens to it
            return {"failure": {"code": "fault", "reason": f"it broke ({type(failure).__name__})"}}
        if output.get("outcome") == "clarification":
            return {"failure": {"code": "asked-back", "reason": str(output.get("answer") or "a question came back")}}
        return {"output": output}

    def _asked(self, state: ItemState) -> str:
        return str(self._words.value(values_of(state))) if self._words else state["prompt"]

    def _place(self, state: ItemState) -> Json:
        return {
            "level": self._level.id,
            "scenario": state["scenario_id"],
            "depth": len(state["chain_path"]),
            "attempt": state["order"].count(self._level.id),
            "index": state["index"],
        }


async def _at_once(output: Json) -> Json:
    return output


def _output(level: MapLevelSpec, over: list[Any], items: list[Json]) -> Json:
    """Return what a map puts out: every item in order, what succeeded, and what failed and why."""
    failures = [{"index": one["index"], "item": one["item"], **one["failure"]} for one in items if "failure" in one]
    results = [one["output"] for one in items if "output" in one]
    said = [str(result["answer"]) for result in results if result.get("answer")]
    lost = [f"{_name(one['item'])}: {one['reason']} ({one['code']})" for one in failures]
    if not over:
        said = [f"There was nothing to do in the step {level.id}."]
    if lost:
        said.append(f"{len(failures)} of {len(over)} failed:\n" + "\n".join(f"  {line}" for line in lost))
    return {
        "answer": "\n\n".join(said),
        "items": items,
        "results": results,
        "failures": failures,
        "count": len(over),
    }


def _refuse_failures(level: MapLevelSpec, output: Json) -> None:
    failures = output["failures"]
    if not failures or (output["results"] and level.on_item_fail == "keep"):
        return
    first = failures[0]
    reason = f"{len(failures)} of {output['count']} items of the step {level.id} failed; the first: {first['reason']}"
    raise LevelFailure(reason, code="items-failed", answer=output["answer"])


def _name(item: object) -> str:
    text = " ".join(str(item).split())
    return text if len(text) <= SHOWN else f"…{text[-SHOWN:]}"

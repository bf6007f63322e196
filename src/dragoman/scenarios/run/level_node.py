"""One level at work: what it put out becomes part of the state, and says where the run goes next."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import dragoman.graphs.environment  # noqa: F401  # isort: skip  # must come before langgraph
from langgraph.errors import GraphBubbleUp

from dragoman.errors import DragomanError
from dragoman.graphs.path import TurnContext
from dragoman.models.meter import Meter
from dragoman.scenarios.check.outputs import names_before, names_of
from dragoman.scenarios.condition import Condition, EvaluationError
from dragoman.scenarios.levels.graph import go_on, question_of
from dragoman.scenarios.levels.world import LevelFailure, LevelWorld
from dragoman.scenarios.run.level_work import LevelWork
from dragoman.scenarios.run.spent import of_answer, spent_on
from dragoman.scenarios.run.state import ScenarioState, digest, values_of
from dragoman.scenarios.spec import END, ApproveLevelSpec, AskUserLevelSpec, GraphLevelSpec, Level, ScenarioSpec

MAX_VISITS = 5  # of one level in one run
Json = dict[str, Any]


class LevelNode:
    """A level with its expressions and the conditions of its edges compiled."""

    def __init__(self, spec: ScenarioSpec, level: Level, world: LevelWorld) -> None:
        self._spec = spec
        self._level = level
        self._world = world
        self.asking = f"{level.id}.question"
        self.going_on = f"{level.id}.reply"
        after = names_of(spec, level, world.tools)
        self.work = LevelWork(level, world, before=names_before(spec, level, world.tools), after=after)
        self._edges = [
            (edge, Condition(edge.when, names=after, where=edge.where("when")) if edge.when else None)
            for edge in spec.leaving(level.id)
        ]

    async def run(self, state: ScenarioState, turn: TurnContext) -> Json:
        """Do the level's work and return what changes in the state."""
        order, turn = [*state["order"], self._level.id], replace(turn, meter=Meter())  # what this visit takes
        values = await self.done(state, lambda: self._first(state, turn, order))
        return {"order": order, **values, **self._spent(state, values, turn.meter)}

    async def go_on(self, state: ScenarioState, turn: TurnContext) -> Json:
        """Go on after an assistant's question was answered."""
        level = self._level
        if not isinstance(level, GraphLevelSpec):
            raise TypeError(level.kind)

        async def resumed() -> Json:
            self.refuse_endless(order)
            return await self.work.verified(state, lambda _: go_on(level, state, self._world, turn))

        order = [*state["order"], level.id]
        values = await self.done(state, resumed)
        return {"order": order, **values, **self._spent(state, values, Meter())}

    async def done(self, state: ScenarioState, work: Callable[[], Awaitable[Json]]) -> Json:
        """Return what changes in the state once this work has put something out, or failed."""
        try:
            return self._values(state, await work())
        except GraphBubbleUp:
            raise
        except (LevelFailure, EvaluationError, DragomanError) as failure:
            return self.aborted(state, failure)
        except Exception as failure:  # noqa: BLE001  the job ends with something useful, whatever a level does
            return self.aborted(state, LevelFailure(f"the step {self._level.id} broke ({type(failure).__name__})"))

    def refuse_endless(self, order: list[str]) -> None:
        """Raise LevelFailure when a loop comes here once too often."""
        if order.count(self._level.id) > MAX_VISITS:
            raise LevelFailure(f"the step {self._level.id} was reached more than {MAX_VISITS} times")

    def aborted(self, state: ScenarioState, failure: Exception) -> Json:
        """End the run; where something could be written, a person sees first how it stands."""
        problem = failure.problem if isinstance(failure, DragomanError) else str(failure)
        answer = failure.answer if isinstance(failure, LevelFailure) else problem
        code = failure.code if isinstance(failure, LevelFailure | DragomanError) else "failed"
        output = {"answer": f"{answer[:1].upper()}{answer[1:]}", "failed": code}
        return {
            "levels": {**state["levels"], self._level.id: output},
            "output_parsed": output,
            "aborted_reason": problem,
            "following": self._after_failure(state),
            "chain": None,
            "asked": None,
            "mapped": None,
        }

    async def _first(self, state: ScenarioState, turn: TurnContext, order: list[str]) -> Json:
        self.refuse_endless(order)
        return await self.work.output(state, turn)

    def _spent(self, state: ScenarioState, values: Json, meter: Meter) -> Json:
        """Add what the visit took, its calls that failed included, and what the assistant's answer says it took."""
        taken = spent_on(self._level.id, [meter.cost, *of_answer(values["output_parsed"])])
        return {"spent": [*state.get("spent", []), *taken]}

    def _values(self, state: ScenarioState, output: Json) -> Json:
        outputs = {**state["levels"], self._level.id: output}
        values: Json = {"levels": outputs, "output_parsed": output, "asked": None, "aborted_reason": "", "mapped": None}
        if isinstance(self._level, GraphLevelSpec) and (question := question_of(output)):
            return {**values, "asked": question, "following": self.asking, "chain": None}
        if isinstance(self._level, ApproveLevelSpec):
            values["approved"] = digest(output["plan"]) if output["approved"] else ""
            values["aborted_reason"] = state["aborted_reason"] if output["plan"] is None else ""
        if isinstance(self._level, AskUserLevelSpec) and output["chose"] == "text":
            values["prompt"] = f"{state['prompt']} {output['text']}".strip()
        seen = {**values_of({**state, **values}), "output": output}
        for edge, condition in self._edges:
            if condition is None or condition.holds(seen):
                return {**values, "following": edge.to, "chain": edge.chain}
        raise LevelFailure(f"no edge leads on from the step {self._level.id}")

    def _after_failure(self, state: ScenarioState) -> str:
        if self._spec.effects != "write" or isinstance(self._level, ApproveLevelSpec):
            return END
        approvals = [level.id for level in self._spec.levels if isinstance(level, ApproveLevelSpec)]
        return next((one for one in approvals if one not in state["order"]), END)

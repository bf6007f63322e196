"""One level at work: run it, verify what it put out, and say where the run goes next."""

from collections.abc import Awaitable, Callable
from typing import Any

import dragoman.graphs.environment  # noqa: F401  # isort: skip  # must come before langgraph
from langgraph.errors import GraphBubbleUp

from dragoman.errors import DragomanError
from dragoman.graphs.path import TurnContext
from dragoman.scenarios.condition import Condition, EvaluationError
from dragoman.scenarios.levels.approve import run_approve
from dragoman.scenarios.levels.ask_user import run_ask_user
from dragoman.scenarios.levels.classify import run_classify
from dragoman.scenarios.levels.graph import ask_assistant, go_on, question_of
from dragoman.scenarios.levels.prompt import run_prompt
from dragoman.scenarios.levels.tool import run_tool
from dragoman.scenarios.levels.world import LevelFailure, LevelWorld
from dragoman.scenarios.outputs import names_before, names_of
from dragoman.scenarios.spec import (
    END,
    ApproveLevelSpec,
    AskUserLevelSpec,
    ClassifyLevelSpec,
    GraphLevelSpec,
    Level,
    PromptLevelSpec,
    ScenarioSpec,
    ToolLevelSpec,
)
from dragoman.scenarios.state import ScenarioState, digest, values_of
from dragoman.scenarios.verify import attempts, complaints

MAX_VISITS = 5  # of one level in one run
Json = dict[str, Any]


class LevelNode:
    """A level with its expressions compiled."""

    def __init__(self, spec: ScenarioSpec, level: Level, world: LevelWorld) -> None:
        self._spec = spec
        self._level = level
        self._world = world
        self.asking = f"{level.id}.question"
        self.going_on = f"{level.id}.reply"
        before = names_before(spec, world.tools)
        after = names_of(spec, level, world.tools)
        self._expressions = {
            key: Condition(source, names=before, where=level.where(key)) for key, source in _sources(level).items()
        }
        self._edges = [
            (edge, Condition(edge.when, names=after, where=edge.where("when")) if edge.when else None)
            for edge in spec.leaving(level.id)
        ]
        self._verifiers = {
            number: Condition(one.when, names=after, where=level.where("verifiers", number))
            for number, one in enumerate(level.verifiers)
            if one.when
        }

    async def run(self, state: ScenarioState, turn: TurnContext) -> Json:
        """Do the level's work and return what changes in the state."""
        return await self._done(state, lambda: self._work(state, turn))

    async def go_on(self, state: ScenarioState, turn: TurnContext) -> Json:
        """Go on after an assistant's question was answered."""
        level = self._level
        if not isinstance(level, GraphLevelSpec):
            raise TypeError(level.kind)
        return await self._done(state, lambda: go_on(level, state, self._world, turn))

    async def _done(self, state: ScenarioState, work: Callable[[], Awaitable[Json]]) -> Json:
        order = [*state["order"], self._level.id]
        try:
            self._refuse_endless(order)
            output = await self._verified(state, work)
            values = self._values(state, output)
        except GraphBubbleUp:
            raise
        except (LevelFailure, EvaluationError, DragomanError) as failure:
            values = self._aborted(state, failure)
        except Exception as failure:  # noqa: BLE001  the job ends with something useful, whatever a level does
            values = self._aborted(state, LevelFailure(f"the step {self._level.id} broke ({type(failure).__name__})"))
        return {"order": order, **values}

    def _refuse_endless(self, order: list[str]) -> None:
        if order.count(self._level.id) > MAX_VISITS:
            raise LevelFailure(f"the step {self._level.id} was reached more than {MAX_VISITS} times")

    async def _verified(self, state: ScenarioState, work: Callable[[], Awaitable[Json]]) -> Json:
        found: list[str] = []
        for _ in range(attempts(self._level)):
            output = await work()
            found = complaints(self._level, output, self._verifiers, values_of(state))
            if not found:
                return output
        raise LevelFailure(f"the step {self._level.id} put out nothing usable ({'; '.join(found)})", code="unverified")

    async def _work(self, state: ScenarioState, turn: TurnContext) -> Json:
        match self._level:
            case PromptLevelSpec() as level:
                return run_prompt(level)
            case ClassifyLevelSpec():
                return run_classify(state, self._world)
            case ToolLevelSpec() as level:
                return run_tool(level, state, self._world, self._expressions)
            case AskUserLevelSpec() as level:
                return run_ask_user(level, state, self._expressions)
            case ApproveLevelSpec() as level:
                return run_approve(level, state, self._expressions["plan"])
            case GraphLevelSpec() as level:
                return await ask_assistant(level, state, self._world, turn)
        raise LevelFailure(f"levels of kind {self._level.kind} are not built in this version")

    def _values(self, state: ScenarioState, output: Json) -> Json:
        outputs = {**state["levels"], self._level.id: output}
        values: Json = {"levels": outputs, "output_parsed": output, "asked": None, "aborted_reason": ""}
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

    def _aborted(self, state: ScenarioState, failure: Exception) -> Json:
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
        }

    def _after_failure(self, state: ScenarioState) -> str:
        if self._spec.effects != "write" or isinstance(self._level, ApproveLevelSpec):
            return END
        approvals = [level.id for level in self._spec.levels if isinstance(level, ApproveLevelSpec)]
        return next((one for one in approvals if one not in state["order"]), END)


def _sources(level: Level) -> dict[str, str]:
    match level:
        case ToolLevelSpec():
            return dict(level.arguments)
        case AskUserLevelSpec():
            found = {"question_from": level.question_from, "options_from": level.options_from}
            return {key: source for key, source in found.items() if source}
        case ApproveLevelSpec():
            return {"plan": level.plan}
    return {}

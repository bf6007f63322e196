"""The work of one level: run it within its time, verify what it put out, and try again where that is allowed."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from dragoman.graphs.path import TurnContext
from dragoman.scenarios.condition import Condition, Shape
from dragoman.scenarios.levels.approve import run_approve
from dragoman.scenarios.levels.ask_user import run_ask_user
from dragoman.scenarios.levels.classify import run_classify
from dragoman.scenarios.levels.graph import ask_assistant
from dragoman.scenarios.levels.prompt import Occasion, run_prompt
from dragoman.scenarios.levels.tool import run_tool
from dragoman.scenarios.levels.world import LevelFailure, LevelWorld
from dragoman.scenarios.run.state import ScenarioState, values_of
from dragoman.scenarios.run.verify import attempts, complaints
from dragoman.scenarios.spec import (
    ApproveLevelSpec,
    AskUserLevelSpec,
    ClassifyLevelSpec,
    GraphLevelSpec,
    Level,
    MapLevelSpec,
    PromptLevelSpec,
    ToolLevelSpec,
)

Json = dict[str, Any]
Names = Mapping[str, Shape]
Try = Callable[[Sequence[str]], Awaitable[Json]]  # given what was wrong with the last one, if there was one


class LevelWork:
    """A level with its expressions compiled."""

    def __init__(self, level: Level, world: LevelWorld, *, before: Names, after: Names) -> None:
        """Take the names that can be seen before the level has put something out, and after."""
        self.level = level
        self._world = world
        self.expressions = {
            key: Condition(source, names=before, where=level.where(key)) for key, source in _sources(level).items()
        }
        self._verifiers = {
            number: Condition(one.when, names=after, where=level.where("verifiers", number))
            for number, one in enumerate(level.verifiers)
            if one.when
        }

    async def output(self, state: ScenarioState, turn: TurnContext) -> Json:
        """Return what the level puts out, verified. Raises LevelFailure where it cannot be used or takes too long."""
        return await self.verified(state, lambda found: self._run(state, turn, found))

    async def verified(self, state: ScenarioState, work: Try) -> Json:
        """Return what some work for this level put out, verified like its own."""
        limit = asyncio.timeout(self.level.timeout_seconds)
        try:
            async with limit:
                return await self._tried(state, work)
        except TimeoutError:
            if not limit.expired():
                raise
            seconds = f"{self.level.timeout_seconds:g}"
            raise LevelFailure(f"the step {self.level.id} took longer than {seconds} s", code="timed-out") from None

    async def _tried(self, state: ScenarioState, work: Try) -> Json:
        found: list[str] = []
        for _ in range(attempts(self.level)):
            output = await work(found)
            if isinstance(self.level, PromptLevelSpec) and "without_model" in output:
                return output  # nobody was asked, so there is nothing to verify
            found = complaints(self.level, output, self._verifiers, values_of(state))
            if not found:
                return output
        raise LevelFailure(f"the step {self.level.id} put out nothing usable ({'; '.join(found)})", code="unverified")

    async def _run(self, state: ScenarioState, turn: TurnContext, found: Sequence[str]) -> Json:
        match self.level:
            case PromptLevelSpec() as level:
                occasion = Occasion(expressions=self.expressions, complaints=found, meter=turn.meter)
                return await run_prompt(level, state, self._world, occasion)
            case ClassifyLevelSpec() as level:
                return await run_classify(level, state, self._world, turn.meter)
            case ToolLevelSpec() as level:
                return await run_tool(level, state, self._world, self.expressions)
            case AskUserLevelSpec() as level:
                return run_ask_user(level, state, self.expressions)
            case ApproveLevelSpec() as level:
                return run_approve(level, state, self.expressions["plan"])
            case GraphLevelSpec() as level:
                return await ask_assistant(level, state, self._world, turn)
        raise TypeError(self.level.kind)  # a map works through its items, each of which is a level of another kind


def _sources(level: Level) -> dict[str, str]:
    match level:
        case ToolLevelSpec():
            return dict(level.arguments)
        case PromptLevelSpec():
            return dict(level.inputs)
        case AskUserLevelSpec():
            found = {"question_from": level.question_from, "options_from": level.options_from}
            return {key: source for key, source in found.items() if source}
        case ApproveLevelSpec():
            return {"plan": level.plan}
        case MapLevelSpec():
            return {"over": level.over}
    return {}

"""Doubles for runs of scenarios: a scripted classifier, an assistant of few words, tools that only remember."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import Any

from dragoman.decide.cascade import Policy
from dragoman.domain.answer import Answer, OpenQuestion
from dragoman.domain.conversation import Turn
from dragoman.domain.decision import Option
from dragoman.domain.outcome import Outcome
from dragoman.errors import UnknownNameError
from dragoman.models.prompt import Prompt
from dragoman.scenarios.check.scenario import Parts
from dragoman.scenarios.levels.world import ModelSource
from dragoman.scenarios.lint import LIBRARY
from dragoman.scenarios.load import Scenarios, load_scenarios, parse_scenario
from dragoman.scenarios.orchestrator import DEFAULT_SCENARIO, ScenarioSource
from dragoman.scenarios.prompts.files import packaged_prompts
from dragoman.scenarios.run.runner import ScenarioRunner, Surroundings
from dragoman.scenarios.shop import Shop
from dragoman.scenarios.tools.registry import TOOLS
from dragoman.scenarios.tools.tool import Tool

TODAY = date(2026, 11, 30)


@dataclass(frozen=True)
class Envelope:
    prompt: str = "do it"
    metadata: Mapping[str, Any] = field(default_factory=lambda: {"kind": "task"})
    thread: str | None = None
    chain_path: tuple[str, ...] = ()


def envelope_of(route: str, confidence: float = 0.9, **more: Any) -> dict[str, Any]:
    """What the classifier puts out when it is asked."""
    return {
        "chosen_intent_route": route,
        "confidence": confidence,
        "margin": confidence,
        "reason": "scripted",
        "candidates": [{"intent_route": route, "score": confidence}, {"intent_route": "mines_financial", "score": 0.1}],
        "decided_by": "classifier",
        "options": [{"value": route, "text": route}, {"value": "security_review", "text": "Security review"}],
        "question": "Which do you mean?",
        **more,
    }


class ScriptedProposer:
    """Gives one envelope after the other, the last again and again, and remembers what it was asked."""

    def __init__(self, *envelopes: dict[str, Any]) -> None:
        self._envelopes = list(envelopes)
        self.asked: list[tuple[str, list[str]]] = []

    def propose(self, prompt: str, catalog: Sequence[dict[str, Any]]) -> dict[str, Any]:
        self.asked.append((prompt, [entry["id"] for entry in catalog]))
        return self._envelopes.pop(0) if len(self._envelopes) > 1 else self._envelopes[0]


class TerseAssistant:
    """Answers with what it was asked; asks back first where it is told to."""

    def __init__(self, *, asks: bool = False) -> None:
        self._asks = asks
        self.asked: list[str] = []
        self.waits: set[str] = set()

    async def ask(self, text: str, *, thread: str, turns: Sequence[Any], reference_date: date) -> Answer:
        self.asked.append(text)
        if self._asks and text.count("BHP") == 0:
            self.waits.add(thread)
            question = OpenQuestion(id="q-1", question="Which one?", options=(Option(value="BHP", text="BHP"),))
            return Answer(text="Which one?", outcome="clarification", question=question)
        return Answer(text=f"about {text}", outcome="answered")

    async def resume(self, thread: str, question: str, reply: str, *, reference_date: date) -> Answer:
        if thread not in self.waits:
            raise UnknownNameError("question that waits", question, self.waits)
        self.waits.discard(thread)
        return Answer(text=f"resumed with {reply}", outcome="answered")


@dataclass
class Job:
    """A job of a runner, with its events."""

    runner: ScenarioRunner
    envelope: Envelope
    name: str = "j-1"
    events: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    async def start(self) -> Outcome:
        return await self.runner.start(self.envelope, self.name, lambda kind, data: self.events.append((kind, data)))

    async def resume(self, question: str, reply: object) -> Outcome:
        emit = lambda kind, data: self.events.append((kind, data))  # noqa: E731  as long as it is needed
        return await self.runner.resume(self.envelope, self.name, question, reply, emit)

    def kinds(self, kind: str) -> list[dict[str, Any]]:
        return [data for name, data in self.events if name == kind]


def tool(name: str, output: dict[str, Any], *, writes: bool = False) -> Tool:
    """A tool that puts out the same each time."""
    takes = ("plan",) if writes else ()
    return Tool(name=name, run=lambda given, world: output, takes=takes, produces=dict.fromkeys(output), writes=writes)


def shipped() -> dict[str, Any]:
    return dict(load_scenarios([LIBRARY], Parts(TOOLS)))


def scenario(text: str, tools: Mapping[str, Tool] = TOOLS) -> Any:
    return parse_scenario(text, Parts(tools))


def shop_of(
    scenarios: Scenarios,
    proposer: Any = None,
    *,
    tools: Mapping[str, Tool] = TOOLS,
    folder: Path = Path("/nowhere"),
    models: ModelSource | None = None,
) -> Shop:
    source = ScenarioSource(lambda: scenarios, lambda: "same")
    made = proposer or ScriptedProposer(envelope_of("quick_qa"))
    place = {"folders": (folder,), "workspace": folder / "workspace"}
    return Shop(source, tools=tools, propose=lambda catalog: made, models=models, **place)


@asynccontextmanager
async def open_runner(
    shop: Shop,
    checkpoints: Path | None = None,
    default: str = DEFAULT_SCENARIO,
    assistants: Mapping[str, Any] | None = None,
    turns: Sequence[Turn] = (),
) -> AsyncIterator[ScenarioRunner]:
    surroundings = Surroundings(
        today=lambda: TODAY, default=default, assistants=assistants or {}, turns=lambda _thread: turns
    )
    async with ScenarioRunner.open(shop, checkpoints, surroundings) as runner:
        yield runner


CHAINS = """
id: {id}
description: Goes on.
chains: true
examples: [{id} please]
levels:
  - {{ id: reply, kind: tool, tool: product_help, arguments: {{ text: prompt }} }}
edges:
  - {{ from: reply, to: __end__, chain: {to} }}
"""

ENDS = """
id: {id}
description: Ends.
examples: [{id} please]
levels:
  - {{ id: reply, kind: tool, tool: product_help, arguments: {{ text: prompt }} }}
edges:
  - {{ from: reply, to: __end__ }}
"""


def models_of(model: Any, policy: Policy = "cascade", prompts: Mapping[str, Prompt] | None = None) -> ModelSource:
    """A language model for the levels of a shop."""
    return ModelSource(model=lambda: model, policy=policy, prompts=lambda: {**packaged_prompts(), **(prompts or {})})


def chain_of(*names: str) -> dict[str, Any]:
    """Scenarios of which each goes on with the next; the last ends."""
    links = [scenario(CHAINS.format(id=name, to=to)) for name, to in pairwise(names)]
    return {spec.id: spec for spec in (*links, scenario(ENDS.format(id=names[-1])))}

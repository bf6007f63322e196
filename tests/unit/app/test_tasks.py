"""The tasks assistant over the product as it is."""

import shutil
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

import pytest

from dragoman.app.runtime import Runtime
from dragoman.app.settings import Settings
from dragoman.domain.conversation import Turn
from dragoman.domain.outcome import Finished


@dataclass(frozen=True)
class Envelope:
    prompt: str
    metadata: dict[str, str] = field(default_factory=lambda: {"kind": "task"})
    thread: str | None = "t-1"
    chain_path: tuple[str, ...] = ()


@pytest.fixture
def runtime(filled_home: Path, tmp_path: Path, today):
    home = tmp_path / "home"
    shutil.copytree(filled_home, home)
    with Runtime(Settings(home=home, reference_date=today)) as opened:
        yield opened


async def run(runtime, prompt, turns=()):
    events = []
    async with AsyncExitStack() as opened:
        runner = await runtime.open_runner(opened, turns=lambda thread: turns)
        outcome = await runner.start(
            Envelope(prompt), f"j-{len(prompt)}", lambda kind, data: events.append((kind, data))
        )
        await runner.forget(f"j-{len(prompt)}")
    return outcome, events


async def test_events_of_the_assistant_that_a_level_asks_are_events_of_the_job(runtime):
    outcome, events = await run(runtime, "What was BHP's FY2024 revenue?")
    assert isinstance(outcome, Finished)
    kinds = [kind for kind, _ in events]
    assert {"node.started", "node.done", "level.done", "scenario_chained"} <= set(kinds)
    inside = kinds.index("node.started")
    assert kinds.index("scenario_chained") < inside < len(kinds) - 1 - kinds[::-1].index("level.done")


async def test_an_assistant_is_given_the_turns_before(runtime):
    turns = (Turn("user", "What was BHP's FY2024 revenue?"), Turn("assistant", "US$55,658 million"))
    outcome, _ = await run(runtime, "and the dividend of Rio Tinto that year?", turns)
    assert "Rio Tinto" in outcome.result["answer"]
    assert "2024" in outcome.result["answer"]


async def test_the_day_a_question_counts_from_is_handed_on(runtime):
    tasks = await runtime.open_tasks()
    try:
        words = "What was BHP's revenue last year?"
        found = [await tasks.ask(words, thread="t-8", reference_date=date(year, 11, 30)) for year in (2024, 2025)]
    finally:
        await tasks.aclose()
    assert ["FY2023" in found[0].text or "FY2024" in found[0].text, found[0].text != found[1].text] == [True, True]


async def test_a_question_back_carries_who_decided_and_what_else_it_could_be(runtime):
    tasks = await runtime.open_tasks()
    try:
        answer = await tasks.ask("look into this for me", thread="t-9", reference_date=runtime.clock.today())
        assert answer.outcome == "clarification"
        assert (answer.decision["decided_by"], len(answer.decision["candidates"]) > 1) == ("classifier", True)
        assert (await tasks.question("t-9")) == answer.question
    finally:
        await tasks.aclose()

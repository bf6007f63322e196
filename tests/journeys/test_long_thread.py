"""A conversation of sixty turns: it is summed up on its way, loses no follow-up, and its cost is one sum everywhere."""

import json
import shutil
from pathlib import Path

import pytest

from dragoman.app.dragoman import open_handle
from dragoman.app.settings import MemorySettings, Settings
from dragoman.app.thread_cost import thread_cost
from dragoman.cli.main import run
from dragoman.testing.model_faults import healthy_server

YEARS = ("FY2022", "FY2023", "FY2024")
METRICS = ("revenue", "EBITDA", "net profit")
WHY = "Why did BHP's net operating cash flow rise in FY2024?"


@pytest.fixture
def home(filled_home: Path, tmp_path: Path) -> Path:
    copy = Path(shutil.copytree(filled_home, tmp_path / "home"))
    copy.chmod(0o700)
    return copy


def question(number: int) -> str:
    """A figure in full, then a follow-up that needs its company and metric."""
    if number % 2:
        return f"And in {YEARS[(number // 2 + 1) % 3]}?"
    return f"What was BHP's {METRICS[number // 2 % 3]} in {YEARS[number // 2 % 3]}?"


def test_sixty_turns_are_summed_up_and_every_follow_up_finds_its_company(home):
    with open_handle(settings=Settings(home=home, memory=MemorySettings(is_on=False))) as handle:
        thread, answers = None, []
        for number in range(60):
            answers.append(handle.ask(question(number), thread=thread))
            thread = answers[0].thread
        expected = {
            (metric, year): handle.ask(f"What was BHP's {metric} in {year}?").citations[0].quote
            for _, (metric, year) in follow_ups()
        }
    assert {answer.outcome for answer in answers} == {"answered"}
    first = [answer.path[0].summary for answer in answers]
    assert all(summary.endswith("messages, kept") for summary in first[:5])
    assert all("summed up" in summary for summary in first[5:])
    assert all(expected[key] in {c.quote for c in answers[number].citations} for number, key in follow_ups())


def follow_ups():
    """Yield the number of every follow-up with what it asks for."""
    for number in range(1, 60, 2):
        yield number, (METRICS[number // 2 % 3], YEARS[(number // 2 + 1) % 3])


def test_the_terminal_and_the_server_say_the_same_cost_of_a_thread(home, capsys, monkeypatch):
    prices = "price: { input: 0.14, output: 0.28 }"
    with healthy_server() as server:
        candidate = f'{{ id: "paid:counting", url: "{server.url}", model: scripted, profile: openai, {prices} }}'
        (home / "models.yaml").write_text(f"candidates: [{candidate}]")
        with open_handle(settings=Settings(home=home)) as handle:
            first = handle.ask(WHY)
            answers = [
                first,
                *(handle.ask(text, thread=first.thread) for text in (WHY, "What was BHP's FY2024 EBITDA?")),
            ]
            total = thread_cost(handle.runtime.threads.turns(first.thread))
    assert total.model_calls == sum(answer.cost.model_calls for answer in answers) > 0
    assert total.usd == sum(answer.cost.usd for answer in answers) > 0
    monkeypatch.setenv("DRAGOMAN_HOME", str(home))
    run(["threads", "show", first.thread, "--json"])
    assert json.loads(capsys.readouterr().out)["cost"]["amount"] == str(total.usd)

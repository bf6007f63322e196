"""A real server that is killed at any moment, and readers that come and go: nothing is lost and nothing comes twice."""

import asyncio
import time
from contextlib import suppress
from random import Random

import httpx
import pytest
from tests.journeys.real_server import RealServer, chance, check_log, serving
from tests.journeys.test_readers import ask_and_read

ASKS = (
    {"message": "create a page called {name}"},  # waits for a yes, then writes
    {"message": "What was BHP's FY2024 revenue?", "kind": "task"},  # chained to an assistant
    {"message": "Tell me about this company"},  # the assistant asks back
    {"message": "look into this for me", "kind": "task"},  # the classifier asks
    {"message": "check ./src for secrets"},
    {"message": "scan ./src", "scenario_id": "parallel_review_demo"},
)
REPLIES = {"approve": "approve", "clarify": "1", "ask_user": "quick_qa"}


@pytest.fixture
def code(tmp_path):
    for name in ("api", "web", "src/one", "src/two", "src/three"):
        (tmp_path / "code" / name).mkdir(parents=True)
        (tmp_path / "code" / name / "a.py").write_text("x = eval(input())\n" * 200)
    return tmp_path / "code"


def answer_what_waits(server: RealServer) -> bool:
    """Answer it; say whether every job has ended."""
    jobs = server.jobs()
    for job in jobs:
        if job["question"]:
            server.reply(job["id"], job["question"]["id"], REPLIES[job["question"]["kind"]])
    return all(job["status"] in ("done", "failed", "cancelled") for job in jobs)


def work_for(server: RealServer, seconds: float) -> None:
    """Answer what waits for so long."""
    until = time.monotonic() + seconds
    while time.monotonic() < until and not answer_what_waits(server):
        pass


def run_and_kill(server: RealServer, dice: Random, kills: int) -> None:
    asked = 0
    for _ in range(kills):
        for _ in range(3):
            ask = ASKS[asked % len(ASKS)]
            asked += 1
            with suppress(httpx.HTTPError):
                server.ask(**{**ask, "message": ask["message"].format(name=f"kept-{asked}")})
        with suppress(httpx.HTTPError):
            work_for(server, dice.choice((0, dice.uniform(0, 0.4), dice.uniform(0, 2))))
        server.restart()


# C-043 C-048
@pytest.mark.slow
@pytest.mark.parametrize(("kills", "seed"), [(3, 1), (30, 2)])
def test_a_real_server_that_is_killed_ends_every_job_and_does_nothing_twice(shell, code, kills, seed):
    with serving(shell, readable=code) as server:
        run_and_kill(server, chance(seed), kills)
        while not answer_what_waits(server):
            pass
        jobs = server.jobs()
        logs = {job["id"]: server.events(job["id"]) for job in jobs}
    assert (len(jobs), {job["status"] for job in jobs}) == (3 * kills, {"done"})
    for job in jobs:
        check_log(logs[job["id"]])
        started = [one["data"]["scenario"] for one in logs[job["id"]] if one["type"] == "scenario.started"]
        assert started == job["result"]["chain"]
    built = [job for job in jobs if job["scenario"] == "code_build"]
    assert all(job["result"]["output"]["passed"] for job in built)
    written = sorted(path.name for path in (shell.home / "workspace").iterdir())
    assert written == sorted(job["prompt"].rpartition(" ")[2] for job in built)
    assert not list((shell.home / "workspace").rglob("*.unfinished"))


# C-045
@pytest.mark.slow
def test_readers_of_a_real_server_that_drop_and_come_again_get_every_event_once(shell, code):
    prompts = ("what can you do?", "check ./src for secrets", "What was BHP's FY2024 revenue?", "who are you?")
    with serving(shell, readable=code) as server:
        read, logs = asyncio.run(ask_and_read(str(server.client.base_url), 200, prompts))
    assert len(read) == 200
    for job, seen in read.items():
        check_log(logs[job])
        assert seen == [(event["seq"], event["type"]) for event in logs[job]]

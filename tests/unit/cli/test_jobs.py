"""`dragoman jobs` and `dragoman serve` from the terminal."""

import asyncio
import os
import re
import signal
import subprocess
import sys

import httpx
import pytest

from dragoman.app.desk import Desk
from dragoman.app.front_door import job_runners
from dragoman.app.runtime import Runtime
from dragoman.app.settings import Settings
from dragoman.jobs.envelope import Envelope, Metadata
from dragoman.jobs.workers import carry_out_one

SERVE = [sys.executable, "-m", "dragoman", "serve", "--port", "0"]


@pytest.fixture
def piped(home):
    """How a process is started over the home of the test."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "env": environment}


@pytest.fixture
def job(home):
    with Runtime(Settings(home=home)) as runtime:
        return runtime.jobs.submit(Envelope(prompt="What was\nBHP's FY2024 revenue?", thread="t-1")).id


def test_jobs_are_listed_shown_and_cancelled(dragoman, job):
    assert (
        dragoman("jobs", "list").out
        == f"{job}  queued     t-1        -                  What was BHP's FY2024 revenue?\n"
    )
    assert dragoman("jobs", "show", job, "--json").record["status"] == "queued"
    assert dragoman("jobs", "cancel", job).out == f"cancelled {job}\n"
    assert dragoman("jobs", "show", job).out.split()[1] == "cancelled"
    events = dragoman("jobs", "events", job, "--json").record
    assert [(event["seq"], event["type"]) for event in events] == [(1, "job.queued"), (2, "job.cancelled")]
    assert dragoman("jobs", "events", job, "--after", "1").out == "   2  job.cancelled      {}\n"


def test_the_scenario_of_a_job_is_shown(dragoman, home):
    with Runtime(Settings(home=home)) as runtime:
        runtime.jobs.submit(Envelope(prompt="hello", metadata=Metadata(scenario_id="quick_qa")))
    assert dragoman("jobs", "list").out.split()[2:] == ["quick_qa", "hello"]


def test_a_job_that_does_not_exist_is_named(dragoman, job):
    for command in ("show", "events", "cancel"):
        outcome = dragoman("jobs", command, "j-none")
        assert (outcome.status, outcome.err.splitlines()[0]) == (2, "error: there is no job 'j-none'")


def test_ended_jobs_are_forgotten_by_age_and_their_threads_stay(dragoman, home, job):
    dragoman("jobs", "cancel", job)
    assert dragoman("jobs", "prune", "--older-than", "1d").out == "forgot 0 jobs\n"
    assert dragoman("jobs", "prune", "--older-than", "0m").out == "forgot 1 job\n"
    assert dragoman("jobs", "show", job).status == 2


@pytest.mark.parametrize("age", ["", "30", "d", "-1d", "1.5d", "1y", "9999999d"])
def test_an_age_that_is_none_is_a_usage_error(dragoman, age):
    refused = dragoman("jobs", "prune", "--older-than", age)
    assert (refused.status, refused.out) == (2, "")
    assert "as 30d" in refused.err


@pytest.fixture
def waits(home):
    """A job that was begun by a server which is gone, and waits for a yes."""
    with Runtime(Settings(home=home)) as runtime:
        desk = Desk(runtime)
        words, thread = desk.admit("create a page called orphan", None)
        job = runtime.jobs.submit(Envelope(prompt=words, thread=thread, metadata=Metadata(kind="task")))
        asyncio.run(carry_out_one(runtime.jobs, job_runners(runtime, runtime.clock.today), job.id))
        return runtime.jobs.job(job.id)


def test_what_a_job_asked_is_answered_in_a_terminal_without_any_server(dragoman, home, waits):
    done = dragoman("ask", "approve", "--thread", waits.envelope.thread, "--answer", "q-1", "--json")
    assert (done.status, done.record["thread"], done.record["turn"]) == (0, waits.envelope.thread, 1)
    shown = dragoman("jobs", "show", waits.id, "--json").record
    assert (shown["status"], shown["result"]["answer"]) == ("done", done.record["answer"])
    assert (home / "workspace" / "orphan" / "index.html").is_file()


def test_the_same_answer_twice_is_fine_and_another_one_is_refused(dragoman, waits):
    reply = ["--thread", waits.envelope.thread, "--answer", "q-1"]
    first, again = dragoman("ask", "reject", *reply), dragoman("ask", "reject", *reply)
    other = dragoman("ask", "approve", *reply)
    assert (first.status, again.status, other.status) == (0, 0, 2)
    assert "another reply already" in other.err


def test_a_job_that_was_cancelled_takes_no_answer_in_a_terminal(dragoman, waits):
    dragoman("jobs", "cancel", waits.id)
    refused = dragoman("ask", "approve", "--thread", waits.envelope.thread, "--answer", "q-1")
    assert (refused.status, "has ended: cancelled" in refused.err) == (2, True)


def test_no_jobs_are_said(dragoman, home):
    assert "dragoman serve" in dragoman("jobs", "list").out
    assert dragoman("jobs", "list", "--json").record == []


def test_a_server_open_to_others_wants_a_token(dragoman, home):
    outcome = dragoman("serve", "--host", "0.0.0.0")  # noqa: S104  # it is refused
    assert outcome.status == 2
    assert "DRAGOMAN_TOKEN" in outcome.err


@pytest.fixture
def server(piped):
    """A server of its own process; killed when the test has not ended it."""
    process = subprocess.Popen(SERVE, **piped)
    yield process
    process.kill()
    process.communicate()


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_the_server_says_where_it_is_and_stops_cleanly(server, piped, stop):
    address = re.search(r"http://127\.0\.0\.1:\d+", server.stdout.readline())[0]
    second = subprocess.run(SERVE, check=False, **piped)
    assert httpx.get(f"{address}/healthz").status_code == 200
    server.send_signal(stop)
    out, err = server.communicate(timeout=20)
    assert (server.returncode, out.strip().splitlines()[0][:8], err) == (0, "Stopped.", "")
    assert (second.returncode, "another process" in second.stderr) == (1, True)

"""`dragoman jobs` and `dragoman serve` from the terminal."""

import os
import re
import signal
import subprocess
import sys

import httpx
import pytest

from dragoman.app.runtime import Runtime
from dragoman.app.settings import Settings
from dragoman.jobs.envelope import Envelope

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
    assert dragoman("jobs", "list").out == f"{job}  queued     t-1        What was BHP's FY2024 revenue?\n"
    assert dragoman("jobs", "show", job, "--json").record["status"] == "queued"
    assert dragoman("jobs", "cancel", job).out == f"cancelled {job}\n"
    assert dragoman("jobs", "show", job).out.split()[1] == "cancelled"
    events = dragoman("jobs", "events", job, "--json").record
    assert [(event["seq"], event["type"]) for event in events] == [(1, "job.queued"), (2, "job.cancelled")]
    assert dragoman("jobs", "events", job, "--after", "1").out == "   2  job.cancelled      {}\n"


def test_a_job_that_does_not_exist_is_named(dragoman, job):
    for command in ("show", "events", "cancel"):
        outcome = dragoman("jobs", command, "j-none")
        assert (outcome.status, outcome.err.splitlines()[0]) == (2, "error: there is no job 'j-none'")


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

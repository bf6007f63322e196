"""A process that is killed at any moment: every job ends, no event is recorded twice, no reply is lost."""

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from dragoman.app.settings import SystemClock
from dragoman.jobs.envelope import Envelope
from dragoman.jobs.inprocess import InProcessBackend
from dragoman.stores.jobs import JobStore
from dragoman.testing.job_conformance import read

WORKER = Path(__file__).with_name("working_process.py")
PROMPTS = ("step rest step rest step", "step ask rest step", "rest step fail", "step ask step ask rest step")


@contextmanager
def working(store: Path) -> Iterator[subprocess.Popen[str]]:
    """Start a process that works on the jobs of a store; kill it in the end."""
    process = subprocess.Popen(
        [sys.executable, str(WORKER), str(store)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    with process:
        assert process.stdout
        assert process.stdout.readline() == "working\n"
        yield process
        process.kill()


def answer(backend: InProcessBackend) -> None:
    """Answer all that waits."""
    for job in backend.jobs(1000):
        if job.question:
            backend.reply(job.id, job.question.id, "left")


def follow_until(backend: InProcessBackend, recorded: int) -> None:
    """Answer what waits, until so many events are on record or nothing is left to do."""
    while sum(len(backend.events(job.id)) for job in backend.jobs(12)) < recorded:
        answer(backend)
        if all(job.is_ended for job in backend.jobs(12)):
            return


def run_and_kill(path: Path, *, kills: int, seed: int) -> InProcessBackend:
    """Submit jobs, kill the process that works on them at random moments, then let the last one finish."""
    dice = random.Random(seed)  # noqa: S311  # a test that can be repeated
    backend = InProcessBackend(JobStore(path, SystemClock()), max_queued=1000)
    for _ in range(kills):
        for number in range(6):
            backend.submit(Envelope(prompt=dice.choice(PROMPTS), thread=f"t-{number}"))
        with working(path):
            follow_until(backend, dice.choice((0, *range(10, 90))))  # of the newest twelve; 0 kills at once
    with working(path):
        for job in reversed(backend.jobs(1000)):
            answered_to_its_end(backend, job)
    return backend


def answered_to_its_end(backend, job) -> None:
    while not backend.job(job.id).is_ended:
        asked = len([event for event in backend.events(job.id) if event.type == "question.answered"])
        if read(backend, job, until="question.asked", nth=asked + 1)[-1].type == "question.asked":
            answer(backend)


def check_logs(backend: InProcessBackend) -> None:
    for job in backend.jobs(1000):
        events = backend.events(job.id)
        kinds = [event.type for event in events]
        assert [event.seq for event in events] == list(range(1, len(events) + 1))
        assert [event.is_terminal for event in events] == [False] * (len(events) - 1) + [True]
        expected = job.envelope.prompt.split()
        assert kinds.count("node.done") == kinds.count("node.started") == expected.count("step"), kinds
        assert kinds.count("question.asked") == kinds.count("question.answered") == expected.count("ask")
        assert kinds[-1] == ("job.failed" if "fail" in expected else "job.done")


# C-043
@pytest.mark.parametrize(
    ("kills", "seed"), [(2, 1), pytest.param(30, 2, marks=pytest.mark.slow, id="thirty kills at random")]
)
def test_a_process_that_is_killed_loses_no_job_and_repeats_no_event(tmp_path, kills, seed):
    backend = run_and_kill(tmp_path / "jobs.db", kills=kills, seed=seed)
    assert len(backend.jobs(1000)) == 6 * kills
    check_logs(backend)
    backend.store.close()

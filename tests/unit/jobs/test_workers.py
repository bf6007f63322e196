"""Workers: what is begun again is recorded once, and nothing goes on for ever."""

import asyncio
from contextlib import asynccontextmanager

import pytest

from dragoman.app.settings import SystemClock
from dragoman.jobs.envelope import Envelope
from dragoman.jobs.inprocess import InProcessBackend
from dragoman.jobs.runner import Finished
from dragoman.jobs.workers import MAX_FRUITLESS, JobRun, Workers
from dragoman.stores.jobs import Entry, JobStore
from dragoman.testing.job_conformance import read
from dragoman.testing.scripted_runner import ScriptedRunner, open_scripted_runner

STARTED = Entry("job.started", {}, "job.started")


@pytest.fixture
def backend(tmp_path):
    store = JobStore(tmp_path / "jobs.db", SystemClock())
    yield InProcessBackend(store)
    store.close()


def die_once_begun(backend: InProcessBackend) -> JobRun:
    """Claim the next job, do its work, and end before the outcome is recorded; as a killed process does."""
    run = JobRun(backend, backend.store.claim(STARTED))
    asyncio.run(run.work(ScriptedRunner()))
    run.record()
    return run


@pytest.fixture
def working(backend):
    workers = Workers(backend, open_scripted_runner)

    def begin():
        workers.start()
        return backend

    yield begin
    backend.close()
    workers.stop()


# C-043
def test_a_prompt_is_stored_before_anybody_works_on_it(backend):
    job = backend.submit(Envelope(prompt="step"))
    assert (backend.job(job.id).status, backend.job(job.id).envelope.prompt) == ("queued", "step")
    assert [event.type for event in backend.events(job.id)] == ["job.queued"]


def test_what_a_killed_process_had_recorded_is_not_recorded_again(backend, working):
    job = backend.submit(Envelope(prompt="step step"))
    die_once_begun(backend)
    before = backend.events(job.id)
    events = read(working(), job)
    assert tuple(events[:-1]) == before
    assert [event.type for event in events].count("node.done") == 2
    assert events[-1].type == "job.done"


def test_a_killed_process_takes_up_after_the_reply_and_not_before(backend, working):
    job = backend.submit(Envelope(prompt="step ask step"))
    die_once_begun(backend).end(asyncio.run(ScriptedRunner().start(job.envelope, job.id, lambda kind, data: None)))
    backend.reply(job.id, "q-1", "left")
    die_once_begun(backend)
    events = read(working(), job)
    nodes = [event.data["node"] for event in events if event.type == "node.done"]
    assert nodes == ["step 0.0", "step 1.0"]
    assert events[-1].data["result"]["reply"] == "left"


def test_a_job_that_takes_the_process_down_each_time_fails_in_the_end(backend, working):
    job = backend.submit(Envelope(prompt="step"))
    for _ in range(MAX_FRUITLESS + 1):
        die_once_begun(backend)
        backend.store.requeue()
    assert read(working(), job)[-1].data["error"]["code"] == "interrupted"


def test_a_job_that_gets_further_each_time_is_begun_again_as_often_as_it_takes(backend, working):
    job = backend.submit(Envelope(prompt="step"))
    for number in range(2 * MAX_FRUITLESS):
        JobRun(backend, backend.store.claim(STARTED)).emit("node.done", {"node": f"n{number}"})
        backend.store.requeue()
    assert read(working(), job)[-1].type == "job.done"


def test_a_run_that_was_taken_over_records_nothing(backend):
    job = backend.submit(Envelope(prompt="step"))
    stale = die_once_begun(backend)
    backend.store.requeue()
    die_once_begun(backend)
    before = backend.events(job.id)
    stale.emit("node.started", {"node": "late"})
    stale.end(Finished({}))
    assert (backend.events(job.id), backend.job(job.id).status) == (before, "running")


def test_nothing_is_recorded_after_the_end(backend):
    job = backend.submit(Envelope(prompt="step"))
    run = die_once_begun(backend)
    backend.cancel(job.id)
    run.emit("node.started", {"node": "late"})
    run.end(Finished({}))
    assert backend.events(job.id)[-1].type == "job.cancelled"


def test_a_cancel_by_another_process_is_seen(tmp_path, working, backend):
    job = working().submit(Envelope(prompt="step hang"))
    read(backend, job, until="node.done")
    elsewhere = JobStore(tmp_path / "jobs.db", SystemClock())
    InProcessBackend(elsewhere).cancel(job.id)
    elsewhere.close()
    assert read(backend, job)[-1].type == "job.cancelled"
    assert read(backend, backend.submit(Envelope(prompt="step")))[-1].type == "job.done"


# C-048
def test_every_reader_and_the_log_hold_the_same_events(backend, working):
    job = working().submit(Envelope(prompt="step " * 20))
    assert read(backend, job) == read(backend, job) == list(backend.events(job.id))


def test_a_worker_whose_runner_cannot_be_opened_tries_again(backend):
    attempts = []

    @asynccontextmanager
    async def at_second_try():
        attempts.append(workers.are_ready)
        if len(attempts) == 1:
            raise RuntimeError("not yet")
        yield ScriptedRunner()

    workers = Workers(backend, at_second_try, count=1)
    workers.start()
    job = backend.submit(Envelope(prompt="step"))
    assert read(backend, job)[-1].type == "job.done"
    assert attempts == [True, False]
    workers.stop()

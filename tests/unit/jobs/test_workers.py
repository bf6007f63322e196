"""Workers: what is begun again is recorded once, and nothing goes on for ever."""

import asyncio
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import pytest

from dragoman.app.settings import SystemClock
from dragoman.jobs.envelope import Envelope, Metadata
from dragoman.jobs.inprocess import InProcessBackend
from dragoman.jobs.runner import Finished
from dragoman.jobs.workers import MAX_FRUITLESS, JobRun, Workers, carry_out_one
from dragoman.stores.jobs import Entry, JobStore
from dragoman.testing.hand_clock import HandClock
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


@pytest.mark.parametrize("kind", ["scenario.started", "scenario_chained", "level.done", "item.done"])
def test_what_is_kept_as_done_is_recorded_before_the_runner_goes_on(backend, kind):
    job = backend.submit(Envelope(prompt="step"))
    run = JobRun(backend, backend.store.claim(STARTED))

    async def killed_at_once() -> None:
        run.emit("level.started", {"level": "a"})
        run.emit(kind, {"scenario": "a", "to": "b"})

    asyncio.run(killed_at_once())
    assert [event.type for event in backend.events(job.id)] == ["job.queued", "job.started", "level.started", kind]


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


def of(tenant: str, prompt: str = "step") -> Envelope:
    return Envelope(prompt=prompt, metadata=Metadata(tenant=tenant))


def test_a_tenant_of_whom_fewer_jobs_are_worked_on_comes_first(backend):
    jobs = [backend.submit(of(tenant)).id for tenant in ("loud", "loud", "loud", "quiet", "quiet")]
    claimed = [backend.store.claim(STARTED).id for _ in jobs]
    assert claimed == [jobs[number] for number in (0, 3, 1, 4, 2)]


def test_no_more_jobs_of_a_tenant_are_worked_on_at_once_than_may_be(backend):
    jobs = [backend.submit(of(tenant)).id for tenant in ("loud", "loud", "quiet")]
    claimed = [backend.store.claim(STARTED, max_per_tenant=1) for _ in jobs]
    assert [job and job.id for job in claimed] == [jobs[0], jobs[2], None]


def test_workers_keep_to_what_a_tenant_may_have_at_once_and_carry_out_the_rest_later(backend):
    held, free = backend.submit(of("loud", "step hang")), backend.submit(of("quiet"))
    later = backend.submit(of("loud"))
    workers = Workers(backend, open_scripted_runner, count=3, grace=0.0, max_per_tenant=1)
    workers.start()
    assert read(backend, free)[-1].type == "job.done"
    assert (read(backend, held, until="node.done")[-1].type, backend.job(later.id).status) == ("node.done", "queued")
    backend.cancel(held.id)
    assert read(backend, later)[-1].type == "job.done"
    backend.close()
    workers.stop()


def test_one_job_is_carried_out_here_and_no_other(backend):
    other, job = backend.submit(Envelope(prompt="step")), backend.submit(Envelope(prompt="step ask step"))
    asyncio.run(carry_out_one(backend, open_scripted_runner, job.id))
    assert backend.job(job.id).status == "waiting"
    backend.reply(job.id, "q-1", "left")
    asyncio.run(carry_out_one(backend, open_scripted_runner, job.id))
    assert (backend.job(job.id).status, backend.job(other.id).status) == ("done", "queued")


def test_one_job_whose_work_is_stopped_is_queued_again(backend):
    job = backend.submit(Envelope(prompt="step hang"))

    async def stopped() -> None:
        with backend.bell.listening(job.id) as rung:
            work = asyncio.create_task(carry_out_one(backend, open_scripted_runner, job.id))
            await rung.wait()
            work.cancel()
            await asyncio.wait({work})

    asyncio.run(stopped())
    assert backend.job(job.id).status == "queued"


def test_jobs_that_ended_long_ago_are_forgotten_and_no_others(tmp_path):
    clock = HandClock(datetime(2026, 11, 1, tzinfo=UTC))
    backend = InProcessBackend(JobStore(tmp_path / "jobs.db", clock))
    old, waits = backend.submit(Envelope(prompt="step")), backend.submit(Envelope(prompt="step ask"))
    for job in (old, waits):
        asyncio.run(carry_out_one(backend, open_scripted_runner, job.id))
    clock.moment += timedelta(days=31)
    new = backend.submit(Envelope(prompt="step"))
    asyncio.run(carry_out_one(backend, open_scripted_runner, new.id))
    assert backend.prune(timedelta(days=30)) == 1
    assert {job.id for job in backend.jobs()} == {waits.id, new.id}
    assert backend.store.events(old.id) == ()
    backend.store.close()

"""A job of the scenarios that is begun again at any point: its turn, its questions and its files come once."""

import sqlite3
from pathlib import Path

import pytest

from dragoman.app.front_door import job_runners
from dragoman.app.runtime import Runtime
from dragoman.app.settings import Settings
from dragoman.domain.outcome import Finished, Waiting
from dragoman.jobs.envelope import Envelope, Metadata


@pytest.fixture
def runtime(tmp_path: Path, today):
    with Runtime(Settings(home=tmp_path / "home", reference_date=today, folders=(tmp_path,))) as opened:
        opened.threads.start("t-1", opened.clock.now())
        yield opened


async def part(runtime, envelope, *, reply=None):
    """Carry out one part of the job, as a process that has just started does."""
    job = runtime.jobs.submit(envelope).id  # the same one for the same words
    async with job_runners(runtime, runtime.clock.today)() as runner:

        def emit(kind, data):
            pass

        if reply is None:
            return await runner.start(envelope, job, emit)
        return await runner.resume(envelope, job, *reply, emit)


def kept(runtime):
    """Return the runs that have checkpoints."""
    with sqlite3.connect(runtime.state / "scenarios.db") as connection:
        return {row[0] for row in connection.execute("select distinct thread_id from checkpoints")}


def envelope(words):
    return Envelope(prompt=words, thread="t-1", metadata=Metadata(idempotency_key=words))


async def test_a_part_that_comes_again_asks_the_same_question(runtime):
    begin = envelope("create a page called again")
    first, second = [await part(runtime, begin) for _ in range(2)]
    assert isinstance(first, Waiting)
    assert first == second
    assert len(runtime.threads.turns("t-1")) == len(runtime.threads.questions("t-1")) == 1


async def test_a_reply_that_comes_again_gets_the_result_it_had(runtime):
    begin = envelope("create a page called again")
    asked = (await part(runtime, begin)).question
    first, second = [await part(runtime, begin, reply=(asked.id, "approve")) for _ in range(2)]
    assert isinstance(first, Finished)
    assert first == second
    assert first.result["output"]["passed"]
    assert await part(runtime, begin) == first


async def test_a_reply_that_led_to_another_question_asks_that_one_again(runtime):
    begin = envelope("check for secrets")
    asked = (await part(runtime, begin)).question
    first, second = [await part(runtime, begin, reply=(asked.id, "nowhere at all")) for _ in range(2)]
    assert isinstance(first, Waiting)
    assert first == second
    assert first.question.id != asked.id
    assert len(runtime.threads.questions("t-1")) == 2


async def test_nothing_of_a_job_that_ended_stays_in_the_checkpoints(runtime):
    assert isinstance(await part(runtime, envelope("what can you do?")), Finished)
    assert kept(runtime) == set()


async def test_what_a_cancelled_job_left_is_removed_when_a_process_begins_to_work(runtime):
    begun = [envelope(words) for words in ("check for secrets", "check for leaked secrets")]
    for one in begun:
        assert isinstance(await part(runtime, one), Waiting)
    cancelled, waiting = [runtime.jobs.submit(one).id for one in begun]
    runtime.jobs.cancel(cancelled)
    await part(runtime, envelope("hello"))
    assert kept(runtime) == {f"{waiting}:0", f"{waiting}:1"}

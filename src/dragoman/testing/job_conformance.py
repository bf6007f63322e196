"""What every backend of jobs does. Subclass it in a test file, say how a backend is opened, and run pytest.

class TestMyBackend(JobBackendConformance):
def open(self, folder, *, max_queued=100):
return my_backend_that_carries_out_jobs_with(open_scripted_runner, folder)
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from dragoman.errors import DragomanError, UnknownNameError
from dragoman.jobs.backend import JobBackend
from dragoman.jobs.envelope import Envelope, Metadata
from dragoman.jobs.errors import EndedJobError, IdempotencyKeyError, QueueFullError, ReplyConflictError
from dragoman.jobs.job import Job, JobEvent

PATIENCE = 20.0  # seconds until a job that does not get on fails its test


class JobBackendConformance(ABC):
    """The suite. Each test is a claim about a backend whose jobs `ScriptedRunner` carries out."""

    @abstractmethod
    def open(self, folder: Path, *, max_queued: int = 100) -> AbstractContextManager[JobBackend]:
        """Open a backend over a folder and its workers; leaving the block stops both and keeps the jobs."""

    def fresh(self, *, max_queued: int = 100) -> AbstractContextManager[JobBackend]:
        """Open a backend over nothing."""
        return _Fresh(self.open, max_queued)

    def test_a_prompt_becomes_a_job_that_ends(self) -> None:
        with self.fresh() as backend:
            job = backend.submit(Envelope(prompt="step step"))
            kinds = [event.type for event in read(backend, job)]
            assert kinds[:2] == ["job.queued", "job.started"]
            assert kinds[2:] == ["node.started", "node.done"] * 2 + ["job.done"]
            assert backend.job(job.id).result == {"answer": "step step", "reply": None}

    def test_events_are_numbered_from_one_without_gaps(self) -> None:
        with self.fresh() as backend:
            job = backend.submit(Envelope(prompt="step step step"))
            events = read(backend, job)
            assert [event.seq for event in events] == list(range(1, len(events) + 1))
            assert tuple(events) == backend.events(job.id)

    def test_a_reader_who_comes_later_gets_exactly_the_rest(self) -> None:
        with self.fresh() as backend:
            job = backend.submit(Envelope(prompt="step step step"))
            events = read(backend, job)
            assert [read(backend, job, after=event.seq) for event in events] == [
                events[event.seq :] for event in events
            ]

    def test_a_reader_who_leaves_changes_nothing(self) -> None:
        with self.fresh() as backend:
            job = backend.submit(Envelope(prompt="step ask step"))
            read(backend, job, until="job.queued")
            read(backend, job, until="question.asked")
            backend.reply(job.id, "q-1", "left")
            assert read(backend, job)[-1].type == "job.done"

    def test_a_question_waits_until_it_has_its_reply(self) -> None:
        with self.fresh() as backend:
            job = backend.submit(Envelope(prompt="ask step", thread="t-1"))
            asked = read(backend, job, until="question.asked")[-1]
            assert asked.data["question"]["id"] == "q-1"
            waiting = backend.job(job.id)
            assert (waiting.status, waiting.question and waiting.question.id) == ("waiting", "q-1")
            found = backend.waiting_for("t-1", "q-1")
            assert found is not None and found.id == job.id  # noqa: PT018  # the second needs the first
            backend.reply(job.id, "q-1", "left")
            assert read(backend, job)[-1].data["result"]["reply"] == "left"

    def test_the_same_reply_twice_is_fine_and_another_one_is_refused(self) -> None:
        with self.fresh() as backend:
            job = backend.submit(Envelope(prompt="ask"))
            read(backend, job, until="question.asked")
            backend.reply(job.id, "q-1", "left")
            backend.reply(job.id, "q-1", "left")
            read(backend, job)
            backend.reply(job.id, "q-1", "left")
            assert refusal(lambda: backend.reply(job.id, "q-1", "right")) is ReplyConflictError
            assert [event.type for event in backend.events(job.id)].count("question.answered") == 1

    def test_a_question_that_was_never_asked_takes_no_reply(self) -> None:
        with self.fresh() as backend:
            job = backend.submit(Envelope(prompt="ask"))
            read(backend, job, until="question.asked")
            assert refusal(lambda: backend.reply(job.id, "q-9", "left")) is UnknownNameError
            assert backend.job(job.id).status == "waiting"

    def test_one_job_may_ask_again_and_again(self) -> None:
        with self.fresh() as backend:
            job = backend.submit(Envelope(prompt="ask step ask step ask"))
            for number, reply in enumerate(("left", "right", "left"), start=1):
                events = read(backend, job, until="question.asked", nth=number)
                backend.reply(job.id, events[-1].data["question"]["id"], reply)
            assert read(backend, job)[-1].data["result"]["reply"] == "left"

    def test_two_open_questions_are_answered_in_either_order(self) -> None:
        with self.fresh() as backend:
            jobs = [backend.submit(Envelope(prompt="ask", thread="t-1")) for _ in range(2)]
            for job in jobs:
                read(backend, job, until="question.asked")
            for job, reply in zip(reversed(jobs), ("right", "left"), strict=True):
                backend.reply(job.id, "q-1", reply)
            assert [read(backend, job)[-1].data["result"]["reply"] for job in jobs] == ["left", "right"]

    def test_a_failure_ends_the_job_and_says_why(self) -> None:
        with self.fresh() as backend:
            codes = []
            for prompt in ("step fail", "step refuse", "step crash"):
                ended = read(backend, backend.submit(Envelope(prompt=prompt)))[-1]
                assert ended.type == "job.failed"
                codes.append(ended.data["error"]["code"])
            assert codes == ["scripted", "empty-input", "fault"]

    def test_a_running_job_can_be_cancelled(self) -> None:
        with self.fresh() as backend:
            job = backend.submit(Envelope(prompt="step hang"))
            read(backend, job, until="node.done")
            backend.cancel(job.id)
            assert backend.cancel(job.id).status == "cancelled"
            assert read(backend, job)[-1].type == "job.cancelled"
            next_one = backend.submit(Envelope(prompt="step"))
            assert read(backend, next_one)[-1].type == "job.done"

    def test_a_waiting_job_can_be_cancelled_and_takes_no_reply_then(self) -> None:
        with self.fresh() as backend:
            job = backend.submit(Envelope(prompt="ask"))
            read(backend, job, until="question.asked")
            backend.cancel(job.id)
            assert refusal(lambda: backend.reply(job.id, "q-1", "left")) is EndedJobError
            assert read(backend, job)[-1].type == "job.cancelled"

    def test_a_job_that_has_ended_is_not_cancelled(self) -> None:
        with self.fresh() as backend:
            job = backend.submit(Envelope(prompt="step"))
            read(backend, job)
            assert refusal(lambda: backend.cancel(job.id)) is EndedJobError
            assert backend.job(job.id).status == "done"

    def test_a_known_key_gives_its_job(self) -> None:
        with self.fresh() as backend:
            first, second = (backend.submit(keyed("step", "k-1")) for _ in range(2))
            assert first.id == second.id
            read(backend, first)
            assert backend.submit(keyed("step", "k-1")).id == first.id
            assert refusal(lambda: backend.submit(keyed("other", "k-1"))) is IdempotencyKeyError
            assert backend.submit(keyed("step", "k-2")).id != first.id

    def test_a_full_queue_refuses_and_stores_nothing(self) -> None:
        with self.fresh(max_queued=2) as backend:
            first = backend.submit(Envelope(prompt="step hang", thread="t-1"))
            read(backend, first, until="node.done")
            for _ in range(2):  # they wait for the first of their thread
                backend.submit(Envelope(prompt="step", thread="t-1"))
            assert refusal(lambda: backend.submit(Envelope(prompt="one too many"))) is QueueFullError
            assert len(backend.jobs()) == 3

    def test_jobs_of_one_thread_come_one_after_another(self) -> None:
        with self.fresh() as backend:
            jobs = [backend.submit(Envelope(prompt="step rest rest", thread="t-1")) for _ in range(4)]
            logs = [read(backend, job) for job in jobs]
            for earlier, later in pairwise(logs):
                assert earlier[-1].at <= later[1].at  # done before the next one was started

    def test_waiting_jobs_stay_and_others_go_on_after_a_restart(self) -> None:
        with TemporaryDirectory() as folder:
            with self.open(Path(folder)) as backend:
                waiting = backend.submit(Envelope(prompt="step ask step"))
                read(backend, waiting, until="question.asked")
                running = backend.submit(Envelope(prompt="step rest " * 40))
                read(backend, running, until="node.done")
            with self.open(Path(folder)) as backend:
                assert backend.job(waiting.id).status == "waiting"
                backend.reply(waiting.id, "q-1", "left")
                for job in (waiting, running):
                    events = read(backend, job)
                    assert events[-1].type == "job.done"
                    assert len({(one.type, str(one.data)) for one in events}) == len(events)

    def test_a_job_that_does_not_exist_is_named(self) -> None:
        with self.fresh() as backend:
            reply = partial(backend.reply, question="q-1", reply="left")
            for call in (backend.job, backend.events, backend.cancel, reply):
                assert refusal(partial(call, "j-none")) is UnknownNameError
            assert backend.waiting_for("t-none", "q-1") is None


class _Fresh(AbstractContextManager[JobBackend]):
    def __init__(self, opener: Callable[..., AbstractContextManager[JobBackend]], max_queued: int) -> None:
        self._folder = TemporaryDirectory(ignore_cleanup_errors=True)
        self._opened = opener(Path(self._folder.name), max_queued=max_queued)

    def __enter__(self) -> JobBackend:
        return self._opened.__enter__()

    def __exit__(self, *error: object) -> None:
        self._opened.__exit__(*error)  # type: ignore[arg-type]  # the three of the protocol
        self._folder.cleanup()


def read(backend: JobBackend, job: Job, *, after: int = 0, until: str = "", nth: int = 1) -> list[JobEvent]:
    """Follow a job to its end, or leave at the nth event of a type."""

    async def follow() -> list[JobEvent]:
        found: list[JobEvent] = []
        async with asyncio.timeout(PATIENCE):
            async for event in backend.stream(job.id, after):
                found.append(event)
                if [one.type for one in found].count(until) == nth:
                    break
        return found

    return asyncio.run(follow())


def refusal(call: Callable[[], object]) -> type[DragomanError] | None:
    """Return the class of the error of ours that a call ends in."""
    try:
        call()
    except DragomanError as error:
        return type(error)
    return None


def keyed(prompt: str, key: str) -> Envelope:
    """Return an envelope with an idempotency key."""
    return Envelope(prompt=prompt, metadata=Metadata(idempotency_key=key))

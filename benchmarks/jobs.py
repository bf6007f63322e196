"""How fast jobs are: two hundred that do next to nothing, and questions as jobs beside questions asked directly.

Run: PYTHONPATH=src python benchmarks/jobs.py
"""

import asyncio
import statistics
import tempfile
from pathlib import Path
from time import perf_counter

from dragoman.app.chat_runner import chat_runners
from dragoman.app.dragoman import Dragoman, open_dragoman
from dragoman.app.settings import Settings, SystemClock
from dragoman.jobs.envelope import Envelope
from dragoman.jobs.inprocess import InProcessBackend
from dragoman.jobs.job import Job
from dragoman.jobs.workers import Workers
from dragoman.stores.jobs import JobStore
from dragoman.testing.scripted_runner import open_scripted_runner

JOBS = 200
QUESTION = "What was BHP's FY2024 revenue?"


async def follow(backend: InProcessBackend, job: Job) -> float:
    """Return the seconds from its submission until a job has ended."""
    ended = [event.at async for event in backend.stream(job.id)][-1]
    return (ended - job.created).total_seconds()


def short_jobs(folder: Path) -> None:
    """Submit two hundred jobs of three nodes at once, each with a reader."""

    async def all_of_them() -> list[float]:
        jobs = [backend.submit(Envelope(prompt="step step step")) for _ in range(JOBS)]
        return await asyncio.gather(*(follow(backend, job) for job in jobs))

    backend = InProcessBackend(JobStore(folder / "jobs.db", SystemClock()), max_queued=JOBS)
    workers = Workers(backend, open_scripted_runner)
    workers.start()
    begun = perf_counter()
    waits = asyncio.run(all_of_them())
    spent = perf_counter() - begun
    workers.stop()
    events = sum(len(backend.events(job.id)) for job in backend.jobs(JOBS))
    print(
        f"{JOBS} short jobs with a reader each: {spent:.2f} s, {JOBS / spent:.0f} jobs/s, {events / spent:.0f} events/s"
    )
    print(f"  the last one ended after {max(waits):.2f} s")


def questions(dragoman: Dragoman, times: int = 30) -> None:
    """Ask the same question directly and as a job."""

    async def directly() -> float:
        begun = perf_counter()
        await dragoman.ask(QUESTION)
        return perf_counter() - begun

    async def as_job() -> float:
        begun = perf_counter()
        words, thread = dragoman.desk.admit(QUESTION, None)
        await follow(backend, backend.submit(Envelope(prompt=words, thread=thread)))
        return perf_counter() - begun

    async def both() -> tuple[list[float], list[float]]:
        await directly()
        await as_job()
        return [await directly() for _ in range(times)], [await as_job() for _ in range(times)]

    backend = dragoman.runtime.jobs
    workers = Workers(backend, chat_runners(dragoman.runtime, lambda: dragoman.day(None)))
    workers.start()
    for name, waits in zip(("asked directly", "as a job"), asyncio.run(both()), strict=True):
        ordered = sorted(waits)
        median, p95 = statistics.median(ordered), ordered[int(len(ordered) * 0.95)]
        print(f"a question {name}: median {median * 1000:.0f} ms, p95 {p95 * 1000:.0f} ms")
    workers.stop()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        short_jobs(Path(name))
        opened = open_dragoman(settings=Settings(home=Path(name)))
        opened.runtime.prepare()
        questions(opened)
        opened.runtime.close()

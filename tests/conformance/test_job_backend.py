"""The in-process backend passes the suite of every backend."""

from contextlib import contextmanager
from pathlib import Path

from dragoman.app.settings import SystemClock
from dragoman.jobs.inprocess import InProcessBackend
from dragoman.jobs.workers import Workers
from dragoman.stores.jobs import JobStore
from dragoman.testing.job_conformance import JobBackendConformance
from dragoman.testing.scripted_runner import open_scripted_runner


class TestInProcessBackend(JobBackendConformance):
    @contextmanager
    def open(self, folder: Path, *, max_queued: int = 100):
        store = JobStore(folder / "jobs.db", SystemClock())
        backend = InProcessBackend(store, max_queued=max_queued)
        workers = Workers(backend, open_scripted_runner, count=2, grace=0.0)
        workers.start()
        yield backend
        backend.close()
        workers.stop()
        store.close()

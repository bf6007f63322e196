"""The place of one project: its settings, its folder, and the stores that need nothing else."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from datetime import date
from functools import cached_property
from pathlib import Path
from threading import RLock
from types import TracebackType
from typing import Self

from dragoman.app.project import Project, open_project
from dragoman.app.settings import Settings, SystemClock
from dragoman.app.state import private_file, state_folder
from dragoman.domain.event import EventSink
from dragoman.errors import Source
from dragoman.jobs.errors import JobsInUseError
from dragoman.jobs.inprocess import InProcessBackend
from dragoman.stores.database import check_file, named_errors
from dragoman.stores.jobs import JobStore
from dragoman.stores.ownership import sole_owner
from dragoman.stores.threads import ThreadStore


class StateParts:
    """Settings, clock, project and what is kept in files. Close it, or use it as a context manager."""

    def __init__(
        self,
        settings: Settings,
        *,
        project: Path | None = None,
        vocabulary: str | None = None,
        sink: EventSink | None = None,
        reference_date: date | None = None,
    ) -> None:
        self.settings = settings
        self.clock = SystemClock(reference_date or settings.reference_date)
        self.sink = sink
        self.project: Project | None = open_project(project) if project else None
        self._vocabulary_name = vocabulary
        self._opened = ExitStack()
        self._preparing = RLock()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close every store that was opened."""
        self._opened.close()

    @cached_property
    def state(self) -> Path:
        """The folder of the state. Raises StoreError when it cannot be made."""
        return state_folder(self.settings.home, self.project.key if self.project else None)

    def _private(self, name: str) -> Path:
        return private_file(self.state, name)

    @cached_property
    def threads(self) -> ThreadStore:
        """Threads and their turns."""
        store = ThreadStore(self._private("threads.db"))
        self._opened.callback(store.close)
        return store

    @cached_property
    def jobs(self) -> InProcessBackend:
        """Jobs and their events."""
        store = JobStore(self._private("jobs.db"), self.clock)
        self._opened.callback(store.close)
        return InProcessBackend(store)

    @contextmanager
    def sole_worker(self) -> Iterator[None]:
        """Be the one process that carries out the jobs kept here. Raises JobsInUseError."""
        with self.work_lock() as is_ours:
            if not is_ours:
                raise JobsInUseError(Source(str(self.state)))
            yield

    def work_lock(self) -> AbstractContextManager[bool]:
        """Try to be that process until the block ends; it is given whether one is."""
        return sole_owner(self._private("jobs.lock"))

    def checkpoint_errors(self) -> AbstractContextManager[None]:
        """Name faults of the file of waiting questions while it is used."""
        return named_errors(Source(str(self.state / "checkpoints.db")))

    def check_questions(self) -> None:
        """Look whether the file of waiting questions is whole. Raises StoreError."""
        check_file(self._private("checkpoints.db"))

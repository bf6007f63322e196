"""A server on a free port of this machine, for tests over real connections."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import uvicorn

from dragoman.app.dragoman import Dragoman, open_dragoman
from dragoman.app.settings import Settings, SystemClock
from dragoman.jobs.inprocess import InProcessBackend
from dragoman.jobs.workers import Workers
from dragoman.server.app import create_app
from dragoman.server.serve import listening_on
from dragoman.server.served import Served
from dragoman.stores.jobs import JobStore
from dragoman.testing.scripted_runner import open_scripted_runner


@contextmanager
def served_at(served: Served) -> Iterator[str]:
    """Serve an application; give its address."""
    config = uvicorn.Config(create_app(served), log_level="critical", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    with listening_on("127.0.0.1", 0) as socket:
        socket.listen(128)
        thread = Thread(target=server.run, args=([socket],), daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{socket.getsockname()[1]}"
        served.backend.close()
        server.should_exit = True
        thread.join(10)


@contextmanager
def opened(home: Path) -> Iterator[Dragoman]:
    """Open the packaged assistant over a home of its own."""
    dragoman = open_dragoman(settings=Settings(home=home))
    yield dragoman
    dragoman.runtime.close()


@contextmanager
def scripted(dragoman: Dragoman, folder: Path, *, max_queued: int = 500) -> Iterator[Served]:
    """Serve jobs that do what their prompt says."""
    store = JobStore(folder / "scripted.db", SystemClock())
    backend = InProcessBackend(store, max_queued=max_queued)
    workers = Workers(backend, open_scripted_runner, grace=0.0)
    workers.start()
    yield Served(dragoman=dragoman, backend=backend, is_ready=lambda: workers.are_ready)
    backend.close()
    workers.stop()
    store.close()

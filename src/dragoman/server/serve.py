"""Listen, say where, and stop cleanly."""

import socket
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass

import uvicorn

from dragoman.app.dragoman import Dragoman
from dragoman.app.front_door import job_runners
from dragoman.jobs.workers import Workers
from dragoman.server.app import create_app
from dragoman.server.errors import OpenServerError, PortError
from dragoman.server.served import Served

LOOPBACK = ("127.0.0.1", "localhost", "::1")
USUAL_PORT = 8000
WAITING_CONNECTIONS = 128
GRACE_SECONDS = 3  # for open requests when the server is asked to stop


@dataclass(frozen=True, slots=True, kw_only=True)
class Voice:
    """How the server speaks to whoever started it."""

    say: Callable[[str], None]
    keep_fault: Callable[[Exception], object]  # for a report, without anybody's words


def serve(dragoman: Dragoman, *, host: str, port: int | None, token: str | None, voice: Voice) -> None:
    """Serve until Ctrl-C or SIGTERM. Raises OpenServerError, PortError and JobsInUseError.

    Without a port it is the usual one, or any that is free when that one is taken.
    """
    check_host(host, token)
    where = _usual_or_free(host) if port is None else listening_on(host, port)
    with dragoman.runtime.sole_worker(), where as listening, working(dragoman) as workers:
        backend = dragoman.runtime.jobs
        served = Served(
            dragoman=dragoman,
            backend=backend,
            token=token,
            is_ready=lambda: workers.are_ready,
            keep_fault=voice.keep_fault,
        )
        config = uvicorn.Config(
            create_app(served),
            log_level="critical",  # tracebacks may quote what people asked, addresses name their threads
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=GRACE_SECONDS,
        )
        shown = f"[{host}]" if ":" in host else host
        listening.listen(WAITING_CONNECTIONS)  # whoever reads the address may come at once
        voice.say(f"Dragoman is at http://{shown}:{listening.getsockname()[1]}   (Ctrl-C stops it)")
        _Server(config, backend.close).run(sockets=[listening])


def check_host(host: str, token: str | None) -> None:
    """Refuse to be open to others without a token. Raises OpenServerError."""
    if token is None and host not in LOOPBACK:
        raise OpenServerError(host)


@contextmanager
def working(dragoman: Dragoman) -> Iterator[Workers]:
    """Carry out the jobs of a project until the block ends."""
    backend = dragoman.runtime.jobs
    workers = Workers(backend, job_runners(dragoman.runtime, lambda: dragoman.day(None)))
    workers.start()
    try:
        yield workers
    finally:
        backend.close()
        workers.stop()


class _Server(uvicorn.Server):
    """A server whose open streams end as soon as it is asked to stop."""

    def __init__(self, config: uvicorn.Config, end_streams: Callable[[], None]) -> None:
        super().__init__(config)
        self._end_streams = end_streams

    def handle_exit(self, sig: int, frame: object) -> None:
        """End the streams, then stop as uvicorn does."""
        self._end_streams()
        super().handle_exit(sig, frame)  # type: ignore[arg-type]  # uvicorn wants FrameType


def _usual_or_free(host: str) -> AbstractContextManager[socket.socket]:
    try:
        with listening_on(host, USUAL_PORT):
            port = USUAL_PORT
    except PortError:
        port = 0
    return listening_on(host, port)


@contextmanager
def listening_on(host: str, port: int) -> Iterator[socket.socket]:
    """Give a socket bound to the address, port 0 being a free one. Raises PortError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, port))
        except OSError as fault:
            raise PortError(host, port, fault.strerror or str(fault)) from None
        yield listening

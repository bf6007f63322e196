"""Listen, say where, and stop cleanly."""

import socket
from collections.abc import Callable

import uvicorn

from dragoman.app.chat_runner import chat_runners
from dragoman.app.dragoman import Dragoman
from dragoman.jobs.workers import Workers
from dragoman.server.app import create_app
from dragoman.server.errors import OpenServerError, PortError
from dragoman.server.served import Served

LOOPBACK = ("127.0.0.1", "localhost", "::1")


def serve(dragoman: Dragoman, *, host: str, port: int, token: str | None, say: Callable[[str], None]) -> None:
    """Serve until Ctrl-C or SIGTERM. Raises OpenServerError, PortError and JobsInUseError."""
    if token is None and host not in LOOPBACK:
        raise OpenServerError(host)
    listening = _listen(host, port)
    backend = dragoman.runtime.jobs
    workers = Workers(backend, chat_runners(dragoman.runtime, lambda: dragoman.day(None)))
    served = Served(dragoman=dragoman, backend=backend, token=token, is_ready=lambda: workers.are_alive)
    config = uvicorn.Config(
        create_app(served), log_level="warning", access_log=False, server_header=False, timeout_graceful_shutdown=3
    )
    workers.start()
    try:
        shown = f"[{host}]" if ":" in host else host
        say(f"Dragoman is at http://{shown}:{listening.getsockname()[1]}  (Ctrl-C stops it)")
        _Server(config, backend.close).run(sockets=[listening])
    finally:
        backend.close()
        workers.stop()
        listening.close()


class _Server(uvicorn.Server):
    """A server whose open streams end as soon as it is asked to stop."""

    def __init__(self, config: uvicorn.Config, end_streams: Callable[[], None]) -> None:
        super().__init__(config)
        self._end_streams = end_streams

    def handle_exit(self, sig: int, frame: object) -> None:
        """End the streams, then stop as uvicorn does."""
        self._end_streams()
        super().handle_exit(sig, frame)  # type: ignore[arg-type]  # uvicorn wants FrameType


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(128)
    except OSError as fault:
        listening.close()
        raise PortError(host, port, fault.strerror or str(fault)) from None
    listening.set_inheritable(True)
    return listening

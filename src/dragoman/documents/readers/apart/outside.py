"""A process apart, seen from outside: it is asked one thing within limits of time and memory; nothing is left of it."""

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import IO, Any

Row = dict[str, Any]
_TOO_LONG = (-24, -9)  # ended by the system for its time


class EndedError(Exception):
    """The process ended before it had said everything: by its limits, its fault, or what was not to be understood."""

    def __init__(self, *, is_late: bool = False) -> None:
        super().__init__()
        self.is_late = is_late


def answers(module: str, ask: Mapping[str, object], data: bytes = b"", *, seconds: float) -> Generator[Row]:
    """Yield what a module of ours says to `ask` in a process of its own, up to the line that says it is done.

    Close the generator (contextlib.closing) and the process is gone. Raises EndedError.
    """
    with _child(module) as child, _deadline(child, seconds) as late:
        try:
            yield from _rows(child, {**ask, "length": len(data)}, data)
        except EndedError:
            # Waited for, so that its status is known.
            raise EndedError(is_late=child.wait() in _TOO_LONG or late.is_set()) from None


@contextmanager
def _child(module: str) -> Iterator[subprocess.Popen[bytes]]:
    """Start the process without our environment (it may hold secrets), and leave nothing of it."""
    environment = {
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        "PYTHONUTF8": "1",
        "PATH": os.defpath,
        "MALLOC_ARENA_MAX": "2",  # else each thread sets a lot of addresses aside, which count as memory
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_THREAD_LIMIT": "1",
    }
    child = subprocess.Popen(  # noqa: S603 (our own module)
        [sys.executable, "-m", module],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
        cwd="/" if os.name == "posix" else None,
        start_new_session=True,  # Ctrl-C is for us; we end it, and whatever it started
    )
    try:
        yield child
    finally:
        _end(child)
        for stream in (child.stdin, child.stdout):
            _close(stream)


def _end(child: subprocess.Popen[bytes]) -> None:
    if os.name == "posix":
        with suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
    else:
        child.kill()
    child.wait()


def _close(stream: IO[bytes] | None) -> None:
    try:
        if stream:
            stream.close()
    except OSError:  # it held bytes that nobody takes any more
        pass


@contextmanager
def _deadline(child: subprocess.Popen[bytes], seconds: float) -> Iterator[threading.Event]:
    late = threading.Event()

    def stop() -> None:
        late.set()
        child.kill()

    timer = threading.Timer(seconds, stop)
    timer.daemon = True
    timer.start()
    try:
        yield late
    finally:
        timer.cancel()


def _rows(child: subprocess.Popen[bytes], ask: Row, data: bytes) -> Iterator[Row]:
    given, said = child.stdin, child.stdout
    if given is None or said is None:
        raise EndedError
    try:
        given.write(json.dumps(ask).encode() + b"\n")
        given.write(data)
        given.flush()
    except OSError:
        raise EndedError from None
    for line in said:
        row = _row(line)
        if "done" in row:
            return
        yield row
    raise EndedError


def _row(line: bytes) -> Row:
    try:
        row = json.loads(line)
    except ValueError:
        raise EndedError from None
    if not isinstance(row, dict):
        raise EndedError
    return row

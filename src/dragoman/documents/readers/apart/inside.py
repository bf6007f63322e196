"""A process apart, seen from inside: whatever a file does to it, Dragoman goes on.

It takes one line of JSON and the file on its standard input, and gives lines of JSON on its standard output.
It ends when its input does, so nothing is left of it when Dragoman ends.
"""

import json
import os
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Any, BinaryIO

MEGABYTE = 1024 * 1024
_MAX_ASK = 100_000  # bytes
_MEGABYTES, _SECONDS = 2000, 300  # where the one who asks sets no limits
Ask = Mapping[str, Any]


class RefusedError(Exception):
    """A finding about the file for which it is not read; a person can act on it."""

    def __init__(self, kind: str, detail: str = "") -> None:
        super().__init__(kind)
        self.line = json.dumps({"refused": kind, "detail": detail})


def serve(answer: Callable[[Ask, bytes], Iterator[str]]) -> None:
    """Say the lines that `answer` gives to what is asked and to the bytes of the file, and end."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what libraries print is not ours
    given = sys.stdin.buffer
    ask = json.loads(given.readline(_MAX_ASK))
    data = given.read(int(ask["length"]))
    _limit(ask["limits"], len(data))
    threading.Thread(target=_end_with, args=(given,), daemon=True).start()
    try:
        for line in answer(ask, data):
            out.write(line + "\n")
        out.write('{"done": true}\n')
    except RefusedError as refused:
        out.write(refused.line + "\n")
    except MemoryError:
        out.write(RefusedError("memory").line + "\n")
    out.flush()
    os._exit(0)


def _end_with(given: BinaryIO) -> None:
    given.read(1)
    os._exit(1)


def _limit(limits: Ask, size: int) -> None:
    """Let the system end this process when it takes too much."""
    try:
        import resource
    except ImportError:  # there is none on Windows; the deadline holds there too
        return
    memory = int(limits.get("megabytes", _MEGABYTES)) * MEGABYTE + 3 * size
    seconds = int(limits.get("seconds", _SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

"""A process that carries out scripted jobs until it is killed. Started by test_kill.py with the store's path."""

import sys
from pathlib import Path

from dragoman.app.settings import SystemClock
from dragoman.jobs.inprocess import InProcessBackend
from dragoman.jobs.workers import Workers
from dragoman.stores.jobs import JobStore
from dragoman.testing.scripted_runner import open_scripted_runner

if __name__ == "__main__":
    backend = InProcessBackend(JobStore(Path(sys.argv[1]), SystemClock()))
    Workers(backend, open_scripted_runner).start()
    sys.stdout.write("working\n")
    sys.stdout.flush()
    sys.stdin.read()  # until whoever started it is gone

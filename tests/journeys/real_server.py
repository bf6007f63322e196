"""`dragoman serve` as a process of its own, which is stopped as power failures stop it, and a client that asks."""

import random
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from dragoman.jobs.job import ENDED, TERMINAL_EVENTS

Record = dict[str, Any]
PATIENCE = 120.0  # seconds
LOOK_SECONDS = 0.03


class RealServer:
    """One server process after another over one home; each is killed and none is asked to stop."""

    def __init__(self, shell: Any, *options: str | Path, readable: Path | None = None) -> None:
        self._shell = shell
        self._options = options
        self._environment = {"DRAGOMAN_FOLDERS": str(readable)} if readable else {}
        self._process: subprocess.Popen[bytes] | None = None
        self.client = httpx.Client()

    def start(self) -> None:
        self._process = self._shell.start("serve", "--port", "0", *self._options, **self._environment)
        said = b""
        while b"http://" not in said:
            line = self._process.stdout.readline()
            assert line, self._process.stderr.read().decode()
            said += line
        self.client = httpx.Client(base_url=re.search(r"http://\S+", said.decode())[0], timeout=PATIENCE)

    def kill(self) -> None:
        self.client.close()
        if self._process:
            self._process.kill()
            self._process.communicate()

    def restart(self) -> None:
        self.kill()
        self.start()

    def ask(self, message: str, *, key: str | None = None, **more: Any) -> Record:
        """Start a job; give {job, thread}."""
        headers = {"Idempotency-Key": key} if key else {}
        accepted = self.client.post("/v1/chat", json={"message": message, **more}, headers=headers)
        assert accepted.status_code == 202, accepted.text
        return accepted.json()

    def job(self, job: str) -> Record:
        return self.client.get(f"/v1/jobs/{job}").json()

    def jobs(self) -> list[Record]:
        return self.client.get("/v1/jobs", params={"limit": 500}).json()["jobs"]

    def events(self, job: str) -> list[Record]:
        return self.client.get(f"/v1/jobs/{job}/events").json()["events"]

    def reply(self, job: str, question: str, reply: object) -> httpx.Response:
        return self.client.post(f"/v1/jobs/{job}/resume", json={"question_id": question, "reply": reply})

    def until(self, job: str, *kinds: str, after: int = 0) -> Record:
        """Follow the stream until an event of these types, or the end; give the job as it stands then."""
        with self.client.stream("GET", f"/v1/jobs/{job}/stream", params={"after": after}) as stream:
            for line in stream.iter_lines():
                if line.removeprefix("event: ") in (*kinds, *TERMINAL_EVENTS):
                    break
        return self.job(job)

    def asked(self, job: str) -> Record:
        """Give the question that the job waits with."""
        answered = [one["seq"] for one in self.events(job) if one["type"] == "question.answered"]
        found = self.until(job, "question.asked", after=max(answered, default=0))
        assert found["status"] == "waiting", found
        return found["question"]

    def end(self, job: str) -> Record:
        found = self.until(job)
        assert found["status"] in ENDED
        return found


@contextmanager
def serving(shell: Any, *options: str | Path, readable: Path | None = None) -> Iterator[RealServer]:
    """Serve until the block ends."""
    server = RealServer(shell, *options, readable=readable)
    server.start()
    try:
        yield server
    finally:
        server.kill()


def check_log(events: list[Record]) -> None:
    """Hold a log of an ended job to what is promised of it: no gap, one end, nothing twice."""
    assert [one["seq"] for one in events] == list(range(1, len(events) + 1))
    ends = [one["type"] in TERMINAL_EVENTS for one in events]
    assert ends == [False] * (len(events) - 1) + [True]
    for kinds, names in (
        (("level.started", "level.done"), ("scenario", "level", "depth", "attempt")),
        (("scenario.started", "scenario_chained"), ("depth",)),
        (("item.done",), ("scenario", "level", "depth", "attempt", "index")),
        (("question.answered",), ("id",)),
    ):
        places = [(one["type"], *[one["data"][name] for name in names]) for one in events if one["type"] in kinds]
        assert len(set(places)) == len(places), places


def chance(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311  a test that can be repeated

"""The command line within the test's own process, over a home that was filled once."""

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from dragoman.cli.main import run


@dataclass(frozen=True)
class Outcome:
    """What a command printed and its exit status."""

    status: int
    out: str
    err: str

    @property
    def record(self) -> Any:
        """What was printed, as JSON."""
        return json.loads(self.out)


@pytest.fixture
def home(filled_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a home of the test's own, with the sample corpus in it."""
    copy = tmp_path / "home"
    shutil.copytree(filled_home, copy)
    copy.chmod(0o700)
    monkeypatch.setenv("DRAGOMAN_HOME", str(copy))
    monkeypatch.setenv("DRAGOMAN_REFERENCE_DATE", "2026-11-30")
    return copy


@pytest.fixture
def dragoman(home: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., Outcome]:
    """Return a function that runs one command."""

    def command(*arguments: str | Path) -> Outcome:
        status = run([str(argument) for argument in arguments])
        printed = capsys.readouterr()
        return Outcome(status, printed.out, printed.err)

    return command

"""Whole stories through the command line, each command a process of its own."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PATIENCE = 60  # seconds; a command that takes longer hangs


@dataclass(frozen=True)
class Shell:
    """Starts commands over one home."""

    home: Path

    def environment(self, **more: str) -> dict[str, str]:
        kept = {
            name: value for name, value in os.environ.items() if not name.startswith(("DRAGOMAN_", "LC_", "PYTHON"))
        }
        ours = {"DRAGOMAN_HOME": str(self.home), "DRAGOMAN_REFERENCE_DATE": "2026-11-30", "TERM": "dumb"}
        return {**kept, **ours, "PYTHONPATH": str(ROOT / "src"), "LANG": "C.UTF-8", **more}

    def start(self, *arguments: str | bytes | Path, **environment: str) -> "subprocess.Popen[bytes]":
        pipe = subprocess.PIPE
        command = [sys.executable, "-m", "dragoman", *arguments]
        return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=self.environment(**environment))

    def python(self, program: str) -> "subprocess.CompletedProcess[str]":
        """Run a program that uses the Python API."""
        command = [sys.executable, "-c", program]
        return subprocess.run(
            command, env=self.environment(), capture_output=True, text=True, timeout=PATIENCE, check=False
        )

    def __call__(self, *arguments: str | bytes | Path, stdin: bytes = b"", **environment: str) -> "Ended":
        return ended(self.start(*arguments, **environment), stdin)


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    status: int
    out: str
    err: str


def ended(process: "subprocess.Popen[bytes]", stdin: bytes | None = None) -> Ended:
    """Wait for the end of a command."""
    out, err = process.communicate(stdin, timeout=PATIENCE)
    assert b"Traceback" not in err
    return Ended(process.returncode, out.decode(), err.decode())


@pytest.fixture
def shell(filled_home: Path, tmp_path: Path) -> Shell:
    """Return a shell whose home holds the sample corpus."""
    shutil.copytree(filled_home, tmp_path / "home")
    return Shell(tmp_path / "home")


@pytest.fixture
def fresh_shell(tmp_path: Path) -> Shell:
    """Return a shell whose home is not there yet."""
    return Shell(tmp_path / "home")

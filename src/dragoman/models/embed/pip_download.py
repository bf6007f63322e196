"""A package by pip, as a person would type it; its code is never installed or run."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

OnBytes = Callable[[int, int], None]  # how many have come, of how many
_COMMAND = (sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary", ":all:", "--no-input")
_OPTIONS = ("--disable-pip-version-check", "--retries", "1", "--timeout", "10")


class PipDownload:
    """Downloads a wheel with pip."""

    def __init__(self, on_bytes: OnBytes | None = None, *, command: tuple[str, ...] = _COMMAND) -> None:
        self._on_bytes = on_bytes or (lambda _done, _all: None)
        self._command = command

    def __call__(self, requirement: str, folder: Path) -> str:
        """Put the wheel into the folder; return why not, or nothing."""
        if self._command is _COMMAND and find_spec("pip") is None:
            return "there is no pip in this environment"
        for bar in ("raw", "off"):  # raw, for a program to read, is newer than the pips of some systems
            status, said = self._run("--progress-bar", bar, "--dest", str(folder), requirement)
            if status != _USAGE:
                break
        return "" if status == 0 else _reason(said)

    def _run(self, *arguments: str) -> tuple[int, list[str]]:
        said = []
        with _child([*self._command, *_OPTIONS, *arguments]) as child:
            for line in child.stdout or ():
                words = line.split()
                if len(words) == 4 and words[0] == "Progress" and words[1].isdigit() and words[3].isdigit():
                    self._on_bytes(int(words[1]), int(words[3]))
                else:
                    said.append(line.strip())
        return child.returncode, said


_USAGE = 2


@contextmanager
def _child(command: list[str]) -> Iterator["subprocess.Popen[str]"]:
    """Run a command; it ends with us, also when we are stopped."""
    child = subprocess.Popen(  # noqa: S603  # our own Python, and arguments of ours
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
    )
    try:
        yield child
        child.wait()
    except BaseException:
        child.kill()
        child.wait()
        raise
    finally:
        if child.stdout:
            child.stdout.close()


def _reason(said: list[str]) -> str:
    """Return what pip gave as the reason, in one line without addresses of mirrors."""
    text = " ".join(said)
    if "No matching distribution" in text and not any("onnection" in line or "resolution" in line for line in said):
        return "the package index does not have it"
    if "o space left" in text:
        return "there is no space left on the disk"
    return "the package index cannot be reached"

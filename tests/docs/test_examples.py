"""Every example of the docs is executed: blocks marked `python` run, blocks marked `console` print what they show.

In a console block a line `$ dragoman …` is typed, and the lines up to the next `$ ` are what it prints.
Times, thread ids and question ids differ from run to run and are masked.
"""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
MASKS = ((r"\d+(\.\d+)? m?s\b", "N ms"), (r"\bt-[0-9a-z]+", "t-X"), (r"\bq-[0-9a-z]+", "q-X"))


def blocks(language: str) -> list[object]:
    found = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8") if page.exists() else ""
        for match in re.finditer(rf"^```{language}\n(.*?)^```", text, flags=re.DOTALL | re.MULTILINE):
            line = text.count("\n", 0, match.start()) + 1
            found.append(pytest.param(match[1], id=f"{page.relative_to(ROOT).as_posix()}:{line}"))
    return found


def masked(text: str) -> str:
    for pattern, replacement in MASKS:
        text = re.sub(pattern, replacement, text)
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    home = tmp_path_factory.mktemp("home")
    source = str(ROOT / "src")
    return {
        **os.environ,
        "PYTHONPATH": source,
        "DRAGOMAN_HOME": str(home),
        "DRAGOMAN_MEMORY": "off",  # each example is answered anew, whatever was asked before it
        "COLUMNS": "120",
        "NO_COLOR": "1",
        "TERM": "dumb",
    }


@pytest.mark.parametrize("block", blocks("python"))
def test_runs(block, environment, tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", block], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("block", blocks("console"))
def test_prints_what_it_shows(block, environment, tmp_path):
    for typed, shown in re.findall(r"^\$ (dragoman .+)\n((?:(?!\$ ).*\n)*)", block, flags=re.MULTILINE):
        command = [sys.executable, "-m", *shlex.split(typed, comments=True)]
        done = subprocess.run(
            command,
            cwd=tmp_path,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert masked(done.stdout) == masked(shown), typed

"""The source as the tests of its shape see it: read, not run."""

import ast
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Module:
    """One file of Python, read and parsed."""

    path: str  # from the root of the checkout, with slashes
    lines: int
    tree: ast.Module


def _read(folder: str) -> list[Module]:
    modules = []
    for path in sorted((ROOT / folder).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        modules.append(Module(path.relative_to(ROOT).as_posix(), len(text.splitlines()), ast.parse(text)))
    return modules


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def source() -> list[Module]:
    """Every module of the package."""
    return _read("src")


@pytest.fixture(scope="session")
def scripts() -> list[Module]:
    """Every script and benchmark."""
    return _read("scripts") + _read("benchmarks")


@pytest.fixture(scope="session")
def tests() -> list[Module]:
    """Every module of the tests."""
    return _read("tests")

"""Every error has one stable code, and one section in the docs that says what to do."""

import importlib
import pkgutil
import re
from collections import Counter
from collections.abc import Iterator

import pytest

import dragoman
from dragoman.errors import DragomanError


def descendants(base: type[DragomanError]) -> Iterator[type[DragomanError]]:
    for one in base.__subclasses__():
        yield one
        yield from descendants(one)


@pytest.fixture(scope="module")
def errors() -> list[type[DragomanError]]:
    for module in pkgutil.walk_packages(dragoman.__path__, "dragoman."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    ours = [one for one in descendants(DragomanError) if one.__module__.startswith("dragoman.")]
    return [DragomanError, *dict.fromkeys(ours)]


def test_every_error_has_a_code_of_its_own(errors):
    assert [one.__name__ for one in errors if "code" not in vars(one)] == []
    assert [code for code, count in Counter(one.code for one in errors).items() if count > 1] == []


def test_codes_are_kebab_case(errors):
    assert [one.code for one in errors if not re.fullmatch(r"[a-z]+(-[a-z]+)*", one.code)] == []


def test_every_code_has_a_section_in_the_docs_and_the_other_way_round(errors, root):
    headings = re.findall(r"^## (.+)$", (root / "docs/errors.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert sorted(one.code for one in errors) == sorted(headings)


def test_every_error_class_says_what_is_wrong(errors):
    assert [one.__name__ for one in errors if not one.__doc__] == []

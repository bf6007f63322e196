"""Which files a walk over paths finds."""

import os
from pathlib import Path

import pytest

from dragoman.documents.walk import Walk, walk

SUFFIXES = frozenset({".md", ".txt"})


def names(found: Walk, root: Path) -> list[str]:
    return [item.path.relative_to(root).as_posix() for item in found.found]


def put(root: Path, *paths: str) -> None:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("words")


def test_folders_are_walked_in_order_without_hidden_files(tmp_path: Path) -> None:
    put(tmp_path, "b.md", "a/z.txt", "a/b.MD", ".hidden.md", ".git/c.md", "picture.png")
    found = walk([tmp_path], SUFFIXES)
    assert names(found, tmp_path) == ["b.md", "a/b.MD", "a/z.txt"]
    assert found.skipped == 1


def test_a_named_file_is_listed_whatever_its_kind(tmp_path: Path) -> None:
    put(tmp_path, "picture.png", ".hidden.md")
    found = walk([tmp_path / "picture.png", tmp_path / ".hidden.md"], SUFFIXES)
    assert names(found, tmp_path) == ["picture.png", ".hidden.md"]


def test_each_file_is_listed_once(tmp_path: Path) -> None:
    put(tmp_path, "a.md")
    (tmp_path / "same.md").symlink_to(tmp_path / "a.md")
    assert names(walk([tmp_path, tmp_path / "a.md", tmp_path / "." / "a.md"], SUFFIXES), tmp_path) == ["a.md"]


def test_links_out_of_a_folder_are_not_followed(tmp_path: Path) -> None:
    put(tmp_path, "secret/keys.md", "docs/a.md")
    (tmp_path / "docs" / "file.md").symlink_to(tmp_path / "secret" / "keys.md")
    (tmp_path / "docs" / "folder").symlink_to(tmp_path / "secret")
    assert names(walk([tmp_path / "docs"], SUFFIXES), tmp_path) == ["docs/a.md"]


def test_loops_of_links_end(tmp_path: Path) -> None:
    put(tmp_path, "docs/a.md")
    (tmp_path / "docs" / "again").symlink_to(tmp_path / "docs")
    (tmp_path / "docs" / "me.md").symlink_to(tmp_path / "docs" / "me.md")
    assert names(walk([tmp_path / "docs"], SUFFIXES), tmp_path) == ["docs/a.md"]
    (only,) = walk([tmp_path / "docs" / "me.md"], SUFFIXES).found
    assert only.problem is not None


@pytest.mark.parametrize("name", ["nowhere.md", "x" * 300 + ".md"])
def test_what_is_not_there_is_a_problem(tmp_path: Path, name: str) -> None:
    (only,) = walk([tmp_path / name], SUFFIXES).found
    assert only.problem is not None
    assert name in only.problem.message


def test_a_pipe_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    assert walk([tmp_path], SUFFIXES).found == ()
    (only,) = walk([tmp_path / "pipe.md"], SUFFIXES).found
    assert only.problem is not None


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is closed to root")
def test_a_closed_folder_is_one_clear_problem(tmp_path: Path) -> None:
    put(tmp_path, "a.md", "closed/b.md")
    (tmp_path / "closed").chmod(0)
    found = walk([tmp_path], SUFFIXES)
    (tmp_path / "closed").chmod(0o700)
    assert [item.problem is None for item in found.found] == [True, False]
    assert "cannot be read" in str(found.found[1].problem)

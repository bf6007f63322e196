"""Named files and folders to the files that are read, each once."""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from dragoman.documents.reading import UnreadableDocumentError
from dragoman.errors import DocumentError


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A file to read, or why it cannot be."""

    path: Path  # as it was named
    problem: DocumentError | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Walk:
    """What a walk over files and folders found, in a stable order."""

    found: tuple[Found, ...]
    skipped: int  # files in folders that are of no kind we read


def walk(paths: Iterable[Path], suffixes: frozenset[str]) -> Walk:
    """List the files to read. Folders are walked without hidden files and without following links out of them.

    A file that is named is always listed; one of an unknown kind in a folder is only counted.
    """
    found: dict[Path, Found] = {}
    skipped = 0
    for path in paths:
        for candidate in _candidates(path):
            wanted = candidate.path == path or candidate.problem or candidate.path.suffix.lower() in suffixes
            if wanted:
                found.setdefault(_resolved(candidate.path), candidate)
            else:
                skipped += 1
    return Walk(found=tuple(found.values()), skipped=skipped)


def _resolved(path: Path) -> Path:
    try:
        return path.resolve()
    except (OSError, RuntimeError):  # a loop of links
        return path.absolute()


def _candidates(path: Path) -> Iterator[Found]:
    try:
        if path.is_dir():
            yield from _in_folder(path)
        elif not path.exists():
            yield Found(path=path, problem=UnreadableDocumentError(path, "there is no such file", "Check the name."))
        elif not path.is_file():
            yield Found(path=path, problem=UnreadableDocumentError(path, "this is neither a file nor a folder"))
        else:
            yield Found(path=path)
    except OSError as error:  # a loop of links, a name too long, a folder above that may not be entered
        yield Found(path=path, problem=UnreadableDocumentError(path, f"cannot be opened: {error.strerror}"))


def _in_folder(folder: Path) -> Iterator[Found]:
    failures: list[OSError] = []
    for place, folders, names in os.walk(folder, onerror=failures.append):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = Path(place, name)
            if not name.startswith(".") and path.is_file() and _resolved(path).is_relative_to(_resolved(folder)):
                yield Found(path=path)
    for failure in failures:
        remedy = "Check that you may read it."
        problem = UnreadableDocumentError(failure.filename, f"the folder cannot be read: {failure.strerror}", remedy)
        yield Found(path=Path(failure.filename), problem=problem)

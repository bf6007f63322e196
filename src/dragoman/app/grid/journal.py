"""The cells of a grid as they are answered, in a file beside it: what is in there is not asked again.

Each line is one JSON object. The last may be torn where a process was killed; it is passed over.
"""

import hashlib
import json
import os
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path
from types import TracebackType
from typing import Self

from pydantic import ValidationError

from dragoman.app.grid.errors import GridJournalError
from dragoman.domain import wire
from dragoman.domain.outcome import Json
from dragoman.export.grid import GridCell

_KIND = "dragoman grid"


def journal_of(output: Path) -> Path:
    """Return the file beside the grid that keeps its cells."""
    return output.with_name(f"{output.name}.cells.jsonl")


def key_of(*parts: object) -> str:
    """Return a name of a cell that changes with everything its answer depends on."""
    return hashlib.sha256(json.dumps([str(part) for part in parts]).encode()).hexdigest()[:24]


class Journal:
    """Keeps cells; each is on disk before the next is asked."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.cells: dict[str, GridCell] = {}
        self._written = ""  # digest of the sheet that was written last
        self._file: TextIOWrapper | None = None

    def __enter__(self) -> Self:
        self._read()
        is_new = not self._path.exists()
        handle = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)  # answers are the person's own
        self._file = os.fdopen(handle, "a", encoding="utf-8")
        if is_new:
            self._add({"kind": _KIND})
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file:
            self._file.close()

    def keep(self, key: str, cell: GridCell) -> None:
        """Keep a cell."""
        self.cells[key] = cell
        self._add({"key": key, "cell": wire.dump(cell)})

    def wrote(self, data: bytes) -> None:
        """Remember the sheet that was written, so that the next run may replace it."""
        self._written = hashlib.sha256(data).hexdigest()
        self._add({"sheet": self._written})

    def made(self, output: Path) -> bool:
        """Say whether the file is the sheet that was written last, and nobody has changed it."""
        return output.is_file() and hashlib.sha256(output.read_bytes()).hexdigest() == self._written

    def _add(self, record: Json) -> None:
        assert self._file, "a journal is used in its with block"  # noqa: S101  # a fault of ours
        self._file.write(json.dumps(record, ensure_ascii=False) + "\n")
        self._file.flush()

    def _read(self) -> None:
        if not self._path.exists():
            return
        try:
            lines = self._path.read_bytes().split(b"\n")
        except OSError as fault:
            raise GridJournalError(self._path, fault.strerror or "unknown") from None
        records = [record for record in map(_record, lines) if record is not None]
        if any(lines) and (not records or records[0].get("kind") != _KIND):
            raise GridJournalError(self._path, "it is another file")
        if lines[-1]:  # torn: what follows begins on a line of its own
            with self._path.open("ab") as file:
                file.write(b"\n")
        self._take(records)

    def _take(self, records: Sequence[Json]) -> None:
        for record in records:
            self._written = record.get("sheet", self._written)
            if "cell" in record:
                try:
                    self.cells[str(record.get("key"))] = wire.load(GridCell, record["cell"])
                except ValidationError:  # of another version: it is asked again
                    continue


def _record(line: bytes) -> Json | None:
    try:
        found = json.loads(line)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None

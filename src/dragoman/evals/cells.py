"""The suite `cells`: checked cells of public reports against the facts that are read out of the PDFs.

It counts right, wrong and missing (reported as declined), by document, by kind of table and by way.
"""

import hashlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from dragoman.documents.ingest import ingest
from dragoman.domain.fact import Fact
from dragoman.errors import Source
from dragoman.evals.cell import Finding, find
from dragoman.evals.figures import DataSetError
from dragoman.evals.report import Judged, Verdict
from dragoman.evals.room import Room
from dragoman.evals.truth import CellSpec, TruthSpec, read_truth
from dragoman.interpret.vocabulary import Vocabulary
from dragoman.stores.corpus import CorpusStore

_PACKAGE = Path(__file__).parents[1]
_READERS = ("documents", "domain", "interpret", "stores", "assistants/mines/vocabulary")
_VERDICTS: dict[str, Verdict] = {"right": "right", "wrong": "wrong", "missing": "declined"}


def cell_cases(room: Room, *, aside: bool = False) -> Iterator[Judged]:
    """Judge every cell; the documents set aside are another suite, so that tuning does not look at them."""
    name = "cells_aside" if aside else "cells"
    counts = Counts()
    with _corpus(room.handle.runtime.settings.cache) as store:
        reports = Reports(room.data_sets, store, room.handle.runtime.vocabulary)
        for truth, cell_id, cell in _wanted(room, read_truth(aside=aside)):
            begun = perf_counter()
            finding = find(cell, reports.facts(truth, cell.page))
            counts.add(truth, cell, finding)
            yield _judged(cell_id, cell, finding, (perf_counter() - begun) * 1000)
            room.done(cell_id)
    room.measured[name] = counts.record() | reports.record()


@dataclass(slots=True)
class Counts:
    """Right, wrong and missing by document and by kind of table, and the ways of being wrong or missing."""

    outcomes: dict[str, Counter[str]] = field(default_factory=dict)
    ways: dict[str, Counter[str]] = field(default_factory=dict)
    twins: int = 0

    def add(self, truth: TruthSpec, cell: CellSpec, finding: Finding) -> None:
        """Count one cell; those of no period apart, since leaving one out is right."""
        if cell.period is None:
            names = ["of no period"]
        else:
            proved = ["proved by an identity"] if finding.fact and finding.fact.proofs else []
            names = ["of a period", *proved, f"table {cell.kind}", f"document {Path(truth.document).stem}"]
        for name in names:
            self.outcomes.setdefault(name, Counter())[finding.outcome] += 1
        if finding.has_twin:
            self.twins += 1
        for way in finding.ways:
            self.ways.setdefault(finding.outcome, Counter())[way] += 1

    def record(self) -> dict[str, Any]:
        """Return the numbers beside the four counts of the suite."""
        rows = {
            name: {outcome: count[outcome] for outcome in _VERDICTS} | {"share": f"{share(count):.1%}"}
            for name, count in sorted(self.outcomes.items(), key=lambda item: (item[0].startswith(("ta", "do")), item))
        }
        ways = {f"{outcome} by way": dict(ways.most_common()) for outcome, ways in self.ways.items()}
        return rows | ways | {"right, but not told from another row of the page by its label": self.twins}


def share(counted: Counter[str]) -> float:
    """Return the share that is right."""
    return counted["right"] / counted.total()


@dataclass(slots=True)
class Reports:
    """The facts of the documents, read when they are first asked for."""

    data: Path
    store: CorpusStore
    vocabulary: Vocabulary
    seconds: float = 0.0
    pages: int = 0
    _facts: dict[str, dict[int, list[Fact]]] = field(default_factory=dict)

    def facts(self, truth: TruthSpec, page: int) -> list[Fact]:
        """Return the facts of one page. Raises DataSetError for a file that is missing or another."""
        if truth.document not in self._facts:
            self._facts[truth.document] = self._read(truth)
        return self._facts[truth.document].get(page, [])

    def record(self) -> dict[str, Any]:
        """Return how fast the files were read, where any was."""
        if not self.pages:
            return {}
        return {"reading": {"pages": self.pages, "pages a second": round(self.pages / self.seconds, 1)}}

    def _read(self, truth: TruthSpec) -> dict[int, list[Fact]]:
        report = ingest([source_of(truth, self.data)], store=self.store, vocabulary=self.vocabulary)[0]
        if report.error:
            raise report.error
        if report.status != "unchanged":
            self.seconds += report.seconds
            self.pages += report.pages
        pages: dict[int, list[Fact]] = {}
        for fact in self.store.facts(document=report.id):
            pages.setdefault(fact.cell.page, []).append(fact)
        return pages


def source_of(truth: TruthSpec, data: Path) -> Path:
    """Return the PDF. Raises DataSetError when it is not there or not the file that was looked at."""
    path = data / truth.folder / truth.document
    if not path.is_file():
        raise DataSetError(
            f"{truth.document} is not there", where=Source(str(path)), remedy="Point --data at the sets."
        )
    if hashlib.sha256(path.read_bytes()).hexdigest() != truth.sha256:
        raise DataSetError("this is not the file whose cells were checked", where=Source(str(path)))
    return path


def _wanted(room: Room, truths: tuple[TruthSpec, ...]) -> Iterator[tuple[TruthSpec, str, CellSpec]]:
    every = [(truth, name, cell) for truth in truths for name, cell in truth.named()]
    wanted = room.wanted([name for _, name, _ in every])
    if room.cases and not wanted:  # a document may be named instead of its cells
        wanted = frozenset(name for _, name, _ in every if name.partition(":")[0] in room.cases)
    return (one for one in every if one[1] in wanted)


def _judged(name: str, cell: CellSpec, finding: Finding, milliseconds: float) -> Judged:
    printed = f"{cell.printed} × {cell.scale:,} {cell.unit} in column {cell.column!r}"
    reason = f"{', '.join(finding.ways)}; printed {printed}" + (f"; found {finding.found}" if finding.found else "")
    return Judged(
        case=name,
        verdict=_VERDICTS[finding.outcome],
        reason="" if finding.outcome == "right" else reason,
        milliseconds=milliseconds,
    )


@contextmanager
def _corpus(cache: Path | None) -> Iterator[CorpusStore]:
    """Open what this very code has read before, or an empty corpus."""
    with TemporaryDirectory(prefix="dragoman-cells-") as folder:
        place = cache / "evals" if cache else Path(folder)
        place.mkdir(parents=True, exist_ok=True)
        name = f"cells-{hashlib.sha256(str(_PACKAGE).encode()).hexdigest()[:8]}"
        stamp, code = place / f"{name}.stamp", code_fingerprint()
        if not stamp.exists() or stamp.read_text("utf-8") != code:
            for old in place.glob(f"{name}.*"):
                old.unlink()
        store = CorpusStore.open(place / f"{name}.db")
        try:
            stamp.write_text(code, "utf-8")
            yield store
        finally:
            store.close()


def code_fingerprint() -> str:
    """Return a digest of all code and vocabulary that a fact depends on: an edit of any reads the files again."""
    digest = hashlib.sha256()
    for area in _READERS:
        for path in sorted((_PACKAGE / area).rglob("*")):
            if path.suffix in (".py", ".yaml"):
                digest.update(path.read_bytes())
    return digest.hexdigest()

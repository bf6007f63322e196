"""The filings of `data/financebench-pdfs` in one index, with the questions that are asked of them.

The index is kept in the cache of evals, and is made anew when any code that a fact depends on has changed.
"""

import hashlib
import json
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from dragoman.app.dragoman import Handle, open_handle
from dragoman.documents.identity import IngestOptions
from dragoman.documents.ingest import ingest
from dragoman.errors import Source
from dragoman.evals.cells import code_fingerprint
from dragoman.evals.figures import SUITES, DataSetError
from dragoman.evals.room import Room
from dragoman.specs.reader import load
from dragoman.specs.spec import Spec

_FOLDER, _QUESTIONS = "financebench-pdfs", "financebench/financebench_open_source.jsonl"
_YEAR = re.compile(r"(20\d\d)")


class FilerSpec(Spec):
    """A company of the filings; `prefix` is what the names of its files begin with."""

    prefix: str
    ticker: str
    name: str
    aliases: tuple[str, ...] = ()
    year_end_month: int


class NumberSpec(Spec):
    """Which number answers a question: its unit, and where it stands in the answer of the data set."""

    id: str
    half: Literal["tune", "aside"]
    unit: str = ""
    scale: int = 1
    at: tuple[int, ...] = (1,)
    falls: tuple[int, ...] = ()  # those that the answer calls a decline
    value: Decimal | None = None  # where the answer says it in words
    or_less: bool = False


class FilingsSpec(Spec):
    """The file `financebench.yaml`."""

    companies: tuple[FilerSpec, ...]
    numbers: tuple[NumberSpec, ...]

    def filer(self, name: str) -> FilerSpec:
        """Return whose filing a file is."""
        return next(one for one in self.companies if name.startswith(one.prefix))


@dataclass(frozen=True, slots=True, kw_only=True)
class FilingQuestion:
    """A question about one filing, with the answer that its authors give."""

    id: str
    document: str
    kind: str
    text: str
    answer: str


def filings_spec() -> FilingsSpec:
    """Return what is ours about the set."""
    return load(SUITES / "financebench.yaml", FilingsSpec)


def filing_questions(data: Path) -> tuple[FilingQuestion, ...]:
    """Return the questions whose filings are there, in the set's order. Raises DataSetError."""
    try:
        ids = json.loads((data / _FOLDER / "question-ids.json").read_text("utf-8"))
        lines = (data / _QUESTIONS).read_text("utf-8").splitlines()
    except OSError as error:
        place = Source(str(error.filename))
        raise DataSetError("the data set is not there", where=place, remedy="Point --data at the data sets.") from None
    rows = {row["financebench_id"]: row for row in map(json.loads, lines)}
    return tuple(
        FilingQuestion(
            id=name,
            document=rows[name]["doc_name"],
            kind=rows[name]["question_type"],
            text=rows[name]["question"],
            answer=rows[name]["answer"],
        )
        for name in ids
    )


@contextmanager
def filings(room: Room, reference_date: date) -> Iterator[Handle]:
    """Open the product over an index of all filings, their companies in its vocabulary, periods by file name."""
    spec, settings = filings_spec(), room.handle.runtime.settings
    with TemporaryDirectory(prefix="dragoman-filings-") as folder:
        place = _kept(settings.cache) or Path(folder)
        project = place / "project"
        if not project.exists():
            _write_project(project, spec)
        own = replace(settings, home=place / "home")
        with open_handle(project=project, settings=own, reference_date=reference_date) as handle:
            _bring_in(handle, spec, room.data_sets)
            yield handle


def _kept(cache: Path | None) -> Path | None:
    """Return the folder of what this very code has read before, emptied where that was other code."""
    if cache is None:
        return None
    name = hashlib.sha256(__file__.encode()).hexdigest()[:8]
    place, code = cache / "evals" / f"filings-{name}", code_fingerprint()
    stamp = place / "stamp"
    if not stamp.exists() or stamp.read_text("utf-8") != code:
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        stamp.write_text(code, "utf-8")
    return place


def _bring_in(handle: Handle, spec: FilingsSpec, data: Path) -> None:
    runtime = handle.runtime
    for path in sorted((data / _FOLDER).glob("*.pdf")):
        year = _YEAR.search(path.name)
        period = f"FY{year[1]}" if year else None
        options = IngestOptions(company=spec.filer(path.name).ticker, period=period, kind="report")
        report = ingest([path], store=runtime.corpus, vocabulary=runtime.vocabulary, options=options)[0]
        if report.error:
            raise report.error


def _write_project(folder: Path, spec: FilingsSpec) -> None:
    (folder / "vocabulary").mkdir(parents=True)
    (folder / "dragoman.yaml").write_text("name: filings\n", "utf-8")
    lines = [
        f"  - {{ticker: {one.ticker}, name: {json.dumps(one.name)}, aliases: {json.dumps(list(one.aliases))}, "
        f"year_end_month: {one.year_end_month}, currency: USD}}"
        for one in spec.companies
    ]
    (folder / "vocabulary" / "companies.yaml").write_text("\n".join(["companies:", *lines, ""]), "utf-8")

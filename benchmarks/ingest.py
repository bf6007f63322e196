"""How fast PDFs are ingested: text alone, text with tables and facts, and a file that has not changed; and the memory.

Run: DRAGOMAN_DATA=DIR PYTHONPATH=src python benchmarks/ingest.py   (add names of files to take only those)
With --beside the plain text of the same files is taken out by pypdfium2 and pdfplumber too, which is slow.

Speeds are pages by seconds of one core, all processes counted, so that a busy machine does not slow them.
"again" is by the clock. Files that cannot be ingested are told, and the command ends with 1.
"""

import re
import resource
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from os import environ
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pdfplumber
import pypdfium2

from dragoman.app.vocabularies import project_vocabulary
from dragoman.documents.ingest import ingest
from dragoman.documents.readers.kinds import read_bytes
from dragoman.documents.readers.pdf import page_layouts
from dragoman.stores.corpus import CorpusStore

SETS = ("report-pdfs", "mining-annual-reports", "financebench-pdfs")


class Row(NamedTuple):
    """One file: its pages, facts, and the seconds that each way took; no pages where it was refused."""

    name: str
    pages: int
    facts: int
    proved: int
    text: float
    whole: float
    again: float
    warnings: tuple[str, ...] = ()
    problem: str = ""


def files(names: Iterable[str]) -> list[Path]:
    """Return the files of the sets whose names begin as given; all without names."""
    folder = Path(environ.get("DRAGOMAN_DATA", ""))
    found = [path for name in SETS for path in sorted((folder / name).glob("*.pdf"))]
    wanted = tuple(names)
    return [path for path in found if not wanted or path.stem.startswith(wanted)]


def measure(path: Path, store: CorpusStore) -> Row:
    """Read the words of one file with their places, ingest it, and ingest it again."""
    vocabulary = project_vocabulary("mines", None)
    begun = of_one_core()
    page_layouts(read_bytes(path), path)
    read = of_one_core()
    (report,) = ingest([path], store=store, vocabulary=vocabulary)
    done, clock = of_one_core(), time.perf_counter()
    ingest([path], store=store, vocabulary=vocabulary)
    again = time.perf_counter() - clock
    problem = report.error.message if report.error else ""
    took = (read - begun, done - read, again)
    return Row(path.stem, report.pages, report.facts, report.proved, *took, report.warnings, problem)


def beside(path: Path) -> str:
    """Say how many pages a second others take plain text out of a file, without places, tables and facts."""
    begun = of_one_core()
    with pypdfium2.PdfDocument(path) as file:
        pages = len(file)
        for number in range(pages):
            file[number].get_textpage().get_text_bounded()
    between = of_one_core()
    with pdfplumber.open(path) as pdf:
        for page in pdf.pages:
            page.extract_text()
            page.close()
    done = of_one_core()
    return (
        f"beside: pypdfium2 {pages / (between - begun):.0f} pages/s, pdfplumber {pages / (done - between):.1f} pages/s"
    )


def of_one_core() -> float:
    """Return the seconds of one core that this process and those it has ended took so far."""
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in both)


def main() -> int:
    """Print a line a file, then sums, medians over the files and the most memory that was held."""
    paths = files(word for word in sys.argv[1:] if word != "--beside")
    if not paths:
        print("set DRAGOMAN_DATA to the folder of the public data sets")
        return 0
    rows = []
    with TemporaryDirectory() as folder:
        store = CorpusStore.open(Path(folder) / "corpus.sqlite3")
        for path in paths:
            rows.append(measure(path, store))
            print(line(rows[-1]), flush=True)
            if "--beside" in sys.argv:
                print(beside(path), flush=True)
    summary([row for row in rows if row.pages])
    return int(any(row.problem for row in rows))


def line(row: Row) -> str:
    """Say what one file took."""
    if row.problem:
        return f"{row.name[:44]:<44} FAILED {row.problem}"
    speeds = f"{row.pages / row.text:7.0f} pages/s words  {row.pages / row.whole:6.1f} pages/s with facts"
    counts = f"{row.pages:4} pages {row.facts:5} facts {row.proved:5} proved"
    return f"{row.name[:44]:<44} {counts} {speeds}  again {row.again * 1000:5.0f} ms"


def summary(rows: Sequence[Row]) -> None:
    """Print what all of it took."""
    pages, facts, proved = (sum(getattr(row, name) for row in rows) for name in ("pages", "facts", "proved"))
    words, whole = (pages / sum(getattr(row, way) for row in rows) for way in ("text", "whole"))
    print(f"all: {len(rows)} files, {pages:,} pages, {facts:,} facts, {proved:,} proved")
    print(f"{words:.1f} pages/s words, {whole:.1f} with facts")
    for way, name in (("text", "words"), ("whole", "with facts")):
        speeds = sorted(row.pages / getattr(row, way) for row in rows)
        print(f"{name}: median {statistics.median(speeds):.1f} pages/s, slowest {speeds[0]:.1f}")
    again = [row.again * 1000 for row in rows]
    print(f"again: median {statistics.median(again):.0f} ms, slowest {max(again):.0f} ms")
    kinds = Counter(re.sub(r"\d[\d,–-]*", "#", warning)[:90] for row in rows for warning in row.warnings)
    for kind, count in kinds.most_common():
        print(f"{count:4} warnings: {kind}")
    here, apart = (resource.getrusage(who).ru_maxrss / 1024 for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    print(f"most memory: {here:.0f} MB here, {apart:.0f} MB in the process apart")


if __name__ == "__main__":
    sys.exit(main())

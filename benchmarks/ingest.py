"""How fast PDFs are ingested: text alone, text with tables and facts, and a file that has not changed; and the memory.

Run: DRAGOMAN_DATA=DIR PYTHONPATH=src python benchmarks/ingest.py   (add names of files to take only those)
"""

import resource
import statistics
import sys
import time
from collections.abc import Callable, Iterable
from os import environ
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from dragoman.app.vocabularies import project_vocabulary
from dragoman.documents.ingest import ingest
from dragoman.documents.readers.kinds import read_bytes
from dragoman.documents.readers.pdf import page_layouts
from dragoman.stores.corpus import CorpusStore

SETS = ("report-pdfs", "mining-annual-reports", "financebench-pdfs")


class Row(NamedTuple):
    """One file: its pages, facts, and the seconds that each way took."""

    name: str
    pages: int
    facts: int
    text: float
    whole: float
    again: float


def files(names: Iterable[str]) -> list[Path]:
    """Return the files of the sets whose names begin as given; all without names."""
    folder = Path(environ.get("DRAGOMAN_DATA", ""))
    found = [path for name in SETS for path in sorted((folder / name).glob("*.pdf"))]
    wanted = tuple(names)
    return [path for path in found if not wanted or path.stem.startswith(wanted)]


def measure(path: Path, store: CorpusStore) -> Row:
    """Read the words of one file with their places, ingest it, and ingest it again."""
    vocabulary = project_vocabulary("mines", None)
    text = seconds(lambda: page_layouts(read_bytes(path), path))
    begun = time.perf_counter()
    (report,) = ingest([path], store=store, vocabulary=vocabulary)
    whole = time.perf_counter() - begun
    again = seconds(lambda: ingest([path], store=store, vocabulary=vocabulary))
    return Row(path.stem, report.pages, report.facts, text, whole, again)


def seconds(work: Callable[[], object]) -> float:
    """Return how long a piece of work takes."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def main() -> None:
    """Print a line a file, then medians over the files and the most memory that was held."""
    paths = files(sys.argv[1:])
    if not paths:
        print("set DRAGOMAN_DATA to the folder of the public data sets")
        return
    with TemporaryDirectory() as folder:
        store = CorpusStore.open(Path(folder) / "corpus.sqlite3")
        rows = [row for path in paths if (row := measure(path, store)).pages]
    for row in rows:
        speeds = f"{row.pages / row.text:7.0f} pages/s words  {row.pages / row.whole:6.1f} pages/s with facts"
        print(f"{row.name[:44]:<44} {row.pages:4} pages {row.facts:5} facts {speeds}  again {row.again * 1000:5.0f} ms")
    words = statistics.median(row.pages / row.text for row in rows)
    whole = statistics.median(row.pages / row.whole for row in rows)
    again = statistics.median(row.again for row in rows) * 1000
    peak = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)) / 1024
    print(f"median: {words:.0f} pages/s words, {whole:.1f} pages/s with facts, again {again:.0f} ms; {peak:.0f} MB")


if __name__ == "__main__":
    main()

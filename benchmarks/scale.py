"""How search and look-up grow with the corpus: up to 100,000 passages and 1,000,000 facts in one file.

Words, figures and vectors are drawn by chance, as only time is measured. Ten companies share the documents, so that
a filter by company still leaves a tenth of everything. The bars are 50 ms for a filtered search and 5 ms for the
look-up of a fact, both p95 at the largest size, by the wall clock. CPU time stands beside it: on a machine that
others use as well, it is the steadier number. Beside them what one would write instead: a plain FTS5 query without
filters, cosines by brute force over everything, and SELECT by company, metric and period.

Run: python benchmarks/scale.py                       (about six minutes and 2 GB of disk)
     python benchmarks/scale.py --documents 100       (a tenth of it)
     python benchmarks/scale.py --folder DIR          (keeps the store, and takes up one that is there)
"""

import argparse
import random
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

import numpy as np

from dragoman.app.vocabularies import project_vocabulary
from dragoman.documents.retrieve import Retriever
from dragoman.documents.rows import RowIndex, tokens_of
from dragoman.documents.vectors.fill import embedder_of
from dragoman.documents.vectors.index import VectorIndex
from dragoman.domain.document import Cell, Document, Passage
from dragoman.domain.fact import Fact
from dragoman.domain.period import Part, Period
from dragoman.domain.plan import Lookup
from dragoman.domain.printed_row import PrintedRow
from dragoman.models.embedder import Vectors
from dragoman.stores.corpus import CorpusStore

SIZES = (1, 10, 100, 1000)  # documents
PASSAGES, ROWS = 100, 500  # of a document; a row has a figure for two periods
SEARCHES, LOOK_UPS = 60, 300
SEARCH_BAR_MS, LOOK_UP_BAR_MS = 50.0, 5.0
DIMENSIONS = 384
COMPANIES = tuple(f"CO{number}" for number in range(10))
PARTS: tuple[Part, ...] = ("year", "H1", "H2", "Q1")  # of a year that is reported on
SYLLABLES = ("ba", "co", "di", "fu", "ge", "ha", "lo", "mi", "nu", "pe", "ra", "so", "ta", "ve", "wi", "yo")
WORDS = [f"{a}{b}{c}" for a in SYLLABLES for b in SYLLABLES for c in SYLLABLES]
WEIGHTS = [1 / place for place in range(3, len(WORDS) + 3)]  # as words of a language: few are everywhere, most are rare
VOCABULARY = project_vocabulary("mines", None)
METRICS = tuple(VOCABULARY.metrics)


class ByChance:
    """Embeds nothing: any text is some direction. What a model needs for the question is measured elsewhere."""

    id, dimensions = "chance", DIMENSIONS

    def __init__(self) -> None:
        self._draw = np.random.default_rng(3)

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return unit vectors drawn by chance."""
        rows = self._draw.normal(size=(len(texts), DIMENSIONS)).astype(np.float32)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """What some calls took, in milliseconds."""

    wall: tuple[float, ...]
    cpu: tuple[float, ...]

    @property
    def p95(self) -> float:
        """The time that 95 of 100 calls stay under."""
        return sorted(self.wall)[int(len(self.wall) * 0.95)]

    def __str__(self) -> str:
        wall, cpu = ((median(of), sorted(of)[int(len(of) * 0.95)]) for of in (self.wall, self.cpu))
        return f"median {wall[0]:8.2f}  p95 {wall[1]:8.2f}   CPU median {cpu[0]:8.2f}  p95 {cpu[1]:8.2f}"


def timed(calls: Sequence[Callable[[], object]], times: int = 3) -> Times:
    """Return the best of three runs of each, as a busy machine is not the store."""
    taken = [[_ms(call) for _ in range(times)] for call in calls]
    return Times(
        wall=tuple(min(wall for wall, _ in each) for each in taken),
        cpu=tuple(min(cpu for _, cpu in each) for each in taken),
    )


def _ms(call: Callable[[], object]) -> tuple[float, float]:
    begun, used = perf_counter(), process_time()
    call()
    return (perf_counter() - begun) * 1000, (process_time() - used) * 1000


def document_of(number: int) -> Document:
    """Return a report: the companies take turns, each reports on a year, its halves and a quarter."""
    year, part = divmod(number // len(COMPANIES), len(PARTS))
    period = Period(2000 + year, PARTS[part])
    company = COMPANIES[number % len(COMPANIES)]
    name = f"report-{number}"
    return Document(
        id=name, path=f"{name}.md", title=name, digest="", kind="report", company=company, period=period.label
    )


def passages_of(document: Document) -> list[Passage]:
    """Return its passages: eighty words each, one in four a table."""
    dice = random.Random(f"text of {document.id}")  # noqa: S311  no secret
    return [
        Passage(
            id=f"{document.id}:{n}",
            document=document.id,
            page=n // 4 + 1,
            section=(dice.choice(WORDS),),
            kind="table" if n % 4 == 0 else "text",
            text=" ".join(dice.choices(WORDS, WEIGHTS, k=80)),
            title=document.title,
            company=document.company,
            period=document.period,
        )
        for n in range(PASSAGES)
    ]


@cache
def labels_of(company: str) -> tuple[tuple[str, str, str | None], ...]:
    """Return what rows a company prints, each with the label over it: some for a metric, most under their own words."""
    dice = random.Random(company)  # noqa: S311  no secret
    named = [(VOCABULARY.metrics[name].name, "", name) for name in METRICS]
    others = [(" ".join(dice.choices(WORDS, k=3)).capitalize(), dice.choice(WORDS), None) for _ in range(2000)]
    return tuple(named + others)


def facts_of(document: Document) -> Iterator[Fact]:
    """Yield the figures of its rows for its own period and for the one a year before."""
    dice = random.Random(f"figures of {document.id}")  # noqa: S311  no secret
    own = Period.parse(document.period or "")
    periods = (own, own.shifted(-1))
    every = labels_of(document.company or "")
    for row, (label, group, metric) in enumerate([*every[: len(METRICS)], *dice.sample(every, ROWS)][:ROWS], start=1):
        for column, period in enumerate(periods, start=2):
            cell = Cell(
                document=document.id, page=row // 30 + 1, table=row // 30 + 1, row=row, column=column, row_label=label,
                column_label=period.label, text="1,234.5", group=group, over="Statement", statement="income",
                unit_source="the table's header",
            )  # fmt: skip
            yield Fact(
                id=f"{document.id}:t{row}c{column}", company=document.company, metric=metric, basis=None, share=None,
                period=period, value=Decimal(dice.randrange(10**6)) / 10, unit="USD", scale=10**6, currency="USD",
                label=label, cell=cell, title=document.title,
            )  # fmt: skip


def add(store: CorpusStore, number: int, *, vectors: bool = True) -> float:
    """Store a document with its vectors; return how many seconds the document itself took."""
    document = document_of(number)
    passages, facts = passages_of(document), list(facts_of(document))
    begun = perf_counter()
    store.replace(document, [], passages, facts)
    spent = perf_counter() - begun
    told = store.vectors.texts(document.id) if vectors else None
    if told:
        store.vectors.put(told, embedder_of(ByChance()), ByChance().embed(told.texts).astype("<f2").tobytes())
    return spent


def questions(count: int, seed: int) -> list[str]:
    """Return questions of five words, common ones more often than rare ones."""
    dice = random.Random(seed)  # noqa: S311  no secret
    return [f"how did {' '.join(dice.choices(WORDS, WEIGHTS, k=5))} change" for _ in range(count)]


def searches(store: CorpusStore) -> Iterator[tuple[str, Times]]:
    """Yield the times of searches, by words and by words and meaning, within a company and over everything."""
    index = VectorIndex(store.vectors, ByChance())
    ways = {"words": Retriever(store, VOCABULARY), "and meaning": Retriever(store, VOCABULARY, meaning=lambda: index)}
    scopes: dict[str, dict[str, str]] = {
        "of a company": {"company": COMPANIES[0]},
        "and a year": {"company": COMPANIES[0], "period": "FY2000"},
        "of everything": {},
    }
    for way, retriever in ways.items():
        for scope, filters in scopes.items():
            retriever.search(questions(1, 1)[0], **filters)  # loads what is loaded once
            calls = [
                lambda text=text, on=filters, by=retriever: by.search(text, **on) for text in questions(SEARCHES, 5)
            ]
            yield f"{way}, {scope}", timed(calls)


def look_ups(store: CorpusStore, documents: int) -> Iterator[tuple[str, Times]]:
    """Yield the times of look-ups of facts: a metric, one that is not there, a row by its printed label."""
    dice = random.Random(7)  # noqa: S311  no secret
    retriever = Retriever(store, VOCABULARY)
    asked = [document_of(dice.randrange(documents)) for _ in range(LOOK_UPS)]

    def times(metric: Callable[[Document], str], year: int = 0) -> Times:
        cells = [
            Lookup(company=one.company or "", metric=metric(one), period=Period.parse(one.period or "").shifted(year))
            for one in asked
        ]
        retriever.facts(cells[0])
        return timed([lambda cell=cell: retriever.facts(cell) for cell in cells])

    yield "fact, there", times(lambda _: dice.choice(METRICS))
    yield "fact, not there", times(lambda _: dice.choice(METRICS), year=-500)
    yield "printed row", times(lambda one: PrintedRow(label=dice.choice(labels_of(one.company or ""))[0]).name)


def reading(store: CorpusStore) -> Iterator[tuple[str, Times]]:
    """Yield the times of what a question is read with: what is covered, and the rows of a company."""
    text = f"What was {labels_of(COMPANIES[0])[-1][0]} of CO0 in FY2000?"
    index = RowIndex(store)
    yield "coverage, first", timed([store.coverage], 1)
    yield "coverage, again", timed([store.coverage] * 50)
    yield "rows of a company, first", timed([lambda: index.has(COMPANIES[0])], 1)
    yield "rows of a company, again", timed([lambda: index.find(tokens_of(text), text, COMPANIES[0])] * 50)
    yield "rows as written, again", timed([lambda: index.written_out(text, tokens_of(text), COMPANIES[0])] * 50)


def plain(path: Path) -> Iterator[tuple[str, Times]]:
    """Yield the times of what one would write instead."""
    asked = [" OR ".join(f'"{word}"' for word in text.split()[2:-1]) for text in questions(SEARCHES, 5)]
    with sqlite3.connect(path) as connection:
        best = "SELECT rowid FROM passage_index WHERE passage_index MATCH ? ORDER BY rank LIMIT 8"
        yield (
            "FTS5 alone, of everything",
            timed([lambda one=one: connection.execute(best, (one,)).fetchall() for one in asked]),
        )
        fact = "SELECT * FROM facts WHERE company = ? AND metric = ? AND period = ?"
        slots = ((COMPANIES[0], metric, "FY2000") for metric in METRICS)
        yield "SELECT of a fact", timed([lambda one=one: connection.execute(fact, one).fetchall() for one in slots])
        (count,) = connection.execute("SELECT count(*) FROM passages").fetchone()
    matrix = np.random.default_rng(1).normal(size=(count, DIMENSIONS)).astype(np.float32)
    vectors = ByChance().embed([""] * 50)
    yield "cosines alone, of everything", timed([lambda one=one: np.argsort(-(matrix @ one))[:40] for one in vectors])


def measure(path: Path, documents: int) -> dict[str, Times]:
    """Print every time at this size and return them."""
    store = CorpusStore.open(path)
    found: dict[str, Times] = {}
    for part in (reading(store), look_ups(store, documents), searches(store), plain(path)):
        found |= dict(part)
    store.close()
    for name, times in found.items():
        print(f"  {name:<28} {times}", flush=True)
    print(f"  {beside(path)}", flush=True)
    return found


def beside(path: Path) -> str:
    """Return what a process of its own needs to open the store and to search, and the size of the file."""
    probing = [sys.executable, __file__, "--probe", str(path)]
    ran = subprocess.run(probing, capture_output=True, text=True, check=True)  # noqa: S603  this file itself
    return f"{path.stat().st_size / 1e6:,.0f} MB on disk; {ran.stdout.strip()}"


def peak_memory() -> float:
    """Return the most memory that this process has held, in MB; where /proc is missing, with that of its parent."""
    try:
        status = Path("/proc/self/status").read_text("utf-8")
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")) / 1024
    except (OSError, StopIteration):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def probe(path: Path) -> None:
    """Say how long opening takes here, and how much memory before and after the first searches."""
    before = peak_memory()
    begun = perf_counter()
    store = CorpusStore.open(path)
    opened = perf_counter() - begun
    words = Retriever(store, VOCABULARY)
    words.search(questions(1, 1)[0], company=COMPANIES[0])
    after = peak_memory()
    index = VectorIndex(store.vectors, ByChance())
    begun = perf_counter()
    Retriever(store, VOCABULARY, meaning=lambda: index).search(questions(1, 1)[0])
    loaded = perf_counter() - begun
    print(
        f"opens in {opened * 1000:.0f} ms, first search with meaning {loaded * 1000:.0f} ms, "
        f"peak memory {before:.0f} MB at start, {after:.0f} MB by words, {peak_memory():.0f} MB with meaning"
    )


def grow(folder: Path, most: int) -> dict[int, dict[str, Times]]:
    """Fill the store step by step and measure at every size."""
    path, found = folder / "corpus.db", {}
    for size in (size for size in SIZES if size <= most):
        store = CorpusStore.open(path)
        have = len(store.documents())
        spent = [add(store, number) for number in range(have, size)]
        again = [add(store, 0, vectors=True) for _ in range(3)]
        store.close()
        print(f"{size:,} documents, {size * PASSAGES:,} passages, {size * ROWS * 2:,} facts", flush=True)
        filled = f"storing a document {median(spent):.2f} s while filling, " if spent else ""
        print(f"  {filled}{median(again):.2f} s in place of one of this size of corpus")
        found[size] = measure(path, size)
    return found


def main() -> int:
    """Measure; 1 when the largest size misses a bar."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--documents", type=int, default=SIZES[-1])
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--probe", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.probe:
        probe(args.probe)
        return 0
    with TemporaryDirectory() as folder:
        found = grow(args.folder or Path(folder), args.documents)
    return told(found)


def told(found: dict[int, dict[str, Times]]) -> int:
    """Print how the medians grew and whether the bars hold."""
    first, last = min(found), max(found)
    print(f"growth of the CPU medians from {first:,} to {last:,} documents")
    for name, times in found[last].items():
        if name in found[first]:
            print(f"  {name:<28} x {median(times.cpu) / max(median(found[first][name].cpu), 0.01):8.1f}")
    bars = {"words, of a company": SEARCH_BAR_MS, "and meaning, of a company": SEARCH_BAR_MS}
    bars |= {"fact, there": LOOK_UP_BAR_MS, "printed row": LOOK_UP_BAR_MS}
    missed = [name for name, bar in bars.items() if found[last][name].p95 > bar]
    print(f"bars missed: {', '.join(missed) or 'none'}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

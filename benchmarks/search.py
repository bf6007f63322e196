"""How long a search takes over 20,000 generated passages: by words, and by words and meaning.

Run: PYTHONPATH=src python benchmarks/search.py   (with the embedder that `dragoman models fetch` has fetched)
"""

import random
import statistics
import sys
from collections.abc import Callable
from time import perf_counter, process_time

import numpy as np

from dragoman.app.embedding import find_embedding
from dragoman.app.settings import load_settings
from dragoman.app.vocabularies import project_vocabulary
from dragoman.documents.retrieve import Retriever
from dragoman.documents.vectors.fill import embedder_of
from dragoman.documents.vectors.index import VectorIndex
from dragoman.domain.document import Document, Passage
from dragoman.stores.corpus import CorpusStore

COMPANIES = ("BHP", "RIO", "FMG", "MIN", "NST")
DOCUMENTS, EACH = 100, 200
SYLLABLES = ["ba", "co", "di", "fu", "ge", "ha", "lo", "mi", "nu", "pe", "ra", "so", "ta", "ve", "wi", "yo"]
WORDS = [f"{a}{b}{c}" for a in SYLLABLES for b in SYLLABLES for c in SYLLABLES]
WEIGHTS = [1 / place for place in range(3, len(WORDS) + 3)]  # as words of a language: few are everywhere, most are rare
QUESTIONS = 200


def generated(embedder_name: str, dimensions: int) -> CorpusStore:
    """Return a corpus of made-up words drawn by chance, with vectors drawn by chance: only time is measured."""
    choose, draw = random.Random(3), np.random.default_rng(3)  # noqa: S311  # no secrets here
    store = CorpusStore.open(None)
    for number in range(DOCUMENTS):
        name, company = f"report-{number}", COMPANIES[number % len(COMPANIES)]
        document = Document(
            id=name, path=name, title=name, digest="", kind="report", company=company, period=f"FY20{number // 5:02}"
        )
        passages = [
            Passage(
                id=f"{name}:{n}",
                document=name,
                page=n // 4 + 1,
                section=(choose.choice(WORDS),),
                kind="text",
                text=" ".join(choose.choices(WORDS, WEIGHTS, k=80)),
                title=name,
                company=company,
                period=document.period,
            )
            for n in range(EACH)
        ]
        store.replace(document, [], passages, [])
        told = store.vectors.texts(name)
        rows = draw.normal(size=(EACH, dimensions))
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
        if told:
            store.vectors.put(told, embedder_name, rows.astype("<f2").tobytes())
    return store


def say(name: str, search: Callable[[str, str | None], object]) -> None:
    """Print medians and p95 for questions over everything and over one company."""
    choose = random.Random(5)  # noqa: S311  # as above
    search(WORDS[0], None)  # loads what is loaded once
    for company in (None, "BHP"):
        spent, cpu = [], []
        for _ in range(QUESTIONS):
            text = f"how did {' '.join(choose.choices(WORDS, WEIGHTS, k=5))} change"
            begun, used = perf_counter(), process_time()
            search(text, company)
            spent.append((perf_counter() - begun) * 1000)
            cpu.append((process_time() - used) * 1000)
        p95 = sorted(spent)[int(len(spent) * 0.95)]
        where = company or "everything"
        print(
            f"  {name:<18} {where:<11} median {statistics.median(spent):6.1f} ms   p95 {p95:6.1f} ms"
            f"   CPU {statistics.median(cpu):6.1f} ms"
        )


def main() -> int:
    """Measure both ways, the second only where there is an embedder."""
    embedder = find_embedding(load_settings()).embedder
    name, dimensions = (embedder_of(embedder), embedder.dimensions) if embedder else ("none", 384)
    store = generated(name, dimensions)
    vocabulary = project_vocabulary("mines", None)
    print(f"{DOCUMENTS * EACH:,} passages")
    words = Retriever(store, vocabulary)
    say("words", lambda text, company: words.search(text, company=company))
    if embedder is None:
        print("  words and meaning: skipped, run `dragoman models fetch` first")
        return 0
    begun = perf_counter()
    index = VectorIndex(store.vectors, embedder)
    both = Retriever(store, vocabulary, meaning=lambda: index)
    both.search(WORDS[0])
    print(f"  first search, which loads the vectors {(perf_counter() - begun) * 1000:.0f} ms")
    say("words and meaning", lambda text, company: both.search(text, company=company))
    store.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Is the right page found: by words alone, and by words and meaning, over real reports.

Run: DRAGOMAN_DATA=DIR PYTHONPATH=src python benchmarks/retrieval.py   (with a fetched embedder)
Add `financebench` for twenty filings as well; embedding them takes some minutes.
"""

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from ruamel.yaml import YAML

from dragoman.app.embedding import find_embedding
from dragoman.app.settings import load_settings
from dragoman.app.vocabularies import project_vocabulary
from dragoman.documents.identity import IngestOptions
from dragoman.documents.ingest import ingest
from dragoman.documents.retrieve import Retriever
from dragoman.documents.vectors.fill import fill
from dragoman.documents.vectors.index import VectorIndex
from dragoman.interpret.vocabulary import Vocabulary, load_vocabulary
from dragoman.models.embedder import Embedder
from dragoman.stores.corpus import CorpusStore

QUESTIONS = Path(__file__).parents[1] / "tests" / "data" / "report_questions.yaml"
PLACES = (1, 3, 5, 8, 10)
MAX_PASSAGES = 6_500  # of the filings, the smallest first


class Case(NamedTuple):
    """A question, the document it is about, and the pages that state the answer."""

    text: str
    company: str | None
    document: str
    pages: frozenset[int]


def say(name: str, cases: Iterable[Case], retriever: Retriever) -> None:
    """Print for how many the right page is among the first, and the mean reciprocal rank."""
    ranks = [_rank(case, retriever) for case in cases]
    found = "  ".join(f"@{k} {sum(rank is not None and rank <= k for rank in ranks):2}" for k in PLACES)
    mean = sum(1 / rank for rank in ranks if rank) / len(ranks)
    print(f"  {name:<18} {found}  of {len(ranks)}   mean reciprocal rank {mean:.3f}")


def _rank(case: Case, retriever: Retriever) -> int | None:
    document = None if case.company else case.document
    hits = retriever.search(case.text, company=case.company, document=document, k=40)
    places = ((hit.passage.document, hit.passage.page) for hit in hits)
    return next((n for n, (name, page) in enumerate(places, 1) if name == case.document and page in case.pages), None)


def compare(title: str, cases: list[Case], store: CorpusStore, vocabulary: Vocabulary, embedder: Embedder) -> None:
    """Print both ways over the same cases."""
    fill(store.vectors, embedder)
    index = VectorIndex(store.vectors, embedder)
    print(title)
    say("words", cases, Retriever(store, vocabulary))
    say("words and meaning", cases, Retriever(store, vocabulary, meaning=lambda: index))


def reports(data: Path, base: Vocabulary, embedder: Embedder) -> None:
    """Four annual reports of mining companies: forty questions in a person's own words."""
    written, store = YAML(typ="safe").load(QUESTIONS.read_text("utf-8")), CorpusStore.open(None)
    with TemporaryDirectory() as place:
        entries = [
            {"ticker": name} | {k: v for k, v in one.items() if k != "file"}
            for name, one in written["companies"].items()
        ]
        with Path(place, "companies.yaml").open("w", encoding="utf-8") as file:
            YAML(typ="safe").dump({"companies": entries}, file)
        vocabulary = load_vocabulary(Path(place), base=base)
    documents = {}
    for ticker, company in written["companies"].items():
        options = IngestOptions(company=ticker, period="FY2022")
        path = data / "mining-annual-reports" / company["file"]
        documents[ticker] = ingest([path], store=store, vocabulary=vocabulary, options=options)[0].id
    for part in ("questions", "held_out"):
        cases = [
            Case(case["text"], case["company"], documents[case["company"]], frozenset(case["pages"]))
            for case in written[part]
        ]
        compare(f"mining-annual-reports, {part}", cases, store, vocabulary, embedder)


def filings(data: Path, vocabulary: Vocabulary, embedder: Embedder) -> None:
    """Filings of FinanceBench, each question asked of its own filing."""
    store = CorpusStore.open(None)
    reports_ = ingest([data / "financebench-pdfs"], store=store, vocabulary=vocabulary)
    held, total = {}, 0
    for report in sorted(reports_, key=lambda report: report.passages):
        total += report.passages
        if total > MAX_PASSAGES:
            store.remove(report.id)
        else:
            held[Path(report.path).stem] = report.id
    cases = list(_filed(data, held))
    compare(f"financebench-pdfs, {len(held)} filings, the question's own", cases, store, vocabulary, embedder)


def _filed(data: Path, held: dict[str, str]) -> Iterator[Case]:
    lines = (data / "financebench" / "financebench_open_source.jsonl").read_text("utf-8").splitlines()
    for row in map(json.loads, lines):
        if row["doc_name"] in held:
            pages = frozenset(one["evidence_page_num"] + 1 for one in row["evidence"])
            yield Case(row["question"], None, held[row["doc_name"]], pages)


def main() -> int:
    """Compare where there is an embedder and the data."""
    settings = load_settings()
    embedder, vocabulary = find_embedding(settings).embedder, project_vocabulary("mines", None)
    if settings.data is None or embedder is None:
        print("skipped: set DRAGOMAN_DATA and run `dragoman models fetch` first")
        return 0
    reports(settings.data, vocabulary, embedder)
    if "financebench" in sys.argv[1:]:
        filings(settings.data, vocabulary, embedder)
    return 0


if __name__ == "__main__":
    sys.exit(main())

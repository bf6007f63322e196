"""Bringing files in: once, again, changed, failing, interrupted, at the same time."""

import threading
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from dragoman.documents.identity import IngestOptions, document_id
from dragoman.documents.ingest import IngestReport, ingest
from dragoman.documents.removal import remove
from dragoman.domain.event import Event
from dragoman.errors import UnknownNameError, UsageError
from dragoman.interpret.vocabulary import Vocabulary
from dragoman.stores.corpus import CorpusStore

DIGEST = """---
title: BHP digest FY2024
company: BHP
period: FY2024
kind: digest
published: 2024-08-27
---
# BHP

Revenue grew.
<!-- page -->
| US$ million | FY2024 |
|---|---|
| Revenue | 55,658 |
"""


@dataclass
class Ears:
    """Remembers events; presses Ctrl-C when the n-th document starts."""

    interrupt_at: int = 0
    heard: list[Event] = field(default_factory=list)

    def emit(self, event: Event) -> None:
        self.heard.append(event)
        if event.name == "document.started" and event.values["number"] == self.interrupt_at:
            raise KeyboardInterrupt


@pytest.fixture
def bring(store: CorpusStore, vocabulary: Vocabulary):
    def bring(*paths: Path, **options: str) -> tuple[IngestReport, ...]:
        return ingest(paths, store=store, vocabulary=vocabulary, options=IngestOptions(**options))

    return bring


@pytest.fixture
def digest(tmp_path: Path) -> Path:
    path = tmp_path / "bhp.md"
    path.write_text(DIGEST)
    return path


def test_a_digest_is_read_into_pages_passages_and_facts(bring, store: CorpusStore, digest: Path) -> None:
    (report,) = bring(digest)
    assert (report.status, report.pages, report.passages, report.facts) == ("added", 2, 2, 1)
    document = store.document(report.id)
    assert document is not None
    assert (document.title, document.company, document.period) == ("BHP digest FY2024", "BHP", "FY2024")
    assert (document.kind, document.published, document.pages) == ("digest", "2024-08-27", 2)
    assert store.facts(company="BHP")[0].cell.page == 2


def test_an_unchanged_file_adds_nothing(bring, store: CorpusStore, digest: Path) -> None:
    bring(digest)
    before = store.version()
    (report,) = bring(digest)
    assert (report.status, report.pages, report.passages, report.facts) == ("unchanged", 2, 2, 1)
    assert store.version() == before


def test_what_was_noted_is_kept_and_told_again(bring, store: CorpusStore, digest: Path) -> None:
    digest.write_text(DIGEST.replace("US$ million", "Line"))
    (report,) = bring(digest)
    assert [note.page for note in store.notes(report.id)] == [2]
    (again,) = bring(digest)
    assert (again.status, again.warnings) == ("unchanged", report.warnings)


def test_a_changed_file_replaces_its_document(bring, store: CorpusStore, digest: Path) -> None:
    (first,) = bring(digest)
    digest.write_text(DIGEST.replace("55,658", "55,659"))
    (second,) = bring(digest)
    assert (second.id, second.status) == (first.id, "replaced")
    assert [str(fact.value) for fact in store.facts()] == ["55659"]


def test_other_options_read_the_file_again(bring, store: CorpusStore, digest: Path) -> None:
    bring(digest)
    (report,) = bring(digest, company="RIO", period="FY2023")
    assert report.status == "replaced"
    assert [(document.company, document.period) for document in store.documents()] == [("RIO", "FY2023")]


def test_another_vocabulary_reads_the_file_again(store: CorpusStore, vocabulary: Vocabulary, digest: Path) -> None:
    ingest([digest], store=store, vocabulary=vocabulary)
    (report,) = ingest([digest], store=store, vocabulary=replace(vocabulary, shares={}))
    assert report.status == "replaced"


def test_the_same_file_from_elsewhere_is_the_same_document(
    bring, store: CorpusStore, digest: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring(digest)
    monkeypatch.chdir(digest.parent)
    (report,) = bring(Path("bhp.md"))
    assert report.status == "unchanged"
    (tmp := digest.parent / "x").mkdir()
    assert bring(tmp / ".." / "bhp.md")[0].status == "unchanged"


def test_ids_below_a_root_do_not_depend_on_where_it_lies(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    assert document_id(one / "a" / "b.md", one) == document_id(two / "a" / "b.md", two)
    assert document_id(one / "a" / "b.md") != document_id(two / "a" / "b.md")


def test_a_failed_file_leaves_nothing_and_the_others_go_on(bring, store: CorpusStore, digest: Path) -> None:
    (digest.parent / "a.md").write_bytes(b"binary\0")
    reports = bring(digest.parent)
    assert [report.status for report in reports] == ["failed", "added"]
    assert "binary file" in str(reports[0].error)
    assert len(store.documents()) == 1


def test_a_file_that_breaks_keeps_its_older_state(bring, store: CorpusStore, digest: Path) -> None:
    bring(digest)
    before = store.version()
    digest.write_bytes(b"\0")
    assert bring(digest)[0].status == "failed"
    assert store.version() == before


@pytest.mark.parametrize(
    ("name", "problem"), [("a.png", "no reader for files named *.png"), ("none.md", "there is no such file")]
)
def test_a_named_file_that_cannot_be_read_says_why(bring, tmp_path: Path, name: str, problem: str) -> None:
    (tmp_path / "a.png").write_bytes(b"x")
    (report,) = bring(tmp_path / name)
    assert report.status == "failed"
    assert problem in str(report.error)


def test_a_file_above_the_limit_is_refused(bring, tmp_path: Path) -> None:
    with (tmp_path / "big.md").open("wb") as file:
        file.truncate(10 * 1024 * 1024 + 1)
    (report,) = bring(tmp_path / "big.md")
    assert "larger than 10 MB" in str(report.error)


def test_an_interrupt_keeps_what_was_read_before(store: CorpusStore, vocabulary: Vocabulary, tmp_path: Path) -> None:
    for name in "abc":
        (tmp_path / f"{name}.md").write_text(DIGEST)
    with pytest.raises(KeyboardInterrupt):
        ingest([tmp_path], store=store, vocabulary=vocabulary, sink=Ears(interrupt_at=3))
    assert [Path(document.path).name for document in store.documents()] == ["a.md", "b.md"]
    assert [r.status for r in ingest([tmp_path], store=store, vocabulary=vocabulary)] == ["unchanged"] * 2 + ["added"]


def test_progress_is_told(store: CorpusStore, vocabulary: Vocabulary, digest: Path) -> None:
    (digest.parent / "picture.png").write_bytes(b"x")
    ears = Ears()
    ingest([digest.parent], store=store, vocabulary=vocabulary, sink=ears)
    names = [event.name for event in ears.heard]
    assert names == ["ingest.started", "document.started", "document.done", "ingest.done"]
    assert ears.heard[0].values == {"files": 1, "skipped": 1}


def test_two_at_once_both_succeed(vocabulary: Vocabulary, tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    for n in range(12):
        (docs / f"{n:02}.md").write_text(DIGEST.replace("55,658", f"{n}"))
    statuses: list[str] = []

    def run() -> None:
        store = CorpusStore.open(tmp_path / "corpus.db")
        statuses.extend(report.status for report in ingest([docs], store=store, vocabulary=vocabulary))
        store.close()

    threads = [threading.Thread(target=run) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(statuses) == 36
    assert "failed" not in statuses
    assert len(CorpusStore.open(tmp_path / "corpus.db").documents()) == 12


def test_a_file_name_can_say_company_and_period(bring, store: CorpusStore, tmp_path: Path) -> None:
    (tmp_path / "NST_FY2023.txt").write_text("Gold was sold.")
    bring(tmp_path / "NST_FY2023.txt")
    (document,) = store.documents()
    assert (document.company, document.period, document.kind) == ("NST", "FY2023", "report")


def test_what_a_file_says_wrongly_is_a_warning(bring, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("---\ncompany: Acme\nperiod: once\npublished: soon\n---\nWords.")
    (report,) = bring(tmp_path / "a.md")
    assert report.status == "added"
    said = " ".join(report.warnings)
    assert "no company 'Acme'" in said
    assert "'once' names no period" in said
    assert "'soon' is no date" in said


def test_wrong_options_are_said_at_once(bring, digest: Path) -> None:
    with pytest.raises(UnknownNameError, match="BHQ"):
        bring(digest, company="BHQ")
    with pytest.raises(UsageError, match="names no period"):
        bring(digest, period="soon")


def test_a_document_is_removed_by_id_or_path(bring, store: CorpusStore, digest: Path) -> None:
    (report,) = bring(digest)
    assert remove(report.id, store=store).id == report.id
    bring(digest)
    assert remove(str(digest), store=store).id == report.id
    assert store.documents() == ()
    with pytest.raises(UnknownNameError, match="no document 'bhp'"):
        remove("bhp", store=store)


def test_a_name_that_is_no_text_does_no_harm(bring, store: CorpusStore, tmp_path: Path) -> None:
    import os

    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.md"))
    path.write_text("Words.")
    (report,) = bring(path)
    assert report.status == "added"
    assert report.path.endswith("caf\ufffd.md")
    assert store.documents()[0].title == "caf\ufffd"

"""A corpus of the version before keeps its documents and learns to hold what documents tell of themselves."""

from decimal import Decimal
from pathlib import Path

from sqlalchemy import text

from dragoman.domain.audit import BrokenIdentity
from dragoman.domain.document import Document, DocumentNote, OutlineEntry
from dragoman.stores.corpus import CorpusStore
from dragoman.stores.corpus_parts import Remarks
from dragoman.stores.corpus_schema import CORPUS
from dragoman.stores.database import Database

BROKEN = BrokenIdentity(
    document="d", kind="sum", name="sum: Total", page=2, table=1, column="2024", expected=Decimal("7.0"),
    printed=Decimal("7.5"), rows=("Ore", "Copper", "Total"), places=((1, 1, 2), (1, 2, 2), (1, 3, 2)),
)  # fmt: skip
NOTES = (DocumentNote(page=None, text="no year"), DocumentNote(page=2, text="table 1: no unit is given"))
OUTLINE = (OutlineEntry(title="Review", level=1, page=1), OutlineEntry(title="Copper", level=2, page=2))
REMARKS = Remarks(broken=(BROKEN,), notes=NOTES, outline=OUTLINE)
DOCUMENT = Document(id="d", path="d.md", title="D", digest="0")


def test_an_older_corpus_is_upgraded_in_place(tmp_path: Path) -> None:
    database = Database.open(tmp_path / "corpus.db", CORPUS)
    with database.writing() as connection:
        for table in ("broken_identities", "document_notes", "outline_entries"):
            connection.execute(text(f"DROP TABLE {table}"))
        connection.execute(text("ALTER TABLE facts DROP COLUMN broken"))
        connection.execute(text("UPDATE schema_versions SET version = 2"))
    database.close()
    store = CorpusStore.open(tmp_path / "corpus.db")
    store.replace(DOCUMENT, [], [], [], remarks=REMARKS)
    assert (store.broken("d"), store.notes("d"), store.outline("d")) == ((BROKEN,), NOTES, OUTLINE)
    store.close()


def test_notes_are_found_by_page() -> None:
    store = CorpusStore.open(None)
    store.replace(DOCUMENT, [], [], [], remarks=REMARKS)
    assert store.notes("d", page=2) == NOTES[1:]
    store.close()


def test_what_a_document_tells_of_itself_goes_with_it() -> None:
    store = CorpusStore.open(None)
    store.replace(DOCUMENT, [], [], [], remarks=REMARKS)
    store.remove("d")
    assert (store.broken(), store.notes("d"), store.outline("d")) == ((), (), ())
    store.close()

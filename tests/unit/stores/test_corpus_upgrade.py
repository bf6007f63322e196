"""A corpus of the version before keeps its documents and learns to hold broken identities."""

from decimal import Decimal
from pathlib import Path

from sqlalchemy import text

from dragoman.domain.audit import BrokenIdentity
from dragoman.domain.document import Document
from dragoman.stores.corpus import CorpusStore
from dragoman.stores.corpus_schema import CORPUS
from dragoman.stores.database import Database

BROKEN = BrokenIdentity(
    document="d", kind="sum", name="sum: Total", page=2, table=1, column="2024", expected=Decimal("7.0"),
    printed=Decimal("7.5"), rows=("Ore", "Copper", "Total"), places=((1, 1, 2), (1, 2, 2), (1, 3, 2)),
)  # fmt: skip
DOCUMENT = Document(id="d", path="d.md", title="D", digest="0")


def test_an_older_corpus_is_upgraded_in_place(tmp_path: Path) -> None:
    database = Database.open(tmp_path / "corpus.db", CORPUS)
    with database.writing() as connection:
        connection.execute(text("DROP TABLE broken_identities"))
        connection.execute(text("UPDATE schema_versions SET version = 2"))
    database.close()
    store = CorpusStore.open(tmp_path / "corpus.db")
    store.replace(DOCUMENT, [], [], [], broken=[BROKEN])
    assert store.broken("d") == (BROKEN,)
    store.close()


def test_broken_identities_go_with_their_document() -> None:
    store = CorpusStore.open(None)
    store.replace(DOCUMENT, [], [], [], broken=[BROKEN])
    store.remove("d")
    assert store.broken() == ()
    store.close()

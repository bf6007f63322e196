"""The passages' vectors, kept beside them as bytes; they go when their document goes or changes."""

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import delete, insert, select, text

from dragoman.stores.corpus_coverage import changes_of, count_change
from dragoman.stores.corpus_schema import document_vectors, documents, passages
from dragoman.stores.database import Database

_WITHOUT = """
SELECT d.id, d.company, d.period, d.kind = 'contract' AS is_contract FROM documents AS d
WHERE NOT EXISTS (SELECT 1 FROM document_vectors AS v WHERE v.document = d.id AND v.embedder = :embedder)
  AND EXISTS (SELECT 1 FROM passages AS p WHERE p.document = d.id)
ORDER BY d.id
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unembedded:
    """A document whose passages have no vectors of an embedder."""

    id: str
    company: str | None
    period: str | None
    is_contract: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PassageTexts:
    """The texts of a document's passages in their order, and the state of it they belong to."""

    document: str
    content: str
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredVectors:
    """The vectors of one document, a row for each id in the order of the ids."""

    document: str
    company: str | None
    period: str | None
    is_contract: bool
    ids: tuple[str, ...]
    kinds: tuple[str, ...]
    vectors: bytes  # half floats, little endian


class PassageVectors:
    """Keeps vectors by document. What they mean is the embedder's matter; its id stands beside them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def state(self, embedder: str) -> str:
        """Return a name of what is kept for the embedder: it changes when a document or its vectors do."""
        with self._database.reading() as connection:
            return f"{changes_of(connection)} {embedder}"

    def without(self, embedder: str) -> tuple[Unembedded, ...]:
        """Return the documents that have passages, but no vectors of this embedder."""
        with self._database.reading() as connection:
            rows = connection.execute(text(_WITHOUT), {"embedder": embedder}).mappings().all()
        return tuple(Unembedded(**{**row, "is_contract": bool(row["is_contract"])}) for row in rows)

    def texts(self, document: str) -> PassageTexts | None:
        """Return what is to be embedded of a document; None when it has gone."""
        told = select(passages.c.text).where(passages.c.document == document).order_by(passages.c.n)
        with self._database.reading() as connection:
            content = connection.execute(_CONTENT.where(documents.c.id == document)).scalar()
            texts = tuple(connection.execute(told).scalars())
        return None if content is None else PassageTexts(document=document, content=content, texts=texts)

    def put(self, told: PassageTexts, embedder: str, vectors: bytes) -> bool:
        """Keep the vectors of these texts; False when the document has changed meanwhile."""
        with self._database.writing() as connection:
            if connection.execute(_CONTENT.where(documents.c.id == told.document)).scalar() != told.content:
                return False
            connection.execute(delete(document_vectors).where(document_vectors.c.document == told.document))
            row = {"document": told.document, "embedder": embedder, "vectors": vectors}
            connection.execute(insert(document_vectors), [row])
            count_change(connection)
        return True

    def load(self, embedder: str) -> Iterator[StoredVectors]:
        """Yield what is kept for the embedder, of all documents in one state."""
        columns = (documents.c.id, documents.c.company, documents.c.period, documents.c.kind)
        joined = select(*columns, document_vectors.c.vectors).join(document_vectors)
        named = select(passages.c.id, passages.c.kind).order_by(passages.c.n)
        with self._database.reading() as connection:
            held = connection.execute(joined.where(document_vectors.c.embedder == embedder).order_by(documents.c.id))
            for row in held.all():
                rows = connection.execute(named.where(passages.c.document == row.id)).all()
                yield StoredVectors(
                    document=row.id,
                    company=row.company,
                    period=row.period,
                    is_contract=row.kind == "contract",
                    ids=tuple(one.id for one in rows),
                    kinds=tuple(one.kind for one in rows),
                    vectors=row.vectors,
                )


_CONTENT = select(documents.c.content)

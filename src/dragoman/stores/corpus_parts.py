"""All that belongs to one document, as rows that are written and deleted together."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, Self

from sqlalchemy import Connection, delete, insert, text

from dragoman.domain.audit import BrokenIdentity
from dragoman.domain.document import Document, DocumentNote, OutlineEntry, Page, Passage
from dragoman.domain.fact import Fact
from dragoman.stores.corpus_rows import broken_row, document_row, fact_row, page_row, passage_row
from dragoman.stores.corpus_schema import (
    FILL_PASSAGE_INDEX,
    broken_identities,
    documents,
    facts,
    notes,
    outline,
    pages,
    passages,
)

Rows = list[dict[str, Any]]
_INDEX = f"{FILL_PASSAGE_INDEX} WHERE p.document = :document"
_UNINDEX = "DELETE FROM passage_index WHERE rowid IN (SELECT n FROM passages WHERE document = :document)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Remarks:
    """What a document tells of itself beside its text and figures."""

    broken: tuple[BrokenIdentity, ...] = ()  # identities that do not hold
    notes: tuple[DocumentNote, ...] = ()
    outline: tuple[OutlineEntry, ...] = ()


NO_REMARKS = Remarks()


@dataclass(frozen=True, slots=True)
class DocumentRows:
    """The rows of one document in every table."""

    document: dict[str, Any]
    pages: Rows
    passages: Rows
    facts: Rows
    broken: Rows
    notes: Rows
    outline: Rows

    @classmethod
    def of(
        cls,
        document: Document,
        pages_: Iterable[Page],
        passages_: Iterable[Passage],
        facts_: Iterable[Fact],
        *,
        remarks: Remarks,
    ) -> Self:
        """Turn a document and its parts into rows."""
        key = {"document": document.id}
        return cls(
            document_row(document),
            [page_row(page, document.id) for page in pages_],
            [passage_row(passage) for passage in passages_],
            [fact_row(fact) for fact in facts_],
            [broken_row(identity) for identity in remarks.broken],
            [key | asdict(note) for note in remarks.notes],
            [key | asdict(entry) for entry in remarks.outline],
        )

    def insert(self, connection: Connection, made_with: str) -> None:
        """Write every row, and the passages' words into the full-text index."""
        row = self.document | {"made_with": made_with, "content": self._digest()}
        tables = (
            (documents, [row]),
            (pages, self.pages),
            (passages, self.passages),
            (facts, self.facts),
            (broken_identities, self.broken),
            (notes, self.notes),
            (outline, self.outline),
        )
        for table, rows in tables:
            if rows:
                connection.execute(insert(table), rows)
        if self.passages:
            connection.execute(text(_INDEX), {"document": self.document["id"]})

    def _digest(self) -> str:
        remarks = [rows for rows in (self.broken, self.notes, self.outline) if rows]
        everything = [self.document, self.pages, self.passages, self.facts, *remarks]
        return hashlib.sha256(json.dumps(everything, ensure_ascii=False).encode()).hexdigest()


def delete_document(connection: Connection, document_id: str) -> bool:
    """Delete the document with all its rows; False when there is none of that id."""
    connection.execute(text(_UNINDEX), {"document": document_id})
    return connection.execute(delete(documents).where(documents.c.id == document_id)).rowcount > 0

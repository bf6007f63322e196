"""The corpus: what was read, ready to look up and to search."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple, Self

from sqlalchemy import Connection, func, select, text

from dragoman.domain.audit import BrokenIdentity
from dragoman.domain.document import (
    Coverage,
    Document,
    DocumentNote,
    OutlineEntry,
    Page,
    Passage,
    ScoredPassage,
)
from dragoman.domain.fact import Fact
from dragoman.stores.corpus_comparatives import keys_of, refresh_comparatives
from dragoman.stores.corpus_coverage import changes_of, count_change, coverage_of, version_of
from dragoman.stores.corpus_pages import FigureRow, PageOfMetric, figure_rows, pages_of
from dragoman.stores.corpus_parts import NO_REMARKS, DocumentRows, Remarks, delete_document
from dragoman.stores.corpus_rows import broken_of, document_of, fact_of, passage_of
from dragoman.stores.corpus_schema import CORPUS, broken_identities, documents, facts, notes, outline, pages, passages
from dragoman.stores.corpus_scope import scoped
from dragoman.stores.database import Database
from dragoman.stores.passage_vectors import PassageVectors

# How much a match counts in the document's title, the heading path, the text.
FIELD_WEIGHTS = (0.6, 2.0, 1.0)

_FILTERS = """
      (:company IS NULL OR p.company = :company)
  AND (:period IS NULL OR p.period = :period)
  AND (:document IS NULL OR p.document = :document)
  AND (:kinds IS NULL OR p.kind IN (SELECT value FROM json_each(:kinds)))
  AND (:contracts IS NULL OR :contracts = (SELECT d.kind = 'contract' FROM documents AS d WHERE d.id = p.document))
"""
# The scope in each match leaves nothing for the filters here to drop: they are the second lock on the door.
_SEARCH = """
WITH hit AS MATERIALIZED ({hits}), best AS (
    SELECT n, sum(score) AS score FROM hit GROUP BY n ORDER BY score DESC, n LIMIT :k
)
SELECT p.*, best.score FROM best JOIN passages AS p ON p.n = best.n WHERE {filters} ORDER BY best.score DESC, p.n
"""
_ROW_LABELS = """
SELECT f.label, coalesce(json_extract(f.cell, '$.group'), ''), coalesce(json_extract(f.cell, '$.over'), ''), f.metric,
       f.unit, group_concat(DISTINCT f.period)
FROM facts AS f INDEXED BY facts_by_lookup  -- most have no metric, and those it keeps in the order of the file
JOIN documents AS d ON d.id = f.document
WHERE f.company = :company AND d.kind = 'report'
GROUP BY 1, 2, 3, 4, 5 ORDER BY min(f.n)
"""
_ADMITTED = """
SELECT p.* FROM passages AS p
WHERE p.id IN (SELECT value FROM json_each(:ids)) AND {filters}
LIMIT :k
"""
# bm25 is negative and additive over terms, so weighted matches of one passage simply add up.
_HITS = """
SELECT rowid AS n, -bm25(passage_index, :title, :heading, :body, 0) * :weight{i} AS score
FROM passage_index WHERE passage_index MATCH :match{i}
"""
# Control characters: no text that was ingested holds them.
MARK_START, MARK_END = "\x02", "\x03"
_MARKED = """
SELECT p.id, highlight(passage_index, 0, :start, :end), highlight(passage_index, 1, :start, :end),
       highlight(passage_index, 2, :start, :end)
FROM passages AS p CROSS JOIN passage_index ON passage_index.rowid = p.n
WHERE p.id IN (SELECT value FROM json_each(:ids)) AND passage_index MATCH :match
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """What a passage must be; None lets everything through."""

    company: str | None = None
    period: str | None = None  # canonical label
    document: str | None = None
    kinds: tuple[str, ...] | None = None
    contracts: bool | None = None  # only passages of contracts, or none of them

    def admits(self, passage: Passage) -> bool:
        """Say whether the passage is allowed, as far as it can tell: of what kind its document is, it cannot."""
        return (
            self.company in (None, passage.company)
            and self.period in (None, passage.period)
            and self.document in (None, passage.document)
            and (self.kinds is None or passage.kind in self.kinds)
        )


@dataclass(frozen=True, slots=True)
class Match:
    """An FTS5 query and how much its hits count."""

    query: str
    weight: float = 1.0


class Sizes(NamedTuple):
    """How much of a document there is."""

    pages: int
    passages: int
    facts: int


class RowLabel(NamedTuple):
    """A row that a report prints: its words, the label over it, what stands over its table, its metric and unit.

    `periods` are those that it has figures for.
    """

    label: str
    group: str
    over: str
    metric: str | None
    unit: str
    periods: frozenset[str] = frozenset()


class CorpusStore:
    """Documents with their pages, passages and facts, in SQLite."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._coverage = Coverage()
        self._version = (-1, "")  # after how many changes, and the name of that content

    @classmethod
    def open(cls, path: Path | None) -> Self:
        """Open the file, creating it where it is missing; None keeps everything in memory.

        Raises StoreError, for a file of another schema version SchemaVersionError.
        """
        return cls(Database.open(path, CORPUS))

    def close(self) -> None:
        """Close every connection."""
        self._database.close()

    def replace(
        self,
        document: Document,
        pages_: Iterable[Page],
        passages_: Iterable[Passage],
        facts_: Iterable[Fact],
        *,
        remarks: Remarks = NO_REMARKS,
        made_with: str = "",
    ) -> None:
        """Store the document with all its parts in place of any of the same id, in one transaction.

        What the company's other reports say of its figures, and it of theirs, is worked out again with it.
        """
        parts = DocumentRows.of(document, pages_, passages_, facts_, remarks=remarks)
        with self._database.writing() as connection:
            told = keys_of(connection, document.id)
            delete_document(connection, document.id)
            parts.insert(connection, made_with)
            refresh_comparatives(connection, told | keys_of(connection, document.id))
            count_change(connection)

    def remove(self, document_id: str) -> bool:
        """Remove the document, its parts and what it proved of others; False when there is none of that id."""
        with self._database.writing() as connection:
            told = keys_of(connection, document_id)
            is_gone = delete_document(connection, document_id)
            refresh_comparatives(connection, told)
            count_change(connection)
            return is_gone

    def documents(self) -> tuple[Document, ...]:
        """Return every document, ordered by company, period and path."""
        order = (documents.c.company, documents.c.period, documents.c.path)
        with self._database.reading() as connection:
            rows = connection.execute(select(documents).order_by(*order)).mappings()
            return tuple(document_of(row) for row in rows)

    def document(self, document_id: str) -> Document | None:
        """Return the document of that id."""
        with self._database.reading() as connection:
            row = connection.execute(select(documents).where(documents.c.id == document_id)).mappings().first()
        return document_of(row) if row else None

    def made_with(self, document_id: str) -> tuple[str, str] | None:
        """Return the digest of the file and what it was read with; None when it was never read."""
        columns = select(documents.c.digest, documents.c.made_with)
        with self._database.reading() as connection:
            row = connection.execute(columns.where(documents.c.id == document_id)).first()
        return (row[0], row[1]) if row else None

    def sizes(self, document_id: str) -> Sizes:
        """Count the parts of the document."""
        with self._database.reading() as connection:
            counts = [
                connection.execute(
                    select(func.count()).select_from(table).where(table.c.document == document_id)
                ).scalar_one()
                for table in (pages, passages, facts)
            ]
        return Sizes(*counts)

    def page(self, document_id: str, number: int) -> Page | None:
        """Return one page, counted from 1."""
        wanted = (pages.c.document == document_id) & (pages.c.number == number)
        with self._database.reading() as connection:
            row = connection.execute(select(pages).where(wanted)).first()
        return Page(number=row.number, text=row.text, printed=row.printed) if row else None

    def passages(self, document_id: str, page: int | None = None) -> tuple[Passage, ...]:
        """Return the passages of a document, or of one of its pages, in reading order."""
        query = select(passages).where(passages.c.document == document_id).order_by(passages.c.n)
        if page is not None:
            query = query.where(passages.c.page == page)
        with self._database.reading() as connection:
            return tuple(passage_of(row) for row in connection.execute(query).mappings())

    def facts(
        self,
        *,
        company: str | None = None,
        metric: str | None = None,
        period: str | None = None,
        document: str | None = None,
    ) -> tuple[Fact, ...]:
        """Return the facts that match every given value, in the order they were read."""
        query = select(facts).order_by(facts.c.n)
        wanted = {"company": company, "metric": metric, "period": period, "document": document}
        for name, value in wanted.items():
            if value is not None:
                query = query.where(facts.c[name] == value)
        with self._database.reading() as connection:
            return tuple(fact_of(row) for row in connection.execute(query).mappings())

    def broken(self, document: str | None = None) -> tuple[BrokenIdentity, ...]:
        """Return the identities that do not hold, of one document or of all."""
        query = select(broken_identities).order_by(broken_identities.c.n)
        if document is not None:
            query = query.where(broken_identities.c.document == document)
        with self._database.reading() as connection:
            return tuple(broken_of(row) for row in connection.execute(query).mappings())

    def notes(self, document: str, page: int | None = None) -> tuple[DocumentNote, ...]:
        """Return what was noted while the document was read, of all of it or of one page."""
        query = select(notes).where(notes.c.document == document).order_by(notes.c.n)
        if page is not None:
            query = query.where(notes.c.page == page)
        with self._database.reading() as connection:
            return tuple(DocumentNote(page=row.page, text=row.text) for row in connection.execute(query))

    def outline(self, document: str) -> tuple[OutlineEntry, ...]:
        """Return the contents tree of the document, in its order; empty where none is known."""
        query = select(outline).where(outline.c.document == document).order_by(outline.c.n)
        with self._database.reading() as connection:
            rows = connection.execute(query).all()
        return tuple(OutlineEntry(title=row.title, level=row.level, page=row.page) for row in rows)

    def lookup(self, company: str, metric: str, period: str) -> tuple[Fact, ...]:
        """Return the facts of those three; those of the period's own document first, news last."""
        joined = select(facts).join(documents, documents.c.id == facts.c.document)
        query = joined.where(facts.c.company == company, facts.c.metric == metric, facts.c.period == period)
        own_first = (documents.c.kind == "news", documents.c.period.is_distinct_from(period), documents.c.period)
        with self._database.reading() as connection:
            rows = connection.execute(query.order_by(*own_first, documents.c.path, facts.c.n)).mappings()
            return tuple(fact_of(row) for row in rows)

    def row_labels(self, company: str) -> tuple[RowLabel, ...]:
        """Return the rows that the company's reports print, each once, in the order they were read."""
        with self._database.reading() as connection:
            rows = connection.execute(text(_ROW_LABELS), {"company": company}).all()
        return tuple(
            RowLabel(label, group, over, metric, unit, frozenset((periods or "").split(",")))
            for label, group, over, metric, unit, periods in rows
        )

    def pages_of(self, metrics: Iterable[str], companies: Iterable[str]) -> frozenset[PageOfMetric]:
        """Return every page on which a figure of one of the metrics was read, of these companies."""
        with self._database.reading() as connection:
            return pages_of(connection, metrics, companies)

    def figure_rows(self, metrics: Iterable[str], filters: Filters) -> tuple[FigureRow, ...]:
        """Return where reports of the filters' company or document print figures of the metrics, each place once.

        Nothing where the filters name neither.
        """
        within = {"company": filters.company, "document": filters.document, "period": filters.period}
        with self._database.reading() as connection:
            return figure_rows(connection, metrics, **within)

    def printed(self, company: str, label: str, period: str) -> tuple[Fact, ...]:
        """Return the facts of reports under that label for the period, those of its own report first."""
        joined = select(facts).join(documents, documents.c.id == facts.c.document)
        query = joined.where(
            facts.c.company == company, facts.c.period == period, facts.c.label == label, documents.c.kind == "report"
        )
        own_first = (documents.c.period.is_distinct_from(period), documents.c.period, documents.c.path, facts.c.n)
        with self._database.reading() as connection:
            return tuple(fact_of(row) for row in connection.execute(query.order_by(*own_first)).mappings())

    def search(self, matches: Sequence[Match], *, filters: Filters, k: int) -> tuple[ScoredPassage, ...]:
        """Return the k best passages for the sum of all matches that the filters admit.

        A match that is not valid FTS5 raises StoreError: whoever builds one quotes the words in it.
        """
        if not matches or k < 1:
            return ()
        hits = " UNION ALL ".join(_HITS.format(i=i) for i in range(len(matches)))
        values = dict(zip(("title", "heading", "body"), FIELD_WEIGHTS, strict=True)) | _filter_values(filters, k)
        for i, match in enumerate(matches):
            values |= {f"match{i}": scoped(match.query, **asdict(filters)), f"weight{i}": match.weight}
        with self._database.reading() as connection:
            rows = connection.execute(text(_SEARCH.format(hits=hits, filters=_FILTERS)), values).mappings().all()
        return tuple(ScoredPassage(passage=passage_of(row), score=row["score"]) for row in rows)

    def marked(self, match: str, ids: Sequence[str]) -> dict[str, tuple[str, str, str]]:
        """Return title, heading path and text of each passage, matched words between MARK_START and MARK_END."""
        values = {"match": match, "ids": json.dumps(list(ids)), "start": MARK_START, "end": MARK_END}
        with self._database.reading() as connection:
            rows = connection.execute(text(_MARKED), values).all()
        return {row[0]: (row[1], row[2], row[3]) for row in rows}

    def admitted(self, ids: Sequence[str], filters: Filters) -> dict[str, Passage]:
        """Return those of the passages that the filters admit, by id."""
        values = _filter_values(filters, len(ids)) | {"ids": json.dumps(list(ids))}
        with self._database.reading() as connection:
            rows = connection.execute(text(_ADMITTED.format(filters=_FILTERS)), values).mappings().all()
        return {row["id"]: passage_of(row) for row in rows}

    @property
    def vectors(self) -> PassageVectors:
        """What is kept of the passages' meaning."""
        return PassageVectors(self._database)

    def coverage(self) -> Coverage:
        """Return what the corpus holds: every company of a document that is no news, and its periods and metrics."""
        with self._database.reading() as connection:
            version = self._version_seen(connection)
            if self._coverage.version != version:
                self._coverage = coverage_of(connection, version)
            return self._coverage

    def version(self) -> str:
        """Return a name of the present content: equal content, equal name. Cheap while nothing changes."""
        with self._database.reading() as connection:
            return self._version_seen(connection)

    def _version_seen(self, connection: Connection) -> str:
        changes, version = changes_of(connection), self._version
        if version[0] != changes:
            version = self._version = (changes, version_of(connection))
        return version[1]


def _filter_values(filters: Filters, k: int) -> dict[str, Any]:
    return {
        "company": filters.company,
        "period": filters.period,
        "document": filters.document,
        "kinds": None if filters.kinds is None else json.dumps(filters.kinds),
        "contracts": filters.contracts,
        "k": k,
    }

"""The tables of the corpus: documents with their parts, and the full-text index over passages."""

from sqlalchemy import Column, ForeignKey, Index, Integer, LargeBinary, MetaData, Table, Text, text

from dragoman.stores.corpus_scope import SCOPE
from dragoman.stores.database import Schema

_tables = MetaData()

documents = Table(
    "documents",
    _tables,
    Column("id", Text, primary_key=True),
    Column("path", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("digest", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("company", Text),
    Column("period", Text),
    Column("published", Text),
    Column("source", Text),
    Column("pages", Integer, nullable=False),
    Column("made_with", Text, nullable=False),  # vocabulary, reader and options it was read with
    Column("content", Text, nullable=False),  # SHA-256 over all rows of the document
)


def _document_key() -> Column[str]:
    return Column("document", Text, ForeignKey("documents.id", ondelete="CASCADE"), nullable=False)


pages = Table(
    "pages",
    _tables,
    _document_key(),
    Column("number", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("printed", Text),
    Index("pages_by_number", "document", "number", unique=True),
)

passages = Table(
    "passages",
    _tables,
    Column("n", Integer, primary_key=True),  # the row of the full-text index
    Column("id", Text, nullable=False, unique=True),
    _document_key(),
    Column("page", Integer, nullable=False),
    Column("section", Text, nullable=False),  # JSON array, outermost first
    Column("kind", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("company", Text),
    Column("period", Text),
    Column("boxes", Text, nullable=False),  # JSON array of [x0, y0, x1, y1]
    Index("passages_by_document", "document"),
)

facts = Table(
    "facts",
    _tables,
    Column("n", Integer, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    _document_key(),
    Column("company", Text),
    Column("metric", Text),
    Column("basis", Text),
    Column("share", Text),
    Column("period", Text),
    Column("value", Text, nullable=False),  # a decimal as printed, exact
    Column("unit", Text, nullable=False),
    Column("scale", Integer, nullable=False),
    Column("currency", Text),
    Column("label", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("proofs", Text, nullable=False),  # JSON array
    Column("broken", Text, nullable=False, server_default="[]"),  # JSON array
    Column("cell", Text, nullable=False),  # JSON object, see domain.document.Cell
    Index("facts_by_lookup", "company", "metric", "period"),
    Index("facts_by_label", "company", "period", "label"),
    Index("facts_told", "company", "period", sqlite_where=text("metric IS NOT NULL")),  # for what is covered
    Index("facts_by_document", "document"),
)

document_vectors = Table(
    "document_vectors",
    _tables,
    Column("document", Text, ForeignKey("documents.id", ondelete="CASCADE"), primary_key=True),
    Column("embedder", Text, nullable=False),  # vectors of two embedders are never compared
    Column("vectors", LargeBinary, nullable=False),  # half floats, a row for each passage in the order of n
)
broken_identities = Table(
    "broken_identities",
    _tables,
    Column("n", Integer, primary_key=True),
    _document_key(),
    Column("body", Text, nullable=False),  # JSON object, see domain.audit.BrokenIdentity
    Index("broken_identities_by_document", "document"),
)
notes = Table(
    "document_notes",
    _tables,
    Column("n", Integer, primary_key=True),
    _document_key(),
    Column("page", Integer),  # empty where it is about the whole document
    Column("text", Text, nullable=False),
    Index("document_notes_by_page", "document", "page"),
)
outline = Table(
    "outline_entries",
    _tables,
    Column("n", Integer, primary_key=True),
    _document_key(),
    Column("title", Text, nullable=False),
    Column("level", Integer, nullable=False),
    Column("page", Integer, nullable=False),
    Index("outline_entries_by_document", "document"),
)
changes = Table("corpus_changes", _tables, Column("n", Integer, nullable=False))  # one row: how often it was written to
_TO_REMARKS = (
    """
CREATE TABLE document_notes (
    n INTEGER NOT NULL PRIMARY KEY,
    document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    page INTEGER,
    text TEXT NOT NULL
)
""",
    "CREATE INDEX document_notes_by_page ON document_notes (document, page)",
    """
CREATE TABLE outline_entries (
    n INTEGER NOT NULL PRIMARY KEY,
    document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    title TEXT NOT NULL,
    level INTEGER NOT NULL,
    page INTEGER NOT NULL
)
""",
    "CREATE INDEX outline_entries_by_document ON outline_entries (document)",
)
_TO_BROKEN_FACTS = ("ALTER TABLE facts ADD COLUMN broken TEXT NOT NULL DEFAULT '[]'",)
_TO_AUDIT = (
    """
CREATE TABLE broken_identities (
    n INTEGER NOT NULL PRIMARY KEY,
    document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    body TEXT NOT NULL
)
""",
    "CREATE INDEX broken_identities_by_document ON broken_identities (document)",
)
_TO_VECTORS = """
CREATE TABLE document_vectors (
    document TEXT NOT NULL PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
    embedder TEXT NOT NULL,
    vectors BLOB NOT NULL
)
"""

_PASSAGE_INDEX = """
CREATE VIRTUAL TABLE passage_index
USING fts5(title, heading, body, scope, tokenize = 'porter unicode61 remove_diacritics 2')
"""
# Of all passages; a document's own follow with "WHERE p.document = …".
FILL_PASSAGE_INDEX = f"""
INSERT INTO passage_index (rowid, title, heading, body, scope)
SELECT p.n, p.title, (SELECT coalesce(group_concat(value, ' › '), '') FROM json_each(p.section)), p.text, {SCOPE}
FROM passages AS p JOIN documents AS d ON d.id = p.document
"""  # noqa: S608  SCOPE is a constant
_NO_CHANGES = "INSERT INTO corpus_changes (n) VALUES (0)"
_TO_SCOPES = (
    "DROP TABLE passage_index",
    _PASSAGE_INDEX,
    FILL_PASSAGE_INDEX,
    "CREATE INDEX IF NOT EXISTS facts_by_label ON facts (company, period, label)",
    "CREATE TABLE IF NOT EXISTS corpus_changes (n INTEGER NOT NULL)",
    "DELETE FROM corpus_changes",
    _NO_CHANGES,
)
_TO_TOLD = ("CREATE INDEX IF NOT EXISTS facts_told ON facts (company, period) WHERE metric IS NOT NULL",)

CORPUS = Schema(
    name="corpus",
    version=7,
    tables=_tables,
    statements=(_PASSAGE_INDEX, _NO_CHANGES),
    upgrades={1: (_TO_VECTORS,), 2: _TO_AUDIT, 3: _TO_REMARKS, 4: _TO_BROKEN_FACTS, 5: _TO_SCOPES, 6: _TO_TOLD},
)

"""The tables of remembered answers."""

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, LargeBinary, MetaData, Table, Text

from dragoman.stores.database import Schema

_tables = MetaData()

answers = Table(
    "answers",
    _tables,
    Column("n", Integer, primary_key=True),  # the order in which they were remembered
    Column("id", Text, nullable=False, unique=True),
    Column("tenant", Text, nullable=False),
    Column("assistant", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("corpus", Text, nullable=False),
    Column("signature", Text, nullable=False),
    Column("question", Text, nullable=False),
    Column("residual", Text, nullable=False),
    Column("answer", Text, nullable=False),  # JSON
    Column("extra", Text, nullable=False),  # JSON
    Column("at", Text, nullable=False),
    Column("edited", Text),
    Column("hits", Integer, nullable=False, server_default="0"),
    Column("embedder", Text, nullable=False, server_default=""),  # that made the vector; "" for none
    Column("vector", LargeBinary),  # of the question: half floats, little endian
    Index("answers_by_key", "key", "signature", unique=True),
    Index("answers_by_tenant", "tenant", "n"),
    Index("answers_by_age", "at"),
)
terms = Table(
    "answer_terms",
    _tables,
    Column("key", Text, primary_key=True),
    Column("term", Text, primary_key=True),
    Column("n", Integer, ForeignKey("answers.n", ondelete="CASCADE"), primary_key=True),
    Index("answer_terms_by_entry", "n"),
    sqlite_with_rowid=False,
)
blocks = Table(
    "answer_blocks",
    _tables,
    Column("n", Integer, primary_key=True),
    Column("tenant", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("asked", Text, nullable=False),
    Column("remembered", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("at", Text, nullable=False),
    Index("answer_blocks_by_key", "key"),
)
log = Table(
    "answer_log",
    _tables,
    Column("n", Integer, primary_key=True),
    Column("at", Text, nullable=False),
    Column("tenant", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("entry", Text, nullable=False),
    Column("question", Text, nullable=False),
    Column("signature", Text, nullable=False),
    Column("equivalence", Float),
    Column("reason", Text, nullable=False),
    Index("answer_log_by_tenant", "tenant", "n"),
    Index("answer_log_by_entry", "entry"),
)
_TO_VECTORS = (
    "ALTER TABLE answers ADD COLUMN embedder TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE answers ADD COLUMN vector BLOB",
)
ANSWERS = Schema(name="answers", version=2, tables=_tables, upgrades={1: _TO_VECTORS})

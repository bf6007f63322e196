"""One SQLite file, or one in memory: how it is opened, read and written.

Reads see one state from start to end. Writes take the write lock at once (BEGIN IMMEDIATE), so two
processes wait for each other instead of failing half way.
"""

import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any, Self

from sqlalchemy import Connection, Engine, MetaData, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import QueuePool

from dragoman.errors import Source, StoreError

BUSY_TIMEOUT = timedelta(seconds=30)
_VERSIONS = "CREATE TABLE IF NOT EXISTS schema_versions (name TEXT PRIMARY KEY, version INTEGER NOT NULL)"


@dataclass(frozen=True, slots=True)
class Schema:
    """The tables of one store; several schemas may live in one file, each with its own version."""

    name: str
    version: int
    tables: MetaData
    statements: tuple[str, ...] = ()  # what SQLAlchemy cannot say: full-text indexes
    upgrades: Mapping[int, tuple[str, ...]] = field(default_factory=dict)  # from this version to the next one


class SchemaVersionError(StoreError):
    """The file was written by another version of Dragoman."""

    code = "schema-version"

    def __init__(self, schema: Schema, found: int, where: Source) -> None:
        super().__init__(
            f"the {schema.name} store has schema version {found}; this Dragoman reads version {schema.version}",
            where=where,
            remedy="Use the Dragoman that wrote it, or move the file away; a new one is made at the next start.",
        )


class Database:
    """An open SQLite database. Safe to use from several threads and beside other processes."""

    def __init__(self, engine: Engine, where: Source) -> None:
        self._engine = engine
        self._where = where

    @classmethod
    def open(cls, path: Path | None, schema: Schema) -> Self:
        """Open the file (None: in memory) and create or check the schema.

        The folder must exist. Raises StoreError when the file cannot be used and SchemaVersionError
        when its schema has another version.
        """
        database = cls(_engine(path), Source(str(path) if path else "(in memory)"))
        try:
            with database.writing() as connection:
                _create_or_check(connection, schema, database._where)
        except StoreError:
            database.close()
            raise
        return database

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Give a connection that sees one state of the data until the block ends."""
        with named_errors(self._where), self._engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Give a connection that holds the write lock; all of the block is kept or none of it."""
        with (
            named_errors(self._where),
            self._engine.connect().execution_options(begin="BEGIN IMMEDIATE") as connection,
            connection.begin(),
        ):
            yield connection

    def close(self) -> None:
        """Close every connection."""
        self._engine.dispose()


def check_file(path: Path) -> None:
    """Raise StoreError when a SQLite file, of whatever schema, is damaged."""
    where = Source(str(path))
    with named_errors(where), closing(sqlite3.connect(path, timeout=BUSY_TIMEOUT.total_seconds())) as connection:
        (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise _store_error("malformed", where)


def _engine(path: Path | None) -> Engine:
    if path is None:
        # One connection that everybody waits for: each further one would be another empty database.
        options: dict[str, Any] = {"poolclass": QueuePool, "pool_size": 1, "max_overflow": 0}
        engine = create_engine("sqlite://", connect_args={"check_same_thread": False}, **options)
    else:
        engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": BUSY_TIMEOUT.total_seconds()})
    event.listen(engine, "connect", _configure)
    event.listen(engine, "begin", _begin)
    return engine


def _configure(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None  # the driver's own BEGIN comes too late for IMMEDIATE
    connection.execute(f"PRAGMA busy_timeout = {int(BUSY_TIMEOUT.total_seconds() * 1000)}")
    _use_write_ahead_log(connection)
    connection.execute("PRAGMA foreign_keys = ON")


def _use_write_ahead_log(connection: sqlite3.Connection) -> None:
    # Switching the journal ignores busy_timeout while another process switches it too.
    deadline = time.monotonic() + BUSY_TIMEOUT.total_seconds()
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
            time.sleep(0.02)
        else:
            return


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))


def _create_or_check(connection: Connection, schema: Schema, where: Source) -> None:
    connection.exec_driver_sql(_VERSIONS)
    found = connection.exec_driver_sql("SELECT version FROM schema_versions WHERE name = ?", (schema.name,)).scalar()
    if found is None:
        schema.tables.create_all(connection)
        for statement in schema.statements:
            connection.exec_driver_sql(statement)
        connection.exec_driver_sql("INSERT INTO schema_versions VALUES (?, ?)", (schema.name, schema.version))
        return
    while found in schema.upgrades and found < schema.version:
        for statement in schema.upgrades[found]:
            connection.exec_driver_sql(statement)
        found += 1
        connection.exec_driver_sql("UPDATE schema_versions SET version = ? WHERE name = ?", (found, schema.name))
    if found != schema.version:
        raise SchemaVersionError(schema, found, where)


@contextmanager
def named_errors(where: Source) -> Iterator[None]:
    """Turn faults of SQLite into StoreErrors about this file."""
    try:
        yield
    except DBAPIError as error:
        raise _store_error(str(error.orig), where) from error
    except sqlite3.Error as error:  # raised by _configure, outside SQLAlchemy's wrapping
        raise _store_error(str(error), where) from error


def _store_error(reason: str, where: Source) -> StoreError:
    problem, remedy = reason, "Check the disk and the file; moving the file away starts a new one."
    if "locked" in reason:
        problem = f"another process has been writing for {BUSY_TIMEOUT.total_seconds():.0f} seconds"
        remedy = "Wait until it is done, then try again. Nothing was changed."
    elif "not a database" in reason or "malformed" in reason:
        problem = "this file is no Dragoman store, or it is damaged"
        remedy = "Move it away; a new one is made at the next start."
    elif "unable to open" in reason or "readonly" in reason:
        problem = "the store cannot be opened for writing"
        remedy = "Check that the folder exists and that you may write in it."
    elif "full" in reason:
        problem, remedy = "the disk is full", "Free some space, then try again. Nothing was changed."
    return StoreError(problem, where=where, remedy=remedy)

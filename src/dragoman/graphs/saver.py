"""Checkpoints in a SQLite file of their own."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import dragoman.graphs.environment  # noqa: F401  # isort: skip  # must come before langgraph
import aiosqlite
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

from dragoman.errors import Source, StoreError

Saver = AsyncSqliteSaver
BUSY_TIMEOUT_MS = 30_000
SCHEMA_VERSION = 1  # of what the graphs keep in their state; LangGraph versions its own tables


@asynccontextmanager
async def open_saver(path: Path | None) -> AsyncIterator[Saver]:
    """Open the checkpoints; None keeps them in memory.

    State holds JSON types only, so the serialiser may rebuild no class at all.
    Raises StoreError when the file is not one of ours or cannot be opened.
    """
    connection = await _connect(path)
    try:
        saver = AsyncSqliteSaver(connection, serde=JsonPlusSerializer(allowed_msgpack_modules=[]))
        await _prepare(saver, path)
        yield saver
    finally:
        await connection.close()


async def prune(saver: Saver, thread: str) -> None:
    """Forget every checkpoint of a thread. For turns that ended: their answer is kept elsewhere."""
    await saver.adelete_thread(thread)


async def _connect(path: Path | None) -> aiosqlite.Connection:
    name = path or ":memory:"
    try:
        # A connection that fails to open leaves aiosqlite's thread behind, so the file is tried without it first.
        sqlite3.connect(name).close()
    except sqlite3.Error as fault:
        raise _unusable(path, fault) from fault
    connection = aiosqlite.connect(name)
    # Its thread must not keep a program alive that ends without closing; aiosqlite has no public switch for that.
    connection._thread.daemon = True  # noqa: SLF001  # see above
    return await connection


async def _prepare(saver: Saver, path: Path | None) -> None:
    try:
        await saver.conn.execute(f"pragma busy_timeout={BUSY_TIMEOUT_MS}")
        await saver.conn.execute("pragma journal_mode=wal")
        await saver.conn.execute("pragma synchronous=normal")
        await _check_version(saver.conn, path)
        await saver.setup()
    except aiosqlite.Error as fault:
        raise _unusable(path, fault) from fault


async def _check_version(connection: aiosqlite.Connection, path: Path | None) -> None:
    async with connection.execute("pragma user_version") as cursor:
        row = await cursor.fetchone()
    found = row[0] if row else 0
    if found not in (0, SCHEMA_VERSION):
        raise _unusable(path, f"it has schema version {found}, this Dragoman reads version {SCHEMA_VERSION}")
    if not found:
        await connection.execute(f"pragma user_version={SCHEMA_VERSION}")


def _unusable(path: Path | None, fault: Exception | str) -> StoreError:
    return StoreError(
        f"the file of waiting questions cannot be used ({fault})",
        where=Source(str(path or ":memory:")),
        remedy="Move it away; a new one is made at the next start. Questions of ours that wait can still be answered.",
    )

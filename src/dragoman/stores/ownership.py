"""Being the only process that does something, for as long as it lives."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path


@contextmanager
def sole_owner(path: Path) -> Iterator[bool]:
    """Hold the file until the block ends; False when another process holds it.

    SQLite's own lock: it works on every platform, and the system lets go of it when the process dies.
    """
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)) as connection:
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            yield False
        else:
            yield True

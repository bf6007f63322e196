"""Opening, sharing and failing of SQLite files."""

import sqlite3
import threading
from pathlib import Path

import pytest
from sqlalchemy import Column, Integer, MetaData, Table, text

from dragoman.errors import StoreError
from dragoman.stores.database import Database, Schema, SchemaVersionError

TABLES = MetaData()
Table("numbers", TABLES, Column("n", Integer, primary_key=True))
NUMBERS = Schema("numbers", 1, TABLES)


def test_what_was_written_is_there_after_reopening(tmp_path: Path) -> None:
    first = Database.open(tmp_path / "a.db", NUMBERS)
    with first.writing() as connection:
        connection.execute(text("INSERT INTO numbers VALUES (7)"))
    first.close()
    with Database.open(tmp_path / "a.db", NUMBERS).reading() as connection:
        assert connection.execute(text("SELECT n FROM numbers")).scalar_one() == 7


def test_a_failed_write_leaves_nothing(tmp_path: Path) -> None:
    database = Database.open(tmp_path / "a.db", NUMBERS)

    def write() -> None:
        with database.writing() as connection:
            connection.execute(text("INSERT INTO numbers VALUES (7)"))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write()
    with database.reading() as connection:
        assert connection.execute(text("SELECT count(*) FROM numbers")).scalar_one() == 0


def test_another_schema_version_is_refused_and_left_alone(tmp_path: Path) -> None:
    Database.open(tmp_path / "a.db", Schema("numbers", 2, TABLES)).close()
    with pytest.raises(SchemaVersionError) as caught:
        Database.open(tmp_path / "a.db", NUMBERS)
    assert "schema version 2; this Dragoman reads version 1" in caught.value.problem
    Database.open(tmp_path / "a.db", Schema("numbers", 2, TABLES)).close()


def test_two_schemas_live_in_one_file(tmp_path: Path) -> None:
    other = MetaData()
    Table("letters", other, Column("n", Integer, primary_key=True))
    Database.open(tmp_path / "a.db", NUMBERS).close()
    with Database.open(tmp_path / "a.db", Schema("letters", 5, other)).reading() as connection:
        assert connection.execute(text("SELECT count(*) FROM letters")).scalar_one() == 0


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"this is a letter, not a database, and long enough to be one" * 20, "no Dragoman store"),
        (None, "cannot be opened"),
    ],
)
def test_a_file_that_cannot_be_a_store_is_named(tmp_path: Path, content: bytes | None, problem: str) -> None:
    path = tmp_path / "a.db"
    if content is None:
        path.mkdir()
    else:
        path.write_bytes(content)
    with pytest.raises(StoreError) as caught:
        Database.open(path, NUMBERS)
    assert problem in caught.value.problem
    assert str(path) in caught.value.message


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="Check that the folder exists"):
        Database.open(tmp_path / "nowhere" / "a.db", NUMBERS)


def test_writers_wait_for_each_other(tmp_path: Path) -> None:
    databases = [Database.open(tmp_path / "a.db", NUMBERS) for _ in range(4)]

    def write(start: int) -> None:
        for n in range(start, start + 25):
            with databases[start // 100].writing() as connection:
                connection.execute(text("INSERT INTO numbers VALUES (:n)"), {"n": n})

    threads = [threading.Thread(target=write, args=(i * 100,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with databases[0].reading() as connection:
        assert connection.execute(text("SELECT count(*) FROM numbers")).scalar_one() == 100


def test_the_memory_database_is_one_for_all_threads() -> None:
    database = Database.open(None, NUMBERS)

    def write() -> None:
        with database.writing() as connection:
            connection.execute(text("INSERT INTO numbers VALUES (7)"))

    thread = threading.Thread(target=write)
    thread.start()
    thread.join()
    with database.reading() as connection:
        assert connection.execute(text("SELECT n FROM numbers")).scalar_one() == 7


def test_the_file_is_an_ordinary_database_with_a_write_ahead_log(tmp_path: Path) -> None:
    Database.open(tmp_path / "a.db", NUMBERS).close()
    with sqlite3.connect(tmp_path / "a.db") as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()

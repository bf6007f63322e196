"""The store of remembered answers: what several writers do at once, and files of an earlier version."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

from dragoman.stores.answer_rows import LogLine, StoredAnswer
from dragoman.stores.answers import AnswerStore

NOW = datetime(2026, 11, 30, tzinfo=UTC)


def entry(name: str, **other) -> StoredAnswer:
    fields = {"key": "k", "signature": "s", "question": "q", "residual": "q", "answer": {"text": name}} | other
    return StoredAnswer(id=name, tenant="a", assistant="mines", corpus="c", extra={}, at=NOW, **fields)


def line(kind: str, name: str = "") -> LogLine:
    return LogLine(at=NOW, tenant="a", kind=kind, entry=name)


def test_of_a_hundred_that_write_the_same_at_once_one_entry_stays(tmp_path):
    first, second = AnswerStore(tmp_path / "m.db"), AnswerStore(tmp_path / "m.db")
    with ThreadPoolExecutor(20) as pool:
        kept = list(pool.map(lambda n: (first, second)[n % 2].put(entry(f"m-{n}"), ["q"]), range(100)))
    assert all(kept)
    assert len(first.entries("a")) == 1
    first.close()
    second.close()


def test_what_was_called_wrong_meanwhile_is_not_kept(tmp_path):
    store = AnswerStore(tmp_path / "m.db")
    assert store.block_words("k", "s", line("wrong")) is False
    assert store.put(entry("m-1"), ["q"]) is False
    assert store.entries("a") == ()
    store.close()


def test_a_persons_edit_that_came_meanwhile_is_not_overwritten(tmp_path):
    store = AnswerStore(tmp_path / "m.db")
    store.put(entry("m-1"), ["q"])
    store.edit("a", "m-1", {"text": "mine"}, NOW)
    assert store.put(entry("m-2"), ["q"]) is False
    assert [one.answer for one in store.entries("a")] == [{"text": "mine"}]
    store.close()


def test_a_file_from_before_vectors_is_read_on(tmp_path):
    path = tmp_path / "m.db"
    store = AnswerStore(path)
    store.put(entry("m-1"), ["q"])
    store.close()
    with sqlite3.connect(path) as old:
        old.execute("ALTER TABLE answers DROP COLUMN vector")
        old.execute("ALTER TABLE answers DROP COLUMN embedder")
        old.execute("UPDATE schema_versions SET version = 1 WHERE name = 'answers'")
    old.close()
    store = AnswerStore(path)
    assert [(one.id, one.vector, one.embedder) for one in store.entries("a")] == [("m-1", None, "")]
    assert store.put(entry("m-2", signature="t", vector=b"ab", embedder="e"), ["q"])
    store.close()

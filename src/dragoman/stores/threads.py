"""Threads on SQLite: what was asked, what was answered, which question of ours waits.

A prompt is stored before anything runs, so a killed process loses no words. An answer is kept as the JSON
its reader chose; this store does not look into it.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

from dragoman.errors import Source, StoreError, UnknownNameError

SCHEMA_VERSION = 1
_SCHEMA = """
create table thread (id text primary key, created text not null);
create table turn (
    thread text not null references thread(id) on delete cascade,
    number integer not null,
    question text not null,
    answer text,
    asked text not null,
    primary key (thread, number)
);
create table question (
    thread text not null references thread(id) on delete cascade,
    id text not null,
    turn integer not null,
    reply text,
    state text not null check (state in ('open', 'answered')),
    primary key (thread, id)
);
"""

QuestionState = Literal["open", "answered"]


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredTurn:
    """One turn: its number counted from 1, the words, and the answer's JSON once there is one."""

    number: int
    question: str
    answer: dict[str, Any] | None


class ThreadStore:
    """Keeps threads in one file; every write is one immediate transaction."""

    def __init__(self, path: Path | None) -> None:
        self._where = Source(str(path or ":memory:"))
        self._connection = sqlite3.connect(
            path or ":memory:", timeout=30, isolation_level=None, check_same_thread=False
        )
        try:
            self._connection.execute("pragma journal_mode=wal")
            self._connection.execute("pragma foreign_keys=on")
            self._migrate()
        except sqlite3.DatabaseError as fault:
            self._connection.close()
            raise StoreError(
                f"the file is not a thread store ({fault})",
                where=self._where,
                remedy="Move it away; a new one is made at the next start.",
            ) from fault

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def start(self, thread: str, at: datetime) -> None:
        """Create the thread unless it exists."""
        with self._write() as connection:
            connection.execute("insert or ignore into thread values (?, ?)", (thread, at.isoformat()))

    def add_turn(self, thread: str, question: str, at: datetime) -> int:
        """Store a person's words and return the number of their turn; open questions stay open."""
        with self._write() as connection:
            (number,) = connection.execute(
                "select coalesce(max(number), 0) + 1 from turn where thread = ?", (thread,)
            ).fetchone()
            connection.execute(
                "insert into turn (thread, number, question, asked) values (?, ?, ?, ?)",
                (thread, number, question, at.isoformat()),
            )
        return int(number)

    def set_answer(self, thread: str, number: int, answer: dict[str, Any]) -> None:
        """Store the answer of a turn, replacing an earlier one (a question back is answered later)."""
        with self._write() as connection:
            connection.execute(
                "update turn set answer = ? where thread = ? and number = ?",
                (json.dumps(answer, ensure_ascii=False), thread, number),
            )

    def turns(self, thread: str) -> tuple[StoredTurn, ...]:
        """Return all turns, oldest first. Raises UnknownNameError for a thread that does not exist."""
        self._require(thread)
        rows = self._connection.execute(
            "select number, question, answer from turn where thread = ? order by number", (thread,)
        )
        return tuple(
            StoredTurn(number=number, question=question, answer=json.loads(answer) if answer else None)
            for number, question, answer in rows
        )

    def threads(self, limit: int = 30) -> tuple[tuple[str, str], ...]:
        """Return the newest threads as (id, first words)."""
        rows = self._connection.execute(
            "select thread.id, coalesce(turn.question, '') from thread left join turn"
            " on turn.thread = thread.id and turn.number = 1 order by thread.created desc, thread.rowid desc limit ?",
            (limit,),
        )
        return tuple((str(thread), str(words)) for thread, words in rows)

    def open_question(self, thread: str, turn: int) -> str:
        """Make the id of a new open question of ours, unique in its thread."""
        with self._write() as connection:
            (count,) = connection.execute("select count(*) from question where thread = ?", (thread,)).fetchone()
            question = f"q-{count + 1}"
            connection.execute(
                "insert into question (thread, id, turn, state) values (?, ?, ?, 'open')", (thread, question, turn)
            )
        return question

    def question(self, thread: str, question: str) -> tuple[int, QuestionState, str | None]:
        """Return (turn, state, reply) of a question. Raises UnknownNameError when it does not exist."""
        self._require(thread)
        row = self._connection.execute(
            "select turn, state, reply from question where thread = ? and id = ?", (thread, question)
        ).fetchone()
        if row is None:
            known = self._connection.execute("select id from question where thread = ?", (thread,))
            raise UnknownNameError("question", question, [name for (name,) in known])
        return row[0], row[1], row[2]

    def take_reply(self, thread: str, question: str, reply: str) -> bool:
        """Bind the reply to the question. False when somebody else has answered it meanwhile."""
        with self._write() as connection:
            cursor = connection.execute(
                "update question set state = 'answered', reply = ? where thread = ? and id = ? and state = 'open'",
                (reply, thread, question),
            )
        return cursor.rowcount == 1

    def reopen(self, thread: str, question: str) -> None:
        """Undo `take_reply` when the work after it failed, so that the person can answer again."""
        with self._write() as connection:
            connection.execute(
                "update question set state = 'open', reply = null where thread = ? and id = ?", (thread, question)
            )

    def remove(self, thread: str) -> None:
        """Forget a thread and all that belongs to it."""
        self._require(thread)
        with self._write() as connection:
            connection.execute("delete from thread where id = ?", (thread,))

    def _require(self, thread: str) -> None:
        if not self._connection.execute("select 1 from thread where id = ?", (thread,)).fetchone():
            raise UnknownNameError("thread", thread, [name for name, _ in self.threads()])

    @contextmanager
    def _write(self) -> Iterator[sqlite3.Connection]:
        self._connection.execute("begin immediate")
        try:
            yield self._connection
        except BaseException:
            self._connection.execute("rollback")
            raise
        self._connection.execute("commit")

    def _migrate(self) -> None:
        with self._write() as connection:  # one transaction, so that two first starts do not collide
            (version,) = connection.execute("pragma user_version").fetchone()
            if version == 0:
                for statement in _SCHEMA.split(";"):
                    connection.execute(statement)
                connection.execute(f"pragma user_version={SCHEMA_VERSION}")
            elif version != SCHEMA_VERSION:
                raise StoreError(
                    f"the thread store has schema {version}, this version of Dragoman reads {SCHEMA_VERSION}",
                    where=self._where,
                    remedy="Use the newer Dragoman that wrote it, or move the file away.",
                )

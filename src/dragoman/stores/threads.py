"""Threads on SQLite: what was asked, what was answered, which question of ours waits.

A prompt is stored before anything runs, so a killed process loses no words. An answer is kept as the JSON
its reader chose; this store does not look into it.
"""

import json
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, NamedTuple

from sqlalchemy import (
    Column,
    Connection,
    ForeignKey,
    ForeignKeyConstraint,
    Integer,
    MetaData,
    Table,
    Text,
    delete,
    func,
    insert,
    select,
    update,
)

from dragoman.errors import UnknownNameError
from dragoman.stores.database import Database, Schema

_tables = MetaData()

_threads = Table(
    "threads",
    _tables,
    Column("n", Integer, primary_key=True),  # the order in which they began
    Column("id", Text, nullable=False, unique=True),
    Column("created", Text, nullable=False),
)
_turns = Table(
    "turns",
    _tables,
    Column("thread", Text, ForeignKey("threads.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("question", Text, nullable=False),
    Column("answer", Text),  # JSON
    Column("asked", Text, nullable=False),
    Column("job", Text, unique=True),  # what works on it, where it is work of its own
    Column("spent", Text),  # JSON: what each attempt took that was stopped or failed
)
_questions = Table(
    "questions",
    _tables,
    Column("thread", Text, primary_key=True),
    Column("id", Text, primary_key=True),
    Column("number", Integer, nullable=False),  # counted within the thread
    Column("turn", Integer, nullable=False),
    Column("question", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("reply", Text),  # as it came
    Column("meant", Text),  # what it stands for: the option's text where a number was given
    ForeignKeyConstraint(["thread", "turn"], ["turns.thread", "turns.number"], ondelete="CASCADE"),
)
_TO_JOBS = ("ALTER TABLE turns ADD COLUMN job TEXT", "CREATE UNIQUE INDEX turns_by_job ON turns (job)")
_TO_SPENT = ("ALTER TABLE turns ADD COLUMN spent TEXT",)
THREADS = Schema(name="threads", version=3, tables=_tables, upgrades={1: _TO_JOBS, 2: _TO_SPENT})

QuestionState = Literal["open", "answered"]


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredTurn:
    """One turn: its number counted from 1, the words, and the answer's JSON once there is one."""

    number: int
    question: str
    answer: dict[str, Any] | None
    job: str | None = None
    spent: tuple[dict[str, Any], ...] = ()  # the cost of each attempt that came to no answer


class StoredQuestion(NamedTuple):
    """A question of ours: the turn it belongs to, whether it waits, the reply it took, and the words of both."""

    turn: int
    state: QuestionState
    reply: str | None
    question: str = ""
    meant: str = ""  # what the reply stands for


class ThreadStore:
    """Keeps threads in one file; every write is one immediate transaction. Safe to use from several threads."""

    def __init__(self, path: Path | None) -> None:
        self._database = Database.open(path, THREADS)

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def start(self, thread: str, at: datetime) -> None:
        """Create the thread unless it exists."""
        with self._database.writing() as connection:
            if not _exists(connection, thread):
                connection.execute(insert(_threads).values(id=thread, created=at.isoformat()))

    def add_turn(self, thread: str, question: str, at: datetime, *, job: str | None = None) -> int:
        """Store a person's words and return the number of their turn; open questions stay open.

        The turn of a job is stored once: after that its number is returned.
        Raises UnknownNameError when the thread does not exist.
        """
        with self._database.writing() as connection:
            _require(connection, thread)
            if job and (known := connection.execute(select(_turns.c.number).where(_turns.c.job == job)).scalar()):
                return int(known)
            last = connection.execute(select(func.max(_turns.c.number)).where(_turns.c.thread == thread)).scalar()
            number = int(last or 0) + 1
            row = {"thread": thread, "number": number, "question": question, "asked": at.isoformat(), "job": job}
            connection.execute(insert(_turns).values(row))
        return number

    def set_answer(self, thread: str, number: int, answer: dict[str, Any]) -> None:
        """Store the answer of a turn, replacing an earlier one (a question back is answered later)."""
        words = json.dumps(answer, ensure_ascii=False)
        with self._database.writing() as connection:
            change = update(_turns).where(_turns.c.thread == thread, _turns.c.number == number)
            connection.execute(change.values(answer=words))

    def add_spent(self, thread: str, number: int, cost: dict[str, Any]) -> None:
        """Put on record what an attempt at a turn took that came to no answer."""
        this = (_turns.c.thread == thread) & (_turns.c.number == number)
        with self._database.writing() as connection:
            before = connection.execute(select(_turns.c.spent).where(this)).scalar()
            words = json.dumps([*_read_spent(before), cost])
            connection.execute(update(_turns).where(this).values(spent=words))

    def turns(self, thread: str) -> tuple[StoredTurn, ...]:
        """Return all turns, oldest first. Raises UnknownNameError for a thread that does not exist."""
        wanted = (_turns.c.number, _turns.c.question, _turns.c.answer, _turns.c.job, _turns.c.spent)
        query = select(*wanted).order_by(_turns.c.number)
        with self._database.reading() as connection:
            _require(connection, thread)
            rows = connection.execute(query.where(_turns.c.thread == thread)).all()
        return tuple(
            StoredTurn(
                number=number,
                question=question,
                answer=json.loads(answer) if answer else None,
                job=job,
                spent=_read_spent(spent),
            )
            for number, question, answer, job, spent in rows
        )

    def threads(self, limit: int = 30) -> tuple[tuple[str, str], ...]:
        """Return the newest threads as (id, first words)."""
        first = (_turns.c.thread == _threads.c.id) & (_turns.c.number == 1)
        query = select(_threads.c.id, func.coalesce(_turns.c.question, "")).outerjoin(_turns, first)
        with self._database.reading() as connection:
            rows = connection.execute(query.order_by(_threads.c.n.desc()).limit(limit)).all()
        return tuple((str(thread), str(words)) for thread, words in rows)

    def open_question(self, thread: str, turn: int, question: str = "") -> str:
        """Make the id of a new open question of ours, unique in its thread; the same one again keeps its id."""
        with self._database.writing() as connection:
            same = (_questions.c.thread == thread) & (_questions.c.turn == turn) & (_questions.c.question == question)
            waits = select(_questions.c.id).where(same, _questions.c.state == "open")
            if known := connection.execute(waits).scalar():
                return str(known)
            last = select(func.max(_questions.c.number)).where(_questions.c.thread == thread)
            number = int(connection.execute(last).scalar() or 0) + 1
            row = {"thread": thread, "id": f"q-{number}", "number": number, "turn": turn, "question": question}
            connection.execute(insert(_questions).values(row | {"state": "open"}))
        return f"q-{number}"

    def question(self, thread: str, question: str) -> StoredQuestion:
        """Return one question of ours. Raises UnknownNameError when it does not exist."""
        with self._database.reading() as connection:
            _require(connection, thread)
            row = connection.execute(_ASKED.where(_questions.c.thread == thread, _questions.c.id == question)).first()
            if row is None:
                known = connection.execute(select(_questions.c.id).where(_questions.c.thread == thread)).scalars()
                raise UnknownNameError("question", question, known)
        return StoredQuestion(*row)

    def questions(self, thread: str) -> tuple[StoredQuestion, ...]:
        """Return every question of ours in a thread, in the order in which they were asked."""
        query = _ASKED.where(_questions.c.thread == thread).order_by(_questions.c.number)
        with self._database.reading() as connection:
            return tuple(StoredQuestion(*row) for row in connection.execute(query))

    def take_reply(self, thread: str, question: str, reply: str, *, meant: str = "") -> bool:
        """Bind the reply to the question. False when somebody else has answered it meanwhile."""
        change = _change(thread, question).where(_questions.c.state == "open")
        with self._database.writing() as connection:
            return connection.execute(change.values(state="answered", reply=reply, meant=meant)).rowcount == 1

    def reopen(self, thread: str, question: str) -> None:
        """Undo `take_reply` when the work after it failed, so that the person can answer again."""
        with self._database.writing() as connection:
            connection.execute(_change(thread, question).values(state="open", reply=None, meant=None))

    def remove(self, *threads: str) -> None:
        """Forget threads and all that belongs to them; none is forgotten when one does not exist."""
        with self._database.writing() as connection:
            for thread in threads:
                _require(connection, thread)
                connection.execute(delete(_threads).where(_threads.c.id == thread))


def _read_spent(words: str | None) -> tuple[dict[str, Any], ...]:
    return tuple(json.loads(words)) if words else ()


_ASKED = select(
    _questions.c.turn,
    _questions.c.state,
    _questions.c.reply,
    _questions.c.question,
    func.coalesce(_questions.c.meant, ""),
)


def _change(thread: str, question: str) -> Any:  # noqa: ANN401  # SQLAlchemy's Update is generic in ways that help nobody
    return update(_questions).where(_questions.c.thread == thread, _questions.c.id == question)


def _exists(connection: Connection, thread: str) -> bool:
    return connection.execute(select(_threads.c.id).where(_threads.c.id == thread)).first() is not None


def _require(connection: Connection, thread: str) -> None:
    if not _exists(connection, thread):
        newest = select(_threads.c.id).order_by(_threads.c.n.desc()).limit(100)
        raise UnknownNameError("thread", thread, connection.execute(newest).scalars())

"""Remembered answers on SQLite, apart from reports: entries, the pairs that were called wrong, and what happened.

The store compares nothing by likeness. It finds entries under one key, and among many of them those that share rare
words with a question. An answer is kept as the JSON its reader chose; this store does not look into it.
"""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update

from dragoman.errors import UnknownNameError
from dragoman.stores.answer_rows import Candidate, Json, LogLine, StoredAnswer, answer_of, candidate_of, line_of, row_of
from dragoman.stores.answer_schema import ANSWERS, answers, blocks, log, terms
from dragoman.stores.database import Database

MAX_ENTRIES = 200_000
MAX_LOG = 20_000  # rows; older ones are dropped
_MANY = 200  # entries a word may be in before it stops telling them apart; the newest are looked at
_HOLDING = "SELECT n FROM answer_terms WHERE key = ? AND term = ? ORDER BY n DESC LIMIT ?"
_CANDIDATE = "SELECT n, id, signature, question, residual, at, edited, embedder, vector FROM answers WHERE"


class AnswerStore:
    """Keeps remembered answers in one file. Safe to use from several threads and beside other processes."""

    def __init__(self, path: Path | None) -> None:
        self._database = Database.open(path, ANSWERS)

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def candidates(self, key: str, signature: str, words: Sequence[str], *, limit: int) -> tuple[Candidate, ...]:
        """Return what stands under the key and may be near: first these very words, then those sharing the rarest.

        A pair that was called wrong is left out. However many entries there are, about `limit` of them are read.
        """
        with self._database.reading() as connection:
            same = f"{_CANDIDATE} key = ? AND signature = ?"
            rows = connection.exec_driver_sql(same, (key, signature)).mappings().all()
            held = {row["n"] for row in rows}
            numbers = [n for n in _sharing(connection, key, words, limit=limit) if n not in held]
            if numbers:
                near = f"{_CANDIDATE} n IN ({', '.join('?' * len(numbers))})"
                rows = [*rows, *connection.exec_driver_sql(near, tuple(numbers)).mappings()]
            blocked = _blocked(connection, key, signature) if rows else frozenset()
        return tuple(candidate_of(row) for row in rows if row["signature"] not in blocked)

    def put(self, entry: StoredAnswer, words: Iterable[str]) -> bool:
        """Keep an entry, unless its words were called wrong under its key, or a person's own edit stands there.

        Another one with the same key and words is replaced, and the oldest go when there are too many.
        """
        same = (answers.c.key == entry.key) & (answers.c.signature == entry.signature)
        with self._database.writing() as connection:
            edited = select(answers.c.id).where(same, answers.c.edited.is_not(None))
            if entry.signature in _blocked(connection, entry.key, entry.signature):
                return False
            if connection.execute(edited).first():
                return False
            connection.execute(delete(answers).where(same))
            number = connection.execute(insert(answers).values(row_of(entry))).inserted_primary_key
            assert number is not None  # noqa: S101  SQLAlchemy gives it for every insert of one row
            rows = [{"key": entry.key, "term": word, "n": number[0]} for word in dict.fromkeys(words)]
            if rows:
                connection.execute(insert(terms), rows)
            _forget_oldest(connection)
            _write(
                connection,
                LogLine(at=entry.at, tenant=entry.tenant, kind="remembered", entry=entry.id, question=entry.question),
            )
        return True

    def record(self, line: LogLine) -> None:
        """Write what happened; a hit is counted at its entry."""
        with self._database.writing() as connection:
            if line.kind == "hit":
                change = update(answers).where(answers.c.id == line.entry)
                connection.execute(change.values(hits=answers.c.hits + 1))
            _write(connection, line)

    def entries(
        self, tenant: str, *, find: str = "", limit: int | None = None, offset: int = 0
    ) -> tuple[StoredAnswer, ...]:
        """Return a tenant's entries, newest first; `find` takes those whose question or answer has these words."""
        query = select(answers).where(*_own(tenant, find)).order_by(answers.c.n.desc()).limit(limit).offset(offset)
        with self._database.reading() as connection:
            return tuple(answer_of(row) for row in connection.execute(query).mappings())

    def count(self, tenant: str, *, find: str = "") -> int:
        """Return how many entries `entries` has without a limit."""
        query = select(func.count()).select_from(answers).where(*_own(tenant, find))
        with self._database.reading() as connection:
            return int(connection.execute(query).scalar_one())

    def entry(self, tenant: str, entry: str) -> StoredAnswer:
        """Return one entry of a tenant. Raises UnknownNameError for one that is not there, or is another's."""
        with self._database.reading() as connection:
            return _one(connection, tenant, entry)

    def edit(self, tenant: str, entry: str, answer: Json, at: datetime) -> StoredAnswer:
        """Replace the answer of an entry. Raises UnknownNameError."""
        with self._database.writing() as connection:
            _one(connection, tenant, entry)
            words = json.dumps(answer, ensure_ascii=False)
            change = update(answers).where(answers.c.id == entry)
            connection.execute(change.values(answer=words, edited=at.isoformat()))
            _write(connection, LogLine(at=at, tenant=tenant, kind="edited", entry=entry))
            return _one(connection, tenant, entry)

    def remove(self, tenant: str, entry: str, line: LogLine) -> None:
        """Forget an entry. Raises UnknownNameError."""
        with self._database.writing() as connection:
            _one(connection, tenant, entry)
            connection.execute(delete(answers).where(answers.c.id == entry))
            _write(connection, line)

    def block(self, tenant: str, entry: str, line: LogLine) -> None:
        """Forget an entry; its words, and all words it was a hit for, get no answer from its words again.

        Raises UnknownNameError.
        """
        with self._database.writing() as connection:
            found = _one(connection, tenant, entry)
            hits = select(log.c.signature).where(log.c.entry == entry, log.c.kind == "hit").distinct()
            asked = {found.signature, *connection.execute(hits).scalars()}
            _block(connection, line, found.key, found.signature, asked)
            connection.execute(delete(answers).where(answers.c.id == entry))
            _write(connection, line)

    def block_words(self, key: str, signature: str, line: LogLine) -> bool:
        """Never answer these words under the key from these same words; say whether an entry was forgotten for it."""
        same = (answers.c.key == key) & (answers.c.signature == signature) & (answers.c.tenant == line.tenant)
        with self._database.writing() as connection:
            if signature not in _blocked(connection, key, signature):
                _block(connection, line, key, signature, {signature})
            is_forgotten = connection.execute(delete(answers).where(same)).rowcount > 0
            _write(connection, line)
        return is_forgotten

    def note(self, line: LogLine) -> None:
        """Write what happened that concerns no entry."""
        with self._database.writing() as connection:
            _write(connection, line)

    def remove_before(self, cutoff: datetime, *, at: datetime) -> int:
        """Forget every entry that was written and last edited up to the cutoff, and return how many there were."""
        then = cutoff.isoformat()
        old = (answers.c.at <= then) & (answers.c.edited.is_(None) | (answers.c.edited <= then))
        with self._database.reading() as connection:  # mostly there are none, and nobody is kept from writing
            if connection.execute(select(answers.c.n).where(old).limit(1)).first() is None:
                return 0
        with self._database.writing() as connection:
            gone = connection.execute(select(answers.c.id, answers.c.tenant).where(old)).all()
            connection.execute(delete(answers).where(old))
            for name, tenant in gone[-MAX_LOG:]:
                _write(connection, LogLine(at=at, tenant=tenant, kind="expired", entry=name))
        return len(gone)

    def log(self, tenant: str, *, limit: int = 100) -> tuple[LogLine, ...]:
        """Return what happened to a tenant's entries, newest first."""
        query = select(log).where(log.c.tenant == tenant).order_by(log.c.n.desc()).limit(limit)
        with self._database.reading() as connection:
            rows = connection.execute(query).mappings().all()
        return tuple(map(line_of, rows))

    def counts(self, tenant: str) -> dict[str, int]:
        """Return how many entries and blocked pairs there are, and how often each kind of thing is in the log."""
        with self._database.reading() as connection:
            kinds = select(log.c.kind, func.count()).where(log.c.tenant == tenant).group_by(log.c.kind)
            found = {str(kind): int(number) for kind, number in connection.execute(kinds)}
            for name, table in (("entries", answers), ("blocked", blocks)):
                query = select(func.count()).select_from(table).where(table.c.tenant == tenant)
                found[name] = int(connection.execute(query).scalar_one())
        return found


def _own(tenant: str, find: str) -> list[ColumnElement[bool]]:
    """Return the conditions of a tenant's entries, each word of `find` in the question or in the answer's text."""
    text = answers.c.question + " " + func.json_extract(answers.c.answer, "$.text")
    return [answers.c.tenant == tenant, *(text.icontains(word, autoescape=True) for word in find.split())]


def _sharing(connection: Connection, key: str, words: Sequence[str], *, limit: int) -> list[int]:
    """Return the entries that share most of the rarest words, the fullest match first."""
    holding = {word: connection.exec_driver_sql(_HOLDING, (key, word, _MANY)).scalars().all() for word in set(words)}
    shared: dict[int, int] = {}
    for numbers in sorted(filter(None, holding.values()), key=len):
        if len(numbers) == _MANY and shared:
            break  # a word of so many entries tells none apart
        for number in numbers:
            shared[number] = shared.get(number, 0) + 1
    return sorted(shared, key=lambda n: (-shared[n], -n))[:limit]


def _blocked(connection: Connection, key: str, signature: str) -> frozenset[str]:
    rows = connection.exec_driver_sql("SELECT asked, remembered FROM answer_blocks WHERE key = ?", (key,))
    return frozenset(b if a == signature else a for a, b in rows if signature in (a, b))


def _block(connection: Connection, line: LogLine, key: str, remembered: str, asked: Iterable[str]) -> None:
    row = {"tenant": line.tenant, "key": key, "remembered": remembered}
    row |= {"reason": line.reason, "at": line.at.isoformat()}
    connection.execute(insert(blocks), [row | {"asked": signature} for signature in sorted(asked)])


def _forget_oldest(connection: Connection) -> None:
    newest = connection.execute(select(func.max(answers.c.n))).scalar() or 0
    connection.execute(delete(answers).where(answers.c.n <= newest - MAX_ENTRIES))


def _write(connection: Connection, line: LogLine) -> None:
    number = connection.execute(insert(log).values(row_of(line))).inserted_primary_key
    if number is not None and number[0] > MAX_LOG:
        connection.execute(delete(log).where(log.c.n <= number[0] - MAX_LOG))


def _one(connection: Connection, tenant: str, entry: str) -> StoredAnswer:
    own = answers.c.tenant == tenant
    row = connection.execute(select(answers).where(own, answers.c.id == entry)).mappings().first()
    if row is None:
        known = connection.execute(select(answers.c.id).where(own).order_by(answers.c.n.desc()).limit(30)).scalars()
        raise UnknownNameError("remembered answer", entry, known)
    return answer_of(row)

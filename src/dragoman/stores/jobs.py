"""Jobs on SQLite: a row each, and a log of what happened, written in one transaction with the row.

Envelopes, results, questions and replies are JSON here; this store does not look into them.
"""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Literal, NamedTuple

from sqlalchemy import Connection, RowMapping, Select, delete, exists, func, insert, select, update

from dragoman.domain.event import Clock
from dragoman.stores.database import Database
from dragoman.stores.job_schema import JOBS, events, jobs, replies

Json = Any  # what json.loads returns
Status = Literal["queued", "running", "waiting", "done", "failed", "cancelled"]
_JSON_COLUMNS = ("envelope", "result", "error", "question", "reply")


class Entry(NamedTuple):
    """An event to be recorded; one with a key that is on record already is left out."""

    type: str
    data: Mapping[str, Any]
    key: str


class StoredEvent(NamedTuple):
    """One event as it was recorded."""

    seq: int
    type: str
    data: dict[str, Any]
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class NewJob:
    """What a job begins with."""

    id: str
    tenant: str
    key: str | None
    thread: str | None
    envelope: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredJob:
    """The row of a job."""

    id: str
    thread: str | None
    status: Status
    envelope: dict[str, Any]
    scenario: str | None
    result: dict[str, Any] | None
    error: dict[str, Any] | None
    question: dict[str, Any] | None
    reply: dict[str, Any] | None  # {"question": id, "reply": JSON}
    part: int
    attempts: int
    fruitless: int
    created: datetime
    updated: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """New values of a row, with the events that report them; only for a job that stands as `when` says."""

    when: Collection[Status]
    attempt: tuple[int, int] | None = None  # part and attempts: what another run has taken over is not changed
    values: Mapping[str, Json] = field(default_factory=dict)
    entries: Sequence[Entry] = ()


class JobStore:
    """Keeps jobs in one file; every write is one immediate transaction. Safe to use from several threads.

    Time is read once the write lock is held, so that events are dated in their order, over all jobs.
    """

    def __init__(self, path: Path | None, clock: Clock) -> None:
        self._database = Database.open(path, JOBS)
        self._clock = clock

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def add(self, new: NewJob, entries: Sequence[Entry], *, max_queued: int) -> StoredJob | None:
        """Store a job, or return the one that has its key. None when as many as may be are queued already."""
        with self._writing() as (connection, at):
            if new.key is not None:
                same = (jobs.c.tenant == new.tenant) & (jobs.c.key == new.key)
                if known := connection.execute(select(jobs).where(same)).mappings().first():
                    return _stored(known)
            queued = select(func.count()).where(jobs.c.status == "queued")
            if int(connection.execute(queued).scalar_one()) >= max_queued:
                return None
            row = {"id": new.id, "tenant": new.tenant, "key": new.key, "thread": new.thread, "status": "queued"}
            times = {"created": at, "updated": at}
            words = {"envelope": _text(new.envelope), "part": 0, "attempts": 0, "fruitless": 0}
            connection.execute(insert(jobs).values(row | times | words))
            _append(connection, new.id, entries, at)
            return _row(connection, new.id)

    def job(self, job: str) -> StoredJob | None:
        """Return one job."""
        with self._database.reading() as connection:
            return _row(connection, job)

    def jobs(self, limit: int) -> tuple[StoredJob, ...]:
        """Return the newest jobs, newest first."""
        return self._select(select(jobs).order_by(jobs.c.n.desc()).limit(limit))

    def of_thread(self, thread: str) -> tuple[StoredJob, ...]:
        """Return the jobs of a thread, oldest first."""
        return self._select(select(jobs).where(jobs.c.thread == thread).order_by(jobs.c.n))

    def remove_of(self, thread: str) -> None:
        """Forget the jobs of a thread with all that belongs to them."""
        with self._database.writing() as connection:
            connection.execute(delete(jobs).where(jobs.c.thread == thread))

    def queued(self) -> int:
        """Return how many wait for a worker."""
        with self._database.reading() as connection:
            return int(connection.execute(select(func.count()).where(jobs.c.status == "queued")).scalar_one())

    def prune(self, older_than: timedelta) -> int:
        """Forget jobs that ended so long ago, with all that belongs to them. Return how many."""
        before = (self._clock.now() - older_than).isoformat()
        ended = jobs.c.status.in_(["done", "failed", "cancelled"]) & (jobs.c.updated < before)
        with self._database.writing() as connection:
            return connection.execute(delete(jobs).where(ended)).rowcount

    def claim(self, started: Entry, *, only: str | None = None, max_per_tenant: int | None = None) -> StoredJob | None:
        """Take a queued job whose thread nobody works on, so that a thread's turns come in order; or `only` this one.

        Of several the oldest, but a tenant of whom fewer are worked on comes first, so that nobody fills all places.
        """
        other = jobs.alias()
        is_running = other.c.status == "running"
        is_busy = exists().where(other.c.thread == jobs.c.thread, is_running)
        of_tenant = select(func.count()).where(other.c.tenant == jobs.c.tenant, is_running)
        worked_on = of_tenant.correlate(jobs).scalar_subquery()
        wanted = select(jobs.c.id).where(jobs.c.status == "queued", ~is_busy if only is None else jobs.c.id == only)
        if max_per_tenant is not None:
            wanted = wanted.where(worked_on < max_per_tenant)
        with self._writing() as (connection, at):
            job = connection.execute(wanted.order_by(worked_on, jobs.c.n).limit(1)).scalar()
            if job is None:
                return None
            counts = {"attempts": jobs.c.attempts + 1, "fruitless": jobs.c.fruitless + 1}
            taken = update(jobs).where(jobs.c.id == job).values(status="running", updated=at, **counts)
            connection.execute(taken)
            _append(connection, job, [started], at)
            return _row(connection, job)

    def requeue(self, job: str | None = None) -> int:
        """Queue the jobs again that ran when their process ended, or this one. Return how many."""
        change = update(jobs).where(jobs.c.status == "running")
        if job is not None:
            change = change.where(jobs.c.id == job)
        with self._writing() as (connection, at):
            return connection.execute(change.values(status="queued", updated=at)).rowcount

    def change(self, job: str, change: Change) -> bool:
        """Change a job and record what happened, both or neither. False when it does not stand as expected."""
        stands = select(jobs.c.status, jobs.c.part, jobs.c.attempts).where(jobs.c.id == job)
        with self._writing() as (connection, at):
            row = connection.execute(stands).first()
            if row is None or row.status not in change.when or change.attempt not in (None, tuple(row[1:])):
                return False
            values = {name: _value(name, value) for name, value in change.values.items()}
            if _append(connection, job, change.entries, at):
                values["fruitless"] = 0
            connection.execute(update(jobs).where(jobs.c.id == job).values(updated=at, **values))
        return True

    def take_reply(self, job: str, question: str, reply: Json) -> Json | None:
        """Bind the reply to the question the job waits with, queue the job, and record it.

        Return the reply that counts, as {"reply": …}: an earlier one stays. None when it does not wait for it.
        """
        with self._writing() as (connection, at):
            if earlier := _reply(connection, job, question):
                return earlier
            row = _row(connection, job)
            if row is None or row.status != "waiting" or (row.question or {}).get("id") != question:
                return None
            connection.execute(insert(replies).values(job=job, question=question, reply=_text(reply)))
            goes_on = {"status": "queued", "question": None, "part": row.part + 1, "attempts": 0, "fruitless": 0}
            words = {"reply": _text({"question": question, "reply": reply}), "updated": at}
            connection.execute(update(jobs).where(jobs.c.id == job).values(goes_on | words))
            _append(connection, job, [Entry("question.answered", {"id": question}, f"answered:{question}")], at)
            return {"reply": reply}

    def reply_of(self, job: str, question: str) -> Json | None:
        """Return the reply a question took, as {"reply": …}."""
        with self._database.reading() as connection:
            return _reply(connection, job, question)

    def events(self, job: str, after: int = 0) -> tuple[StoredEvent, ...]:
        """Return the events after a number, in order."""
        log = select(events.c.seq, events.c.type, events.c.data, events.c.at).order_by(events.c.seq)
        with self._database.reading() as connection:
            rows = connection.execute(log.where(events.c.job == job, events.c.seq > after)).all()
        return tuple(
            StoredEvent(seq, kind, json.loads(data), datetime.fromisoformat(at)) for seq, kind, data, at in rows
        )

    @contextmanager
    def _writing(self) -> Iterator[tuple[Connection, str]]:
        with self._database.writing() as connection:
            yield connection, self._clock.now().isoformat()

    def _select(self, query: Select[Any]) -> tuple[StoredJob, ...]:
        with self._database.reading() as connection:
            return tuple(_stored(row) for row in connection.execute(query).mappings())


def _append(connection: Connection, job: str, entries: Sequence[Entry], at: str) -> int:
    """Record what is not on record yet; return how much that was."""
    if not entries:
        return 0
    same = select(events.c.key).where(events.c.job == job, events.c.key.in_([entry.key for entry in entries]))
    known = set(connection.execute(same).scalars())
    new = [entry for entry in entries if entry.key not in known]
    if new:
        last = connection.execute(select(func.max(events.c.seq)).where(events.c.job == job)).scalar() or 0
        fixed = {"job": job, "at": at}
        rows = [
            {"seq": seq, "type": entry.type, "key": entry.key, "data": _text(entry.data), **fixed}
            for seq, entry in enumerate(new, start=int(last) + 1)
        ]
        connection.execute(insert(events), rows)
    return len(new)


def _reply(connection: Connection, job: str, question: str) -> Json | None:
    found = select(replies.c.reply).where(replies.c.job == job, replies.c.question == question)
    text = connection.execute(found).scalar()
    return None if text is None else {"reply": json.loads(text)}


def _row(connection: Connection, job: str) -> StoredJob | None:
    row = connection.execute(select(jobs).where(jobs.c.id == job)).mappings().first()
    return None if row is None else _stored(row)


def _stored(row: RowMapping) -> StoredJob:
    values: dict[str, Any] = {
        name: row[name] for name in ("id", "thread", "status", "scenario", "part", "attempts", "fruitless")
    }
    values |= {name: json.loads(row[name]) if row[name] is not None else None for name in _JSON_COLUMNS}
    values |= {name: datetime.fromisoformat(row[name]) for name in ("created", "updated")}
    return StoredJob(**values)


def _value(name: str, value: Json) -> Json:
    return _text(value) if name in _JSON_COLUMNS and value is not None else value


def _text(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)

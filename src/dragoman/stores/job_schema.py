"""Tables of jobs: the row of each, its log of events, and the replies it took."""

from sqlalchemy import Column, ForeignKey, Index, Integer, MetaData, Table, Text, UniqueConstraint

from dragoman.stores.database import Schema

_tables = MetaData()

jobs = Table(
    "jobs",
    _tables,
    Column("n", Integer, primary_key=True),  # the order in which they came
    Column("id", Text, nullable=False, unique=True),
    Column("tenant", Text, nullable=False),
    Column("key", Text),  # idempotency
    Column("thread", Text),
    Column("status", Text, nullable=False),
    Column("envelope", Text, nullable=False),  # JSON, like the next five
    Column("scenario", Text),
    Column("result", Text),
    Column("error", Text),
    Column("question", Text),
    Column("reply", Text),  # what it goes on with
    Column("part", Integer, nullable=False),  # how many replies it took; events of a part are recorded once
    Column("attempts", Integer, nullable=False),  # of this part
    Column("fruitless", Integer, nullable=False),  # attempts since one recorded something new
    Column("created", Text, nullable=False),
    Column("updated", Text, nullable=False),
    UniqueConstraint("tenant", "key"),
    Index("jobs_by_status", "status", "n"),
    Index("jobs_by_thread", "thread", "status"),
)
events = Table(
    "job_events",
    _tables,
    Column("job", Text, ForeignKey("jobs.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("type", Text, nullable=False),
    Column("data", Text, nullable=False),  # JSON
    Column("at", Text, nullable=False),
    Column("key", Text, nullable=False),  # what makes it this event and no other
    UniqueConstraint("job", "key"),
)
replies = Table(
    "job_replies",
    _tables,
    Column("job", Text, ForeignKey("jobs.id", ondelete="CASCADE"), primary_key=True),
    Column("question", Text, primary_key=True),
    Column("reply", Text, nullable=False),  # JSON
)
JOBS = Schema(name="jobs", version=1, tables=_tables)

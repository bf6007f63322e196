"""What a corpus holds, and the mark by which every open handle sees that it has changed."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable

from sqlalchemy import Connection, select, text

from dragoman.domain.document import Coverage
from dragoman.domain.period import Period
from dragoman.stores.corpus_schema import changes, documents

_OWN = "SELECT DISTINCT company, period FROM documents WHERE kind <> 'news' AND company IS NOT NULL"
# From one name to the next one of the index: reading every fact takes as long as the corpus is large.
_METRICS = """
WITH RECURSIVE own AS (SELECT DISTINCT company FROM documents WHERE kind <> 'news' AND company IS NOT NULL),
told (company, metric) AS (
    SELECT company, (SELECT min(f.metric) FROM facts AS f WHERE f.company = own.company) FROM own
    UNION ALL
    SELECT company, (SELECT min(f.metric) FROM facts AS f WHERE f.company = told.company AND f.metric > told.metric)
    FROM told WHERE metric IS NOT NULL
)
SELECT company, metric FROM told WHERE metric IS NOT NULL
"""
_PERIODS = """
WITH RECURSIVE own AS (SELECT DISTINCT company FROM documents WHERE kind <> 'news' AND company IS NOT NULL),
told (company, period) AS (
    SELECT company, (SELECT min(f.period) FROM facts AS f WHERE f.company = own.company AND f.metric IS NOT NULL)
    FROM own
    UNION ALL
    SELECT company, (
        SELECT min(f.period) FROM facts AS f
        WHERE f.company = told.company AND f.period > told.period AND f.metric IS NOT NULL
    ) FROM told WHERE period IS NOT NULL
)
SELECT company, period FROM told WHERE period IS NOT NULL
"""


def count_change(connection: Connection) -> None:
    """Mark that something has been written. It is seen when the transaction is, by other processes too."""
    connection.execute(changes.update().values(n=changes.c.n + 1))


def changes_of(connection: Connection) -> int:
    """Return how often the corpus was written to; equal numbers, equal content."""
    return int(connection.execute(select(changes.c.n)).scalar_one())


def version_of(connection: Connection) -> str:
    """Return a name of the present content: equal content, equal name, in whatever file."""
    rows = connection.execute(select(documents.c.id, documents.c.content).order_by(documents.c.id)).all()
    return hashlib.sha256(repr([tuple(row) for row in rows]).encode()).hexdigest()[:16]


def coverage_of(connection: Connection, version: str) -> Coverage:
    """Return every company of a document that is no news, and its periods and metrics."""
    own = connection.execute(text(_OWN)).all()
    periods: dict[str, set[str]] = defaultdict(set)
    metrics: dict[str, set[str]] = defaultdict(set)
    for company, period in (*own, *connection.execute(text(_PERIODS)).all()):
        periods[company] |= {period} if period else set()
    for company, metric in connection.execute(text(_METRICS)).all():
        metrics[company].add(metric)
    covered = sorted({company for company, _ in own})
    return Coverage(
        periods={company: _in_time(periods[company]) for company in covered},
        metrics={company: tuple(sorted(metrics[company])) for company in covered},
        version=version,
    )


def _in_time(labels: Iterable[str]) -> tuple[str, ...]:
    ends = {"Q1": 3, "H1": 6, "Q2": 6, "Q3": 9, "H2": 12, "Q4": 12, "year": 12}

    def end(label: str) -> tuple[int, int, int]:
        period = Period.parse(label)
        return period.year, ends[period.part], len(period.part)

    return tuple(sorted(labels, key=end))

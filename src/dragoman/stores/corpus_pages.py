"""On which pages figures of a metric stand."""

import json
from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import Connection, text

_ON_PAGES = """
SELECT DISTINCT document, json_extract(cell, '$.page'), metric FROM facts
WHERE company IN (SELECT value FROM json_each(:companies)) AND metric IN (SELECT value FROM json_each(:metrics))
"""
# Which index leads depends on what is known: without one named, every fact of the corpus may be read.
_FIGURE_ROWS = """
SELECT f.document, json_extract(f.cell, '$.page'), d.period, f.metric, json_extract(f.cell, '$.statement')
FROM facts AS f INDEXED BY {index} JOIN documents AS d ON d.id = f.document
WHERE {own} AND f.metric IN (SELECT value FROM json_each(:metrics)) AND d.kind = 'report'
  AND (:period IS NULL OR d.period = :period)
GROUP BY 1, 2, 3, 4, 5
"""
_OF_DOCUMENT = {
    "index": "facts_by_document",
    "own": "f.document = :document AND (:company IS NULL OR f.company = :company)",
}
_OF_COMPANY = {"index": "facts_by_lookup", "own": "f.company = :company"}


class PageOfMetric(NamedTuple):
    """A page that prints a figure of a metric."""

    document: str
    page: int
    metric: str


class FigureRow(NamedTuple):
    """A page of a report, of that period, that prints a metric; the statement it stands in, if it is one."""

    document: str
    page: int
    period: str | None
    metric: str
    statement: str | None


def pages_of(connection: Connection, metrics: Iterable[str], companies: Iterable[str]) -> frozenset[PageOfMetric]:
    """Return every page on which a figure of one of the metrics was read, of these companies."""
    values = {"metrics": json.dumps(list(metrics)), "companies": json.dumps(list(companies))}
    return frozenset(PageOfMetric(*row) for row in connection.execute(text(_ON_PAGES), values))


def figure_rows(
    connection: Connection, metrics: Iterable[str], *, company: str | None, document: str | None, period: str | None
) -> tuple[FigureRow, ...]:
    """Return where reports of the company or the document print figures of the metrics, each place once."""
    if company is None and document is None:
        return ()
    query, values = figure_query(metrics, company=company, document=document, period=period)
    return tuple(FigureRow(*row) for row in connection.execute(text(query), values))


def figure_query(
    metrics: Iterable[str], *, company: str | None, document: str | None, period: str | None
) -> tuple[str, dict[str, str | None]]:
    """Return the query for `figure_rows` and its values; its work grows with one company or one document."""
    query = _FIGURE_ROWS.format(**(_OF_COMPANY if document is None else _OF_DOCUMENT))
    return query, {"company": company, "document": document, "period": period, "metrics": json.dumps(list(metrics))}

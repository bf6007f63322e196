"""What a company's reports say of each other, kept true while reports come and go."""

import json
from collections.abc import Iterable, Sequence

from sqlalchemy import Connection, delete, insert, select, text, update

from dragoman.domain.audit import LAST_YEARS, BrokenIdentity
from dragoman.domain.comparative import Comparison, compare_reports
from dragoman.domain.fact import Fact
from dragoman.stores.corpus_rows import broken_of, broken_row, fact_of
from dragoman.stores.corpus_schema import broken_identities, documents, facts

Keys = frozenset[tuple[str, str, str]]  # company, metric, period
_TOUCHED = """
SELECT f.*, d.period AS year
FROM json_each(:keys) AS k
CROSS JOIN facts AS f ON f.company = k.value ->> 0 AND f.metric = k.value ->> 1 AND f.period = k.value ->> 2
JOIN documents AS d ON d.id = f.document
WHERE d.kind = 'report'
ORDER BY d.period, d.path, f.n
"""
_OF_REPORTS = ("last year's report: ", "next year's report: ")


def keys_of(connection: Connection, document: str) -> Keys:
    """Return what a report tells that other reports may tell too; nothing for what is no report."""
    columns = select(facts.c.company, facts.c.metric, facts.c.period).join(
        documents, documents.c.id == facts.c.document
    )
    told = columns.where(facts.c.document == document, documents.c.kind == "report", facts.c.metric.is_not(None))
    rows = connection.execute(told.distinct())
    return frozenset((row[0], row[1], row[2]) for row in rows if row[0] and row[2])


def refresh_comparatives(connection: Connection, keys: Keys) -> None:
    """Hold every report's facts of those keys against the other reports again.

    The work is bounded by the figures that the changed document shares with others. No proof is left that names
    a document that is gone.
    """
    if not keys:
        return
    rows = connection.execute(text(_TOUCHED), {"keys": json.dumps(sorted(keys))}).mappings().all()
    years = {row["document"]: row["year"] for row in rows}
    touched = [fact_of(row) for row in rows]
    found = {one.fact.id: one for one in compare_reports(touched, touched, years)}
    gone: dict[str, list[BrokenIdentity]] = {}
    for document in years:
        gone[document] = _outdated(connection, document, [fact for fact in touched if fact.cell.document == document])
    for fact in touched:
        _tell(connection, fact, found.get(fact.id), gone[fact.cell.document])
    new = [broken_row(one.broken) for one in found.values() if one.broken]
    if new:
        connection.execute(insert(broken_identities), new)


def _outdated(connection: Connection, document: str, touched: Sequence[Fact]) -> list[BrokenIdentity]:
    """Delete what the document's facts were said to contradict, and return it."""
    query = select(broken_identities).where(broken_identities.c.document == document)
    rows = [(row["n"], broken_of(row)) for row in connection.execute(query).mappings()]
    cells = [fact.cell for fact in touched]
    gone = [(n, one) for n, one in rows if one.kind == LAST_YEARS and any(map(one.touches, cells))]
    if gone:
        connection.execute(delete(broken_identities).where(broken_identities.c.n.in_([n for n, _ in gone])))
    return [one for _, one in gone]


def _tell(connection: Connection, fact: Fact, found: Comparison | None, gone: Iterable[BrokenIdentity]) -> None:
    old = {one.sentence for one in gone}
    proofs = [name for name in fact.proofs if not name.startswith(_OF_REPORTS)]
    broken = [sentence for sentence in fact.broken if sentence not in old]
    if found and found.broken:
        broken.append(found.broken.sentence)
    elif found:
        proofs.append(found.name)
    if (tuple(proofs), tuple(broken)) != (fact.proofs, fact.broken):
        told = {"proofs": json.dumps(proofs, ensure_ascii=False), "broken": json.dumps(broken, ensure_ascii=False)}
        connection.execute(update(facts).where(facts.c.id == fact.id).values(**told))

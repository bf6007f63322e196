"""The audit of a document: which of its figures its own arithmetic proves, and where that arithmetic breaks."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from dragoman.documents.audit.figures import FigureColumn, FigureTable, read_figures
from dragoman.documents.audit.finding import Finding, place_of
from dragoman.documents.audit.identity import RowIdentity
from dragoman.documents.audit.others import compare
from dragoman.documents.audit.repair import is_one_slip
from dragoman.documents.audit.statements import find_statements
from dragoman.documents.audit.sums import find_sums
from dragoman.domain.audit import BrokenIdentity, Place
from dragoman.domain.document import Table
from dragoman.domain.fact import Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """The facts with what proves them, and every identity that does not hold."""

    facts: tuple[Fact, ...]
    broken: tuple[BrokenIdentity, ...]


def audit(tables: Iterable[Table], facts: Sequence[Fact], *, document: str, others: Sequence[Fact] = ()) -> Audit:
    """Hold the facts of one document against its tables, each other, and facts of the company's other documents.

    A table holds what the facts lack: rows whose unit is unknown, and dashes that stand for zero.
    """
    findings = [finding for table in tables for finding in audit_table(table, document)]
    findings += compare(facts, others)
    proofs: dict[Place, list[str]] = defaultdict(list)
    for finding in findings:
        if finding.broken is None:
            for place in finding.places:
                proofs[place].append(finding.name)
    proved = tuple(
        replace(fact, proofs=tuple(dict.fromkeys(found))) if (found := proofs.get(place_of(fact))) else fact
        for fact in facts
    )
    return Audit(facts=proved, broken=tuple(finding.broken for finding in findings if finding.broken))


def audit_table(table: Table, document: str) -> Iterator[Finding]:
    """Yield what holds and what breaks inside one table."""
    if len(table.rows) < 2:
        return
    figures = read_figures(table)
    said = list(find_statements(figures))
    known = {identity.rows for identity in said}
    found = [identity for identity in find_sums(figures) if identity.rows not in known]
    told: set[int] = set()  # totals that are already said to be broken
    for identity in (*said, *found):
        if not (identity.is_guess and identity.total in told):
            for finding in _judged(identity, figures, document):
                told |= {identity.total} if finding.broken else set()
                yield finding


def _judged(identity: RowIdentity, figures: FigureTable, document: str) -> Iterator[Finding]:
    """Yield the identity for each column: held, or broken where others of the table hold it or its labels say it."""
    held: list[FigureColumn] = []
    failed: list[tuple[FigureColumn, int]] = []
    for column in figures.columns:
        expected = identity.expected(column)
        if expected is None:
            continue
        if identity.holds(column, expected):
            held.append(column)
        else:
            failed.append((column, expected))
    for column in held if not identity.is_guess else ():
        yield Finding(name=identity.name, places=identity.places(figures, column))
    if failed and (_is_broken(identity, held, failed) or is_one_slip(identity, figures)):
        for column, expected in failed:
            broken = identity.broken(figures, column, expected=expected, document=document)
            yield Finding(name=identity.name, places=broken.places, broken=broken)


def _is_broken(identity: RowIdentity, held: Sequence[FigureColumn], failed: Sequence[tuple[FigureColumn, int]]) -> bool:
    """Say whether the columns in which it fails are wrong, and not the identity."""
    if identity.is_sure:
        return True
    telling = [column for column in held if identity.is_telling(column)]
    alike = all(any(one.decimals == column.decimals for one in telling) for column, _ in failed)
    enough = len(failed) if len(failed) == 1 and identity.is_labelled else 2 * len(failed)
    return identity.may_break and alike and len(telling) >= enough

"""The audit of a document: which of its figures its own arithmetic proves, and where that arithmetic breaks."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod

from dragoman.documents.audit.across import find_across
from dragoman.documents.audit.figures import FigureColumn, FigureTable, read_figures, spread, turned
from dragoman.documents.audit.finding import Finding, place_of
from dragoman.documents.audit.growth import find_percentages
from dragoman.documents.audit.identity import Miss, RowIdentity
from dragoman.documents.audit.others import compare
from dragoman.documents.audit.repair import slipped
from dragoman.documents.audit.statements import find_statements
from dragoman.documents.audit.sums import find_sums
from dragoman.domain.audit import BrokenIdentity, Place
from dragoman.domain.document import Table
from dragoman.domain.fact import Fact

_MIN_LINES = 4  # rows that add up over their columns, before another row is wrong
_LINES_A_MISS = 4
_MANY_LINES = 12  # before a dash where parts have figures is no "not applicable"
_MIN_SPREAD = 100  # of a total that holds, before what only looks like a sum is said to be broken elsewhere


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """The facts with what proves them, and every identity that does not hold."""

    facts: tuple[Fact, ...]
    broken: tuple[BrokenIdentity, ...]


def audit(tables: Iterable[Table], facts: Sequence[Fact], *, document: str) -> Audit:
    """Hold the facts of one document against its tables and each other.

    A table holds what the facts lack: rows whose unit is unknown, and dashes that stand for zero. The company's
    other documents are asked where the document is stored, which they come and go without.
    """
    findings = [finding for table in tables for finding in audit_table(table, document)]
    findings += compare(facts)
    proofs: dict[Place, list[str]] = defaultdict(list)
    faults: dict[Place, list[str]] = defaultdict(list)
    for finding in findings:
        for place in finding.places:
            if finding.broken is None:
                proofs[place].append(finding.name)
            else:
                faults[place].append(finding.broken.sentence)
    broken = tuple(finding.broken for finding in findings if finding.broken)
    return Audit(facts=tuple(_judged_fact(fact, proofs, faults) for fact in facts), broken=broken)


def _judged_fact(fact: Fact, proofs: Mapping[Place, list[str]], faults: Mapping[Place, list[str]]) -> Fact:
    place = place_of(fact)
    if place not in proofs and place not in faults:
        return fact
    proved, broken = (tuple(dict.fromkeys(found.get(place, ()))) for found in (proofs, faults))
    return replace(fact, proofs=proved, broken=broken)


def audit_table(table: Table, document: str) -> Iterator[Finding]:
    """Yield what holds and what breaks inside one table."""
    if len(table.rows) < 2:
        return
    percentages = find_percentages(table)
    for column in percentages:
        yield from column.findings(table, document)
    figures = read_figures(table, apart=frozenset(column.index for column in percentages))
    said = list(find_statements(figures))
    known = {identity.rows for identity in said}
    found = [identity for identity in find_sums(figures) if identity.rows not in known]
    told: set[int] = set()  # totals that are already said to be broken
    for identity in (*said, *found):
        if not (identity.is_guess and identity.total in told):
            for finding in _judged(identity, figures, document):
                told |= {identity.total} if finding.broken else set()
                yield finding
    if len(table.header) > 3:
        lines = turned(table)
        for identity in find_across(lines):
            yield from _judged(identity, lines, document)


def _judged(identity: RowIdentity, figures: FigureTable, document: str) -> Iterator[Finding]:
    """Yield the identity for each column: held, or broken where others of the table hold it or its labels say it."""
    exact, rounded, missed = identity.tried(figures)
    # Off by a step in one column only, it may be rounding or a wrong last digit: neither proof nor fault.
    proving = [*exact, *(rounded if len(rounded) > 1 else ())]
    for column in proving if not identity.is_guess else ():
        yield Finding(name=identity.name, places=identity.places(figures, column))
    for miss in _broken(identity, figures, [*exact, *rounded], missed):
        broken = identity.broken(figures, miss, document)
        yield Finding(name=identity.name, places=broken.places, broken=broken)


def _broken(
    identity: RowIdentity, figures: FigureTable, held: Sequence[FigureColumn], failed: Sequence[Miss]
) -> Sequence[Miss]:
    """Return the columns in which it fails, if they are wrong and not the identity."""
    if not failed or identity.is_sure:
        return failed
    telling = [column for column in held if identity.is_telling(column)]
    if identity.is_guess and not _is_borne_out(identity, telling):
        telling = []
    if figures.is_turned:
        return _broken_lines(identity, figures, telling, _of_one_kind(failed, telling))
    alike = _of_one_kind(failed, telling)
    enough = len(alike) if len(alike) == 1 and identity.is_labelled else 2 * len(alike)
    if alike and identity.may_break and len(telling) >= enough:
        return alike
    if found := slipped(identity, figures, alike, len(telling)) if alike else ():
        return found
    other = [miss for miss in failed if miss not in alike]
    return slipped(identity, figures, other, 0) if other and telling else ()


def _is_borne_out(identity: RowIdentity, telling: Sequence[FigureColumn]) -> bool:
    """Say whether the columns in which a guess holds have so many digits that it is hardly chance."""
    return prod(1 + spread(column.values[identity.total]) for column in telling) >= _MIN_SPREAD


def _of_one_kind(failed: Sequence[Miss], telling: Sequence[FigureColumn]) -> Sequence[Miss]:
    """Leave out columns that are printed unlike those in which it holds: they were never meant to add up."""
    kinds = {column.usual_step for column in telling}
    return [miss for miss in failed if miss.column.usual_step in kinds] if kinds else failed


def _broken_lines(
    identity: RowIdentity, figures: FigureTable, telling: Sequence[FigureColumn], failed: Sequence[Miss]
) -> Sequence[Miss]:
    is_rule = len(telling) >= max(_MIN_LINES, _LINES_A_MISS * len(failed))
    sure = [miss for miss in failed if is_rule and not _is_mean(identity, miss, len(telling))]
    rest = [miss for miss in failed if miss not in sure]
    return [*sure, *(slipped(identity, figures, rest, len(telling)) if rest else ())]


def _is_mean(identity: RowIdentity, miss: Miss, held: int) -> bool:
    """Say whether a row's total lies among its parts, as an average or a balance does, or is a dash: not applicable."""
    parts = [miss.column.values[row] for row, _ in identity.parts if row in miss.column.values]
    total = miss.column.values[identity.total]
    if total == 0:
        return held < _MANY_LINES
    return min(parts) <= total <= max(parts) and (min(parts) >= 0 or max(parts) <= 0)

"""What the audit found in one place."""

from dataclasses import dataclass

from dragoman.domain.audit import BrokenIdentity, IdentityKind, Place
from dragoman.domain.fact import Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One identity in one place: it holds, or `broken` says how it does not."""

    name: str
    places: tuple[Place, ...]
    broken: BrokenIdentity | None = None


def holds(name: str, *facts: Fact) -> Finding:
    """Say that the facts agree."""
    return Finding(name=name, places=tuple(place_of(fact) for fact in facts))


def differs(kind: IdentityKind, name: str, fact: Fact, other: Fact) -> Finding:
    """Say that two places that ought to print the same do not; amounts are in whole units."""
    broken = BrokenIdentity.between(kind, name, fact, other)
    return Finding(name=name, places=broken.places, broken=broken)


def place_of(fact: Fact) -> Place:
    """Return where the fact stands in its document."""
    return fact.cell.table, fact.cell.row, fact.cell.column

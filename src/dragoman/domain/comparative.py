"""One figure in the reports of several years: this year's report prints last year's figures again."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from dragoman.domain.audit import LAST_YEARS, BrokenIdentity
from dragoman.domain.fact import Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """A fact beside the same figure of other reports: what it is called where one agrees, else what is broken."""

    fact: Fact
    name: str
    broken: BrokenIdentity | None = None


def compare_reports(
    facts: Sequence[Fact], others: Sequence[Fact], years: Mapping[str, str | None]
) -> Iterator[Comparison]:
    """Yield each fact that another report prints too; `years` are the labels that the documents report on.

    A report's own figure is not made wrong by a later report that restates it; the comparative is.
    """
    told: dict[tuple[object, ...], list[Fact]] = defaultdict(list)
    for other in others:
        if other.metric is not None and other.period is not None:
            told[_slots(other)].append(other)
    for fact in facts:
        rest = [one for one in told.get(_slots(fact), ()) if one.cell.document != fact.cell.document]
        if fact.period is None or not rest:
            continue
        is_own = years.get(fact.cell.document) == fact.period.label
        name = f"{'next' if is_own else 'last'} year's report: {fact.label}"
        if any(agree(fact, one) for one in rest):
            yield Comparison(fact=fact, name=name)
        elif not is_own and fact.basis != "restated" and all(_is_named_alike(fact, one) for one in rest):
            yield Comparison(fact=fact, name=name, broken=BrokenIdentity.between(LAST_YEARS, name, fact, rest[0]))


def agree(fact: Fact, other: Fact) -> bool:
    """Say whether two figures are the same as far as they are printed."""
    return abs(fact.amount - other.amount) <= max(smallest_step(fact), smallest_step(other)) / 2


def smallest_step(fact: Fact) -> Decimal:
    """Return the smallest difference that the printed figure can show, in whole units."""
    exponent = fact.value.as_tuple().exponent
    return Decimal(1).scaleb(min(exponent, 0)) * fact.scale if isinstance(exponent, int) else Decimal(fact.scale)


def _slots(fact: Fact) -> tuple[object, ...]:
    return fact.metric, fact.basis, fact.share, fact.unit, fact.period


def _is_named_alike(fact: Fact, other: Fact) -> bool:
    return fact.label.lower() == other.label.lower()

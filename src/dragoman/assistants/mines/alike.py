"""Like with like: which of the figures of one step may be combined, and which only stand beside them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from dragoman.assistants.mines.material import Found
from dragoman.domain.fact import Fact

Reading = tuple[str | None, str | None]  # basis and share
Asked = tuple[str, str | None, str | None]  # metric, basis and share as the question has them


@dataclass(frozen=True, slots=True, kw_only=True)
class Alike:
    """Cells whose figures are of one metric and, for each company, of one reading; and those left apart."""

    found: tuple[Found, ...]  # also those without a figure
    apart: tuple[Found, ...] = ()  # with a figure that must not be combined with the others

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The figures that may be combined."""
        return tuple(one.fact for one in self.found if one.fact)


def alike(found: Sequence[Found]) -> Alike:
    """Sort the cells of one step.

    A metric that stands in for another is never mixed with it, and never part of a ratio; a series of one
    company keeps to the basis and share that most of its years have.
    """
    metric = _metric(found)
    one_metric = [one for one in found if one.fact and one.fact.metric == (metric or one.cell.metric)]
    readings = {company: _readings(_of(company, one_metric)) for company in {one.cell.company for one in one_metric}}
    kept: list[Found] = []
    apart: list[Found] = []
    for one in found:
        if one.fact is None:
            kept.append(one)
        elif one in one_metric and (meant := _in_reading(one, readings[one.cell.company])):
            kept.append(meant)
        else:
            apart.append(one)
    return Alike(found=tuple(kept), apart=tuple(apart))


def _metric(found: Sequence[Found]) -> str | None:
    """Return the metric to combine: the one asked for where anybody has it, else the commonest that stands in.

    None where the step is about several metrics: each cell then keeps to its own.
    """
    asked = {one.cell.metric for one in found}
    if len(asked) > 1:
        return None
    there = Counter(one.fact.metric for one in found if one.fact)
    wanted = next(iter(asked), None)
    return wanted if wanted in there or not there else there.most_common(1)[0][0]


def _of(company: str, found: Iterable[Found]) -> list[Found]:
    return [one for one in found if one.cell.company == company]


def _readings(found: Sequence[Found]) -> dict[Asked, Reading]:
    """Return for each metric as asked for the reading that most cells have, the first cell's own among equals."""
    counts: dict[Asked, Counter[Reading]] = {}
    for one in found:
        if one.fact:
            own = counts.setdefault(_key(one), Counter())
            own.update(dict.fromkeys([_reading_of(one.fact), *(_reading_of(other) for other in one.also)], 1))
    return {asked: count.most_common(1)[0][0] for asked, count in counts.items()}


def _key(one: Found) -> tuple[str, str | None, str | None]:
    """Return what was asked for: where a question names two readings, each is a series of its own."""
    return one.cell.metric, one.cell.basis, one.cell.share


def _in_reading(one: Found, readings: dict[Asked, Reading]) -> Found | None:
    """Return the cell with its figure in that reading, None where it has none. What is not said fits nothing else."""
    wanted = readings[_key(one)]
    for fact in (one.fact, *one.also):
        if fact and _reading_of(fact) == wanted and _may_be(fact, one):
            return one if fact is one.fact else replace(one, fact=fact, assumed=())
    return None


def _reading_of(fact: Fact) -> Reading:
    return fact.basis, fact.share


def _may_be(fact: Fact, one: Found) -> bool:
    """Say whether the question leaves room for this reading."""
    is_open = one.cell.basis in (None, fact.basis) and one.cell.share in (None, fact.share)
    return is_open or fact is one.fact

"""A question once more in plain words, as a model put it: read by the same rules, and taken only if nothing is lost.

The rules turn the words into a plan, so a model never names a cell: it finds words that the rules understand.
"""

from collections.abc import Callable
from dataclasses import replace

from dragoman.assistants.mines.compose.words import listed
from dragoman.assistants.mines.router import Considered
from dragoman.domain.decision import Routed, Unsupported
from dragoman.domain.interpretation import Interpretation
from dragoman.domain.plan import Assumption, Plan, cells_of
from dragoman.domain.value import Money, Number, Percent, Quantity
from dragoman.interpret.vocabulary import Vocabulary
from dragoman.models.plain import is_plain

Again = Callable[[str], Considered]
_NUMBERS = (Money, Number, Percent, Quantity)


def read_restated(considered: Considered, restated: str, again: Again, *, sure: float) -> Considered | None:
    """Return what the rules make of the restated question; None where it is unclear to them too, or says another thing.

    Every company, year, metric and number that code read in the person's own words must still be there, and where the
    person named some, no others may be beside them.
    """
    if not is_plain(restated):
        return None
    read = again(restated)
    decision = read.record.decision
    if not isinstance(decision, Routed | Unsupported) or read.record.confidence < sure:
        return None
    if decision.grounds.decided_by != "rule" or (read.record.direct_answer and isinstance(decision, Routed)):
        return None
    return read if same_slots(considered.record.interpretation, read.record.interpretation) else None


def same_slots(said: Interpretation, restated: Interpretation) -> bool:
    """Say whether nothing that was named is lost, swapped or joined by another of its kind."""
    pairs = (
        (set(said.names("company")), set(restated.names("company"))),
        (set(said.period_labels()), set(restated.period_labels())),
        (set(said.names("metric")), set(restated.names("metric"))),
        (
            {(c.comparator, c.negated) for c in said.constraints},
            {(c.comparator, c.negated) for c in restated.constraints},
        ),
    )
    is_kept = all(after == before or not before for before, after in pairs)
    return is_kept and numbers_in(restated) == numbers_in(said)


def as_read(plan: Plan, vocabulary: Vocabulary) -> Assumption | None:
    """Return the sentence that says how the question was read; None where the plan has no figures."""
    cells = [cell for step in plan.steps for cell in cells_of(step)]
    if not cells:
        return None
    parts = [
        dict.fromkeys(vocabulary.metric_name(cell.metric) for cell in cells),
        dict.fromkeys(vocabulary.company_name(cell.company) for cell in cells),
        dict.fromkeys(cell.period.label for cell in cells),
    ]
    what, who, when = (listed(tuple(part)) for part in parts)
    return Assumption(kind="reading", text=f"I read the question as one about {what} of {who} for {when}.")


def with_assumption(plan: Plan, vocabulary: Vocabulary) -> Plan:
    """Return the plan with the sentence that says how the question was read."""
    said = as_read(plan, vocabulary)
    return replace(plan, assumptions=(said, *plan.assumptions)) if said else plan


def numbers_in(seen: Interpretation) -> set[object]:
    """Return the amounts that a text names: money, shares, quantities, plain numbers."""
    return {entity.value for entity in seen.entities if isinstance(entity.value, _NUMBERS)}

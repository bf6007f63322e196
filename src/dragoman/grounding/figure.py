"""Numbers with what they are numbers of, on both sides: in claims and in passages."""

from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Literal

FigureKind = Literal["money", "quantity", "percent", "multiple", "duration", "number"]
SlotName = Literal["company", "metric", "basis", "share", "period"]
Names = frozenset[str]
NOTHING: Names = frozenset()
ONE = Decimal(1)
_NEARBY = Decimal("1.1")


@dataclass(frozen=True, slots=True, kw_only=True)
class Slots:
    """What a number may speak of: any of the names; an empty set says nothing and fits everything."""

    company: Names = NOTHING
    metric: Names = NOTHING
    basis: Names = NOTHING
    share: Names = NOTHING
    period: Names = NOTHING

    def misfits(self, other: "Slots") -> tuple[SlotName, ...]:
        """Return the slots in which the two exclude each other."""
        wrong: list[SlotName] = []
        if self.company and other.company and not self.company & other.company:
            wrong.append("company")
        if self.metric and other.metric and not self.metric & other.metric:
            wrong.append("metric")
        if self.period and other.period and not self.period & other.period:
            wrong.append("period")
        if self.basis and other.basis and not self.basis & other.basis:
            wrong.append("basis")
        if self.share and other.share and not self.share & other.share:
            wrong.append("share")
        return tuple(wrong)

    def or_else(self, other: "Slots") -> "Slots":
        """Fill what is empty from another; basis and share come along only with their metric."""
        with_metric = not self.metric
        return Slots(
            company=self.company or other.company,
            metric=self.metric or other.metric,
            basis=self.basis or (other.basis if with_metric else NOTHING),
            share=self.share or (other.share if with_metric else NOTHING),
            period=self.period or other.period,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A number as written: `amount` signed and in whole units, `step` the worth of its last digit."""

    amount: Decimal
    step: Decimal
    kind: FigureKind
    unit: str = ""  # "USD", "USD/share", "t", "%"; empty: not said
    scale: Decimal = ONE  # what the place multiplies its bare numbers with
    text: str = ""
    quote: str = ""  # the sentence or table row it stands in, verbatim
    label: str = ""  # the head of its table row
    start: int = 0
    end: int = 0
    slots: Slots = field(default_factory=Slots)
    direction: int = 0  # −1 or +1 where the words beside it say fell or rose
    is_signed: bool = False  # a minus or parentheses were written
    bound: int = 0  # +1 after "more than", −1 after "less than"
    is_cell: bool = False  # a table says what it is of
    is_established: bool = False  # a result that the answer itself derived
    is_scaled: bool = False  # a scale word stood with it

    def about(self, slots: Slots) -> "Figure":
        """Return the figure with other slots."""
        return replace(self, slots=slots)


def same_number(claimed: Figure, found: Figure) -> bool:
    """Say whether `found`, rounded to the precision that the claim is written in, is the claimed number.

    Signs are not compared here. A bare number fits a cell as printed, and a cell whose scale nobody
    states fits in any scale.
    """
    if not comparable(claimed, found):
        return False
    close = _beyond if claimed.bound else _close
    return any(close(claimed, ours, abs(found.amount) * theirs) for ours, theirs in _scales(claimed, found))


def _close(claimed: Figure, scale: Decimal, found: Decimal) -> bool:
    if not claimed.amount:
        return not found  # nothing is not a little
    return abs(abs(claimed.amount) * scale - found) * 2 <= claimed.step * scale


def _beyond(claimed: Figure, scale: Decimal, found: Decimal) -> bool:
    """Hold a bound against a number: "more than 55" is said of a little more, not of ten times as much."""
    amount = abs(claimed.amount) * scale
    low, high = (amount, amount * _NEARBY) if claimed.bound > 0 else (amount / _NEARBY, amount)
    return low <= found <= high or _close(claimed, scale, found)


def comparable(claimed: Figure, found: Figure) -> bool:
    """Say whether the two can be the same number at all: kind and unit."""
    if claimed.kind == found.kind:
        return claimed.kind == "number" or same_unit(claimed.unit, found.unit)
    kinds = {claimed.kind, found.kind}
    return "number" in kinds and "duration" not in kinds


def same_unit(first: str, second: str) -> bool:
    """Say whether the units agree; one that says less ("USD" beside "USD/share") does not disagree."""
    if not first or not second or first == second:
        return True
    one, _, per_one = first.partition("/")
    two, _, per_two = second.partition("/")
    same_base = not one or not two or one == two or {one, two} <= {"t", "wmt", "dmt"}
    return same_base and (not per_one or not per_two or per_one == per_two)


def _scales(claimed: Figure, found: Figure) -> tuple[tuple[Decimal, Decimal], ...]:
    """Return the multipliers for the claimed and the found amount under which they may be compared."""
    if claimed.is_scaled and not found.is_scaled and found.kind == "number":
        return tuple((ONE, Decimal(scale)) for scale in (1, 10**3, 10**6, 10**9))
    if claimed.is_scaled:
        return ((ONE, ONE),)
    if claimed.kind == "number" and found.scale != 1:
        return ((ONE, ONE), (found.scale, ONE))
    if claimed.scale != 1:
        return ((ONE, ONE), (claimed.scale, ONE))
    return ((ONE, ONE),)

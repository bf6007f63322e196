"""Limits that a question sets: "more than US$20 billion", "between 10 and 20 %"."""

from collections.abc import Iterable
from decimal import Decimal

from dragoman.domain.interpretation import Between, Constraint
from dragoman.domain.plan import Threshold
from dragoman.domain.value import Money, Number, Percent, Quantity, Value


def read_threshold(constraints: Iterable[Constraint]) -> Threshold | None:
    """Return the first limit that figures can be held against, None where there is none."""
    return next((limit for constraint in constraints if (limit := _of_constraint(constraint))), None)


def _of_constraint(constraint: Constraint) -> Threshold | None:
    value = constraint.value
    low, high = (value.low, value.high) if isinstance(value, Between) else (value, None)
    amount = _amount(low)
    if amount is None:
        return None
    upper = _amount(high) if high is not None else None
    return Threshold(
        comparator=constraint.comparator,
        amount=amount[0],
        upper=upper[0] if upper else None,
        currency=amount[1],
        unit=amount[2],
        negated=constraint.negated,
    )


def _amount(value: Value) -> tuple[Decimal, str | None, str | None] | None:
    """Return amount, currency and unit. None for a value that no figure compares with."""
    match value:
        case Money():
            return value.amount, value.currency, None
        case Quantity():
            return value.amount, None, value.unit
        case Percent():
            return value.percent, None, "%"
        case Number():
            return value.number, None, None
        case _:
            return None

"""Changes over time: growth and the compound annual rate."""

from collections.abc import Sequence
from decimal import Decimal, localcontext

from dragoman.calculate.errors import TooFewValuesError
from dragoman.calculate.operand import common_unit, in_order, printed_scale, written
from dragoman.calculate.show import MINUS, NOT_DEFINED, rounded, show_number, show_percent
from dragoman.domain.lineage import CalculationNode, LineageNode

ZERO_BASE = "the base is zero, so growth is not defined"
NEGATIVE_BASE = "the base is negative, so a growth rate means little"
SIGN_CHANGE = "the sign changes, so a growth rate means little"
NEEDS_POSITIVE_ENDS = "a compound rate needs positive figures at both ends, so it is not defined"
UNDEFINED_OPERAND = "one of the figures is itself not defined"


def growth(nodes: Sequence[LineageNode]) -> CalculationNode:
    """Return the change from the oldest figure to the newest in percent: (new − old) ÷ |old| × 100.

    Figures given in another order are put oldest first, and the note says so.
    Raises ChronologyError where no order exists, MixedUnitsError, TooFewValuesError (two are needed).
    """
    old, new, ordered, notes = _ends(nodes, "growth", needed=2)
    if old.amount is None or new.amount is None:
        return _undefined("growth", ordered, notes, UNDEFINED_OPERAND)
    scale = printed_scale((old, new))
    base = written(old, scale)
    base = f"|{base}|" if old.amount < 0 else base
    expression = f"({written(new, scale)} {MINUS} {_enclosed(written(old, scale))}) ÷ {base}"
    if old.amount == 0:
        return _undefined("growth", ordered, notes, ZERO_BASE, expression=expression)
    with localcontext(prec=50):
        percent = (new.amount - old.amount) / abs(old.amount) * 100
    if old.amount < 0:
        notes = (*notes, NEGATIVE_BASE)
    elif new.amount < 0:
        notes = (*notes, SIGN_CHANGE)
    return _percentage("growth", +percent, expression, notes, ordered)


def cagr(nodes: Sequence[LineageNode]) -> CalculationNode:
    """Return the compound annual growth rate in percent between the oldest and the newest of three figures or more.

    The number of years comes from the periods, so a missing year in between does no harm. Not defined
    unless both ends are positive.
    Raises ChronologyError, MixedUnitsError, TooFewValuesError (three are needed).
    """
    old, new, ordered, notes = _ends(nodes, "a compound annual growth rate", needed=3)
    if old.amount is None or new.amount is None:
        return _undefined("cagr", ordered, notes, UNDEFINED_OPERAND)
    pairs = in_order(ordered)
    years = pairs[-1][1].year - pairs[0][1].year
    scale = printed_scale((old, new))
    expression = f"({written(new, scale)} ÷ {_enclosed(written(old, scale))})^(1/{years}) {MINUS} 1"
    if old.amount <= 0 or new.amount <= 0 or years < 1:
        return _undefined("cagr", ordered, notes, NEEDS_POSITIVE_ENDS, expression=expression)
    with localcontext(prec=50):
        percent = ((new.amount / old.amount) ** (Decimal(1) / years) - 1) * 100
    return _percentage("cagr", +percent, expression, notes, ordered)


def _ends(
    nodes: Sequence[LineageNode], operation: str, *, needed: int
) -> tuple[LineageNode, LineageNode, tuple[LineageNode, ...], tuple[str, ...]]:
    if len(nodes) < needed:
        raise TooFewValuesError(operation, needed=needed, given=len(nodes))
    common_unit(nodes)
    pairs = in_order(nodes)
    ordered = tuple(node for node, _ in pairs)
    labels = " to ".join(pair[1].label for pair in (pairs[0], pairs[-1]))
    notes = () if ordered == tuple(nodes) else (f"taken oldest first, {labels}",)
    return ordered[0], ordered[-1], ordered, notes


def _percentage(
    operation: str, percent: Decimal, expression: str, notes: Sequence[str], operands: tuple[LineageNode, ...]
) -> CalculationNode:
    return CalculationNode(
        operation=operation,
        expression=f"{expression} = {show_number(rounded(percent, 2))} %",
        amount=percent,
        unit="%",
        shown=show_percent(percent),
        note="; ".join(notes),
        operands=operands,
    )


def _undefined(
    operation: str, operands: tuple[LineageNode, ...], notes: Sequence[str], why: str, *, expression: str = ""
) -> CalculationNode:
    return CalculationNode(
        operation=operation,
        expression=f"{expression} is {NOT_DEFINED}" if expression else NOT_DEFINED,
        amount=None,
        unit="%",
        shown=NOT_DEFINED,
        note="; ".join((*notes, why)),
        operands=operands,
    )


def _enclosed(digits: str) -> str:
    return f"({digits})" if digits.startswith(MINUS) else digits

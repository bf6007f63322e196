"""Exact arithmetic over cited operands.

Every operation takes lineage nodes and returns one, so a result opens down to its cells. Nothing here
estimates: amounts are decimals in whole units, unlike units raise MixedUnitsError, and what is not
defined (a zero base, a zero denominator) is a node without an amount whose note says why.
"""

from collections.abc import Callable, Sequence
from decimal import Decimal, localcontext
from itertools import pairwise

from dragoman.calculate.change import UNDEFINED_OPERAND, cagr, growth
from dragoman.calculate.errors import LengthMismatchError, TooFewValuesError
from dragoman.calculate.operand import (
    common_unit,
    decimals,
    group_by_unit,
    printed_scale,
    reading_note,
    same_reading,
    written,
)
from dragoman.calculate.show import MINUS, NOT_DEFINED, rounded, show_amount, show_number, show_percent, show_value
from dragoman.domain.lineage import CalculationNode, LineageNode, facts_of

__all__ = [
    "average",
    "cagr",
    "count",
    "difference",
    "group_by_unit",
    "growth",
    "holders",
    "maximum",
    "minimum",
    "places",
    "rank",
    "ratio",
    "ratios",
    "reading_note",
    "same_reading",
    "total",
]

ZERO_DENOMINATOR = "the denominator is zero, so the ratio is not defined"
NEGATIVE_DENOMINATOR = "the denominator is negative, so the ratio means little"


def difference(left: LineageNode, right: LineageNode) -> CalculationNode:
    """Return `left` minus `right` in whole units. Raises MixedUnitsError."""
    operands = (left, right)
    common_unit(operands)
    scale = printed_scale(operands)
    expression = f"{written(left, scale)} {MINUS} {_enclosed(written(right, scale))}"
    if left.amount is None or right.amount is None:
        return _undefined("difference", operands, expression)
    return _amount("difference", left.amount - right.amount, expression, operands)


def ratio(numerator: LineageNode, denominator: LineageNode, *, as_percent: bool = False) -> CalculationNode:
    """Return numerator ÷ denominator, in percent or as a multiple ("×"). Raises MixedUnitsError."""
    operands = (numerator, denominator)
    common_unit(operands)
    unit = "%" if as_percent else "×"
    scale = printed_scale(operands)
    expression = f"{_enclosed(written(numerator, scale))} ÷ {_enclosed(written(denominator, scale))}"
    if numerator.amount is None or denominator.amount is None:
        return _undefined("ratio", operands, expression, unit=unit)
    if denominator.amount == 0:
        return _undefined("ratio", operands, expression, unit=unit, why=ZERO_DENOMINATOR)
    with localcontext(prec=50):
        quotient = numerator.amount / denominator.amount * (100 if as_percent else 1)
    digits = show_number(rounded(quotient, 2))
    return CalculationNode(
        operation="ratio",
        expression=f"{expression} = {digits}{' %' if as_percent else '×'}",
        amount=+quotient,
        unit=unit,
        shown=show_percent(quotient) if as_percent else f"{digits}×",
        note=NEGATIVE_DENOMINATOR if denominator.amount < 0 else "",
        operands=operands,
    )


def ratios(
    numerators: Sequence[LineageNode], denominators: Sequence[LineageNode], *, as_percent: bool = False
) -> tuple[CalculationNode, ...]:
    """Return the ratio of each pair. Raises LengthMismatchError, MixedUnitsError."""
    if len(numerators) != len(denominators):
        raise LengthMismatchError(numerators, denominators)
    pairs = zip(numerators, denominators, strict=True)
    return tuple(ratio(over, under, as_percent=as_percent) for over, under in pairs)


def total(nodes: Sequence[LineageNode]) -> CalculationNode:
    """Return the sum in whole units. Raises MixedUnitsError, TooFewValuesError."""
    return _reduced("total", nodes, lambda amounts: sum(amounts, Decimal(0)), _sum_of(nodes))


def average(nodes: Sequence[LineageNode]) -> CalculationNode:
    """Return the arithmetic mean in whole units; shown with one decimal more than the operands have.

    Raises MixedUnitsError, TooFewValuesError.
    """
    expression = f"({_sum_of(nodes)}) ÷ {len(nodes)}"
    return _reduced("average", nodes, lambda amounts: sum(amounts, Decimal(0)) / len(amounts), expression)


def minimum(nodes: Sequence[LineageNode]) -> CalculationNode:
    """Return the smallest amount; `holders` says whose it is. Raises MixedUnitsError, TooFewValuesError."""
    return _reduced("min", nodes, min, f"lowest of {_list_of(nodes)}")


def maximum(nodes: Sequence[LineageNode]) -> CalculationNode:
    """Return the largest amount; `holders` says whose it is. Raises MixedUnitsError, TooFewValuesError."""
    return _reduced("max", nodes, max, f"highest of {_list_of(nodes)}")


def count(nodes: Sequence[LineageNode]) -> CalculationNode:
    """Return how many figures there are; their units do not matter, and there may be none."""
    number = len(nodes)
    return CalculationNode(
        operation="count",
        expression=f"count of {_list_of(nodes)} = {number}" if nodes else "count of nothing = 0",
        amount=Decimal(number),
        unit="",
        shown=str(number),
        operands=tuple(nodes),
    )


def rank(nodes: Sequence[LineageNode], *, descending: bool = True) -> CalculationNode:
    """Return the figures in order of amount as operands; equal ones keep the order given and share a place.

    The node's own amount is that of the first. Figures that are not defined come last.
    Raises MixedUnitsError (group first), TooFewValuesError.
    """
    if not nodes:
        raise TooFewValuesError("a ranking", needed=1, given=0)
    unit = common_unit(nodes)
    defined = [node for node in nodes if node.amount is not None]
    ordered = sorted(defined, key=lambda node: node.amount or Decimal(0), reverse=descending)
    operands = (*ordered, *(node for node in nodes if node.amount is None))
    scale = printed_scale(nodes)
    first = operands[0].amount
    return CalculationNode(
        operation="rank",
        expression=_chain(operands, scale, ">" if descending else "<"),
        amount=first,
        unit=unit,
        shown=NOT_DEFINED if first is None else show_amount(first, unit, scale),
        note=_ties(operands),
        operands=operands,
    )


def places(node: CalculationNode) -> tuple[int, ...]:
    """Return the place of each operand of a ranking: 1, 2, 2, 4 where the second and third are equal."""
    amounts = [operand.amount for operand in node.operands]
    return tuple(amounts.index(amount) + 1 for amount in amounts)


def holders(node: CalculationNode) -> tuple[LineageNode, ...]:
    """Return the operands whose amount is the result: those that hold the lowest or highest figure."""
    return tuple(operand for operand in node.operands if operand.amount == node.amount)


def _reduced(
    operation: str,
    nodes: Sequence[LineageNode],
    reduce: Callable[[Sequence[Decimal]], Decimal],
    expression: str,
) -> CalculationNode:
    if not nodes:
        raise TooFewValuesError(f"the {operation}", needed=1, given=0)
    unit = common_unit(nodes)
    amounts = [node.amount for node in nodes if node.amount is not None]
    if len(amounts) < len(nodes):
        return _undefined(operation, tuple(nodes), expression, unit=unit)
    return _amount(operation, reduce(amounts), expression, tuple(nodes))


def _amount(operation: str, amount: Decimal, expression: str, operands: tuple[LineageNode, ...]) -> CalculationNode:
    scale = printed_scale(operands)
    wanted = scale if scale > 1 else max((fact.scale for node in operands for fact in facts_of(node)), default=1)
    unit = common_unit(operands)
    return CalculationNode(
        operation=operation,
        expression=f"{expression} = {show_number(_readable(operation, amount, operands, scale))}",
        amount=amount,
        unit=unit,
        shown=show_value(_readable(operation, amount, operands, wanted), unit, wanted),
        operands=operands,
    )


def _readable(operation: str, amount: Decimal, operands: tuple[LineageNode, ...], scale: int) -> Decimal:
    """Return the amount in `scale` with the decimals the figures have; an average may have one more."""
    precision = decimals(operands, scale)
    if operation in ("min", "max"):  # one of the figures, as it is printed
        precision = decimals([node for node in operands if node.amount == amount], scale)
    value = rounded(amount / scale, precision + (operation == "average"))
    return rounded(value, precision) if value == rounded(value, precision) else value


def _undefined(
    operation: str, operands: tuple[LineageNode, ...], expression: str, *, unit: str = "", why: str = UNDEFINED_OPERAND
) -> CalculationNode:
    return CalculationNode(
        operation=operation,
        expression=f"{expression} is {NOT_DEFINED}",
        amount=None,
        unit=unit or common_unit(operands),
        shown=NOT_DEFINED,
        note=why,
        operands=operands,
    )


def _sum_of(nodes: Sequence[LineageNode]) -> str:
    scale = printed_scale(nodes)
    return " + ".join(_enclosed(written(node, scale)) for node in nodes)


def _list_of(nodes: Sequence[LineageNode]) -> str:
    scale = printed_scale(nodes)
    return "; ".join(written(node, scale) for node in nodes)


def _chain(operands: Sequence[LineageNode], scale: int, sign: str) -> str:
    parts = [written(operands[0], scale)]
    for left, right in pairwise(operands):
        parts.append(f"{'=' if left.amount == right.amount else sign} {written(right, scale)}")
    return " ".join(parts)


def _ties(operands: Sequence[LineageNode]) -> str:
    amounts = [operand.amount for operand in operands if operand.amount is not None]
    tied = [str(index + 1) for index, amount in enumerate(amounts) if amounts.count(amount) > 1]
    return f"places {', '.join(tied)} are equal" if tied and len(set(amounts)) > 0 else ""


def _enclosed(digits: str) -> str:
    return f"({digits})" if digits.startswith(MINUS) else digits

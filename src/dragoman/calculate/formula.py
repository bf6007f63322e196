"""Formulas over cited figures: exact in every part, rounded once, where the result is shown."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, localcontext

from dragoman.calculate.errors import MixedUnitsError
from dragoman.calculate.operand import decimals, printed_scale
from dragoman.calculate.show import (
    MINUS,
    NOT_DEFINED,
    rounded,
    scaled,
    show_number,
    show_percent,
    show_value,
)
from dragoman.domain.lineage import CalculationNode, FactNode
from dragoman.domain.plan import AnswerForm, Constant, Lookup, Mean, Operation, Size, Term

ZERO = "a part that is divided by is zero, so the figure is not defined"
_SIGNS = {"+": "+", "-": MINUS, "*": "×", "/": "÷"}
_BINDS = {"+": 1, "-": 1, "*": 2, "/": 2}
_ATOM = 3
_PLAIN = ""  # the unit of a number without one


@dataclass(frozen=True, slots=True, kw_only=True)
class _Worked:
    """A part of the formula: what it comes to, in which unit, and how it is written."""

    amount: Decimal | None
    unit: str
    text: str
    binds: int = _ATOM


def work_out(
    term: Term, facts: Mapping[Lookup, FactNode], *, as_percent: bool = False, form: AnswerForm | None = None
) -> CalculationNode:
    """Return the figure of a formula; `facts` has every figure of it. `form` is how the question wants it shown.

    Money may be added to money and divided by it; what mixes units otherwise raises MixedUnitsError.
    """
    form = form or AnswerForm()
    operands = tuple(facts.values())
    scale = printed_scale(operands)
    with localcontext(prec=50):
        worked = _Formula(facts, scale).worked(term)
        is_share = as_percent and worked.unit == _PLAIN
        amount = worked.amount * 100 if is_share and worked.amount is not None else worked.amount
    unit = "%" if is_share else worked.unit
    if amount is None:
        return CalculationNode(
            operation="formula",
            expression=f"{worked.text} is {NOT_DEFINED}",
            amount=None,
            unit=unit,
            shown=NOT_DEFINED,
            note=ZERO,
            operands=operands,
        )
    shown = _shown(+amount, unit, operands, form)
    return CalculationNode(
        operation="formula",
        expression=f"{worked.text} = {shown}",
        amount=+amount,
        unit=unit,
        shown=shown,
        operands=operands,
    )


class _Formula:
    """Works the parts out; figures of money are written in the scale they are printed in."""

    def __init__(self, facts: Mapping[Lookup, FactNode], scale: int) -> None:
        self._facts = facts
        self._scale = scale

    def worked(self, term: Term) -> _Worked:
        match term:
            case Lookup():
                return self._figure(term)
            case Size(of=cell):
                own = self._figure(cell)
                return _Worked(amount=abs(own.amount or Decimal(0)), unit=own.unit, text=own.text.removeprefix(MINUS))
            case Constant(value=value):
                return _Worked(amount=value, unit=_PLAIN, text=show_number(value))
            case Mean(terms=terms):
                return _mean([self.worked(one) for one in terms])
            case Operation(operator=operator, left=left, right=right):
                return _combined(operator, self.worked(left), self.worked(right))

    def _figure(self, cell: Lookup) -> _Worked:
        fact = self._facts[cell].fact
        digits = fact.value if fact.scale == self._scale else scaled(fact.amount, self._scale)
        return _Worked(amount=fact.amount, unit=fact.unit, text=show_number(digits))


def _mean(parts: list[_Worked]) -> _Worked:
    units = {part.unit for part in parts}
    if len(units) > 1:
        raise MixedUnitsError(*sorted(units)[:2])
    amounts = [part.amount for part in parts if part.amount is not None]
    text = " + ".join(_enclosed(part, 1) for part in parts)
    total = sum(amounts, Decimal(0)) / len(parts) if len(amounts) == len(parts) else None
    return _Worked(amount=total, unit=parts[0].unit, text=f"({text}) ÷ {len(parts)}", binds=2)


def _combined(operator: str, left: _Worked, right: _Worked) -> _Worked:
    binds = _BINDS[operator]
    over, under = _enclosed(left, binds), _enclosed(right, binds + (operator in "-/"))
    return _Worked(
        amount=_amount(operator, left.amount, right.amount),
        unit=_unit(operator, left.unit, right.unit),
        text=f"{over} {_SIGNS[operator]} {under}",
        binds=binds,
    )


def _amount(operator: str, left: Decimal | None, right: Decimal | None) -> Decimal | None:
    if left is None or right is None or (operator == "/" and right == 0):
        return None
    match operator:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case _:
            return left / right


def _unit(operator: str, left: str, right: str) -> str:
    """Return the unit of a sum, product or quotient. Raises MixedUnitsError where nobody would read it."""
    if operator in "+-" and left == right:
        return left
    if operator == "*" and _PLAIN in (left, right):
        return left or right
    if operator == "/" and right in (_PLAIN, left):
        return left if right == _PLAIN else _PLAIN
    raise MixedUnitsError(left or "a plain number", right or "a plain number")


def _enclosed(part: _Worked, binds: int) -> str:
    return f"({part.text})" if part.binds < binds or part.text.startswith(MINUS) else part.text


def _shown(amount: Decimal, unit: str, operands: tuple[FactNode, ...], form: AnswerForm) -> str:
    if unit == "%":
        return show_percent(amount) if form.places is None else f"{show_number(rounded(amount, form.places))} %"
    if unit == _PLAIN:
        return show_number(rounded(amount, 2 if form.places is None else form.places))
    scale = form.scale or max(node.fact.scale for node in operands)
    places = form.places if form.places is not None else decimals(operands, scale)
    return show_value(rounded(amount / scale, min(places, 2) if form.places is None else places), unit, scale)

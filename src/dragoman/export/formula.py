"""A calculation as the formula of a spreadsheet over the cells of its operands.

A formula is only given where it is known to come to the amount of the answer: each rule says both how the
formula is written and what it comes to, and the two are compared before anything is written.
"""

import re
from collections.abc import Callable, Sequence
from decimal import Decimal, DecimalException, localcontext
from typing import NamedTuple

from dragoman.calculate.operand import in_order
from dragoman.domain.lineage import CalculationNode
from dragoman.errors import DragomanError
from dragoman.export.sheet import Formula

MAX_OPERANDS = 250  # what a function of a spreadsheet takes
_CLOSE = Decimal("1e-12")
_RATE = re.compile(r" ([×÷]) (\d+(?:\.\d+)?)(?: = .*)?$")


class _Rule(NamedTuple):
    text: str  # with the operands' cells in it
    value: Decimal


def formula_of(node: CalculationNode, cells: Sequence[str]) -> Formula | None:
    """Return the formula over the cells that hold the operands' amounts; None where it has none.

    That is so for what is not defined, for free arithmetic, and where the formula would come to another amount.
    """
    amounts = [operand.amount for operand in node.operands]
    known = [amount for amount in amounts if amount is not None]
    rule = _RULES.get(node.operation)
    if node.amount is None or rule is None or not known or len(known) < len(amounts) or len(cells) > MAX_OPERANDS:
        return None
    try:
        with localcontext(prec=50):
            found = rule(node, cells, known)
            is_same = found is not None and abs(found.value - node.amount) <= abs(node.amount) * _CLOSE
    except (DecimalException, DragomanError):
        return None
    if found is None or not is_same:
        return None
    places = 0 if node.amount == node.amount.to_integral_value() else 2
    return Formula(text=found.text, value=node.amount, places=places)


def _growth(_: CalculationNode, cells: Sequence[str], amounts: Sequence[Decimal]) -> _Rule:
    old, new = cells[0], cells[-1]
    value = (amounts[-1] - amounts[0]) / abs(amounts[0]) * 100
    return _Rule(f"({new}-{old})/ABS({old})*100", value)


def _cagr(node: CalculationNode, cells: Sequence[str], amounts: Sequence[Decimal]) -> _Rule:
    periods = [period for _, period in in_order(node.operands)]
    years = periods[-1].year - periods[0].year
    value = ((amounts[-1] / amounts[0]) ** (Decimal(1) / years) - 1) * 100
    return _Rule(f"(({cells[-1]}/{cells[0]})^(1/{years})-1)*100", value)


def _ratio(node: CalculationNode, cells: Sequence[str], amounts: Sequence[Decimal]) -> _Rule:
    times = 100 if node.unit == "%" else 1
    return _Rule(f"{cells[0]}/{cells[1]}{'*100' if times > 1 else ''}", amounts[0] / amounts[1] * times)


def _difference(_: CalculationNode, cells: Sequence[str], amounts: Sequence[Decimal]) -> _Rule:
    return _Rule(f"{cells[0]}-{cells[1]}", amounts[0] - amounts[1])


def _rank(_: CalculationNode, cells: Sequence[str], amounts: Sequence[Decimal]) -> _Rule:
    name = "MAX" if amounts[0] == max(amounts) else "MIN"
    return _Rule(_call(name, cells), amounts[0])


def _convert(node: CalculationNode, cells: Sequence[str], amounts: Sequence[Decimal]) -> _Rule | None:
    rate = _RATE.search(node.expression)
    if rate is None:
        return None
    value = amounts[0] * Decimal(rate[2]) if rate[1] == "×" else amounts[0] / Decimal(rate[2])
    return _Rule(f"{cells[0]}{'*' if rate[1] == '×' else '/'}{rate[2]}", value)


def _of_all(name: str, value: Callable[[Sequence[Decimal]], Decimal]) -> "_Write":
    return lambda _, cells, amounts: _Rule(_call(name, cells), value(amounts))


def _call(name: str, cells: Sequence[str]) -> str:
    return f"{name}({','.join(cells)})"


_Write = Callable[[CalculationNode, Sequence[str], Sequence[Decimal]], _Rule | None]
_RULES: dict[str, _Write] = {
    "growth": _growth,
    "cagr": _cagr,
    "ratio": _ratio,
    "difference": _difference,
    "rank": _rank,
    "convert": _convert,
    "total": _of_all("SUM", lambda amounts: sum(amounts, Decimal(0))),
    "average": _of_all("AVERAGE", lambda amounts: sum(amounts, Decimal(0)) / len(amounts)),
    "min": _of_all("MIN", min),
    "max": _of_all("MAX", max),
    "count": _of_all("COUNT", lambda amounts: Decimal(len(amounts))),
}

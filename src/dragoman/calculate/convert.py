"""Money into another currency, at a rate that somebody gave."""

from decimal import localcontext

from dragoman.calculate.operand import decimals, printed_scale, unit_of, written
from dragoman.calculate.show import NOT_DEFINED, rounded, scaled, show_number, show_value
from dragoman.domain.lineage import CalculationNode, LineageNode
from dragoman.domain.plan import Rate

CONVERT = "convert"


def convert(node: LineageNode, rate: Rate) -> LineageNode:
    """Return the amount in the other currency, shown with the decimals it was printed with; others as they are."""
    base, slash, per = unit_of(node).partition("/")
    if base != rate.currency:
        return node
    unit, scale = f"{rate.into}{slash}{per}", printed_scale((node,))
    sign = "÷" if rate.divides else "×"
    expression = f"{written(node, scale)} {sign} {rate.value}"
    if node.amount is None:
        return CalculationNode(
            operation=CONVERT, expression=expression, amount=None, unit=unit, shown=NOT_DEFINED, operands=(node,)
        )
    with localcontext(prec=50):
        amount = node.amount / rate.value if rate.divides else node.amount * rate.value
    shown = rounded(scaled(amount, scale), decimals((node,), scale))
    return CalculationNode(
        operation=CONVERT,
        expression=f"{expression} = {show_number(shown)}",
        amount=amount,
        unit=unit,
        shown=show_value(shown, unit, scale),
        note=f"at {rate.text}, the rate that was given",
        operands=(node,),
    )

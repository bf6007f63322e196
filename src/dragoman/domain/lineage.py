"""A number's tree down to the cells it came from."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from dragoman.domain.fact import Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class FactNode:
    """A leaf: a fact and with it its cell."""

    kind: Literal["fact"] = "fact"
    fact: Fact

    @property
    def amount(self) -> Decimal:
        """The fact in whole units."""
        return self.fact.amount


@dataclass(frozen=True, slots=True, kw_only=True)
class CalculationNode:
    """A computed number over its operands."""

    kind: Literal["calculation"] = "calculation"
    operation: str  # growth, cagr, ratio, average, total, min, max, count, difference, rank
    expression: str  # as shown: "(55,658 − 53,817) ÷ 53,817"
    amount: Decimal | None  # None when the result is undefined (zero base, zero denominator)
    unit: str  # "%", "×", "USD"…
    shown: str  # the result as the answer prints it
    note: str = ""  # said with it: "the base is negative, so a growth rate means little"
    operands: tuple["LineageNode", ...] = ()


LineageNode = FactNode | CalculationNode


def calculations_of(node: LineageNode) -> tuple[CalculationNode, ...]:
    """Return every calculation of the tree, the outermost first."""
    if isinstance(node, FactNode):
        return ()
    return (node, *(one for operand in node.operands for one in calculations_of(operand)))


def facts_of(node: LineageNode) -> tuple[Fact, ...]:
    """Return every fact under the node, each once, left to right."""
    if isinstance(node, FactNode):
        return (node.fact,)
    found = [fact for operand in node.operands for fact in facts_of(operand)]
    return tuple({fact.id: fact for fact in found}.values())

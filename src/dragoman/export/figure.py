"""The numbers of an answer, each once: the facts first, then what was calculated from them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from dragoman.calculate.operand import printed_scale, unit_of
from dragoman.calculate.show import show_fact
from dragoman.domain.answer import Answer, Citation
from dragoman.domain.fact import Fact
from dragoman.domain.lineage import CalculationNode, FactNode, LineageNode, facts_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One number of an export: where it comes from, and which others it is made of."""

    id: str  # "2.1": the first number of the second turn
    turn: int  # 0 outside of a conversation
    node: LineageNode
    inputs: tuple[str, ...] = ()  # ids of figures before this one
    marker: int | None = None  # the citation that shows it
    confidence: str = ""  # of the answer

    @property
    def fact(self) -> Fact | None:
        """The fact, None for what was calculated."""
        return self.node.fact if isinstance(self.node, FactNode) else None

    @property
    def scale(self) -> int:
        """What a calculated amount is divided by to be shown; 1 for rates and counts."""
        if isinstance(self.node, FactNode):
            return self.node.fact.scale
        has_unit = any(unit_of(operand) == self.node.unit for operand in self.node.operands)
        converted = self.node.operation == "convert"
        return printed_scale(self.node.operands) if has_unit or converted else 1

    @property
    def shown(self) -> str:
        """The number as the answer prints it."""
        return self.node.shown if isinstance(self.node, CalculationNode) else show_fact(self.node.fact)


def figures_of(answer: Answer, turn: int) -> tuple[Figure, ...]:
    """Return the numbers of an answer, facts before what is calculated from them."""
    found: list[Figure] = []
    for node in answer.lineage:
        _add(node, answer, turn, found)
    return tuple(found)


def fact_figures(facts: Iterable[Fact]) -> Iterator[Figure]:
    """Yield facts that belong to no answer."""
    for number, fact in enumerate(facts, start=1):
        yield Figure(id=str(number), turn=0, node=FactNode(fact=fact))


def facts_in(figures: Iterable[Figure]) -> tuple[Fact, ...]:
    """Return the facts among the figures, each once."""
    return tuple({fact.id: fact for figure in figures for fact in facts_of(figure.node)}.values())


def _add(node: LineageNode, answer: Answer, turn: int, found: list[Figure]) -> str:
    for figure in found:
        if figure.node == node:
            return figure.id
    operands = node.operands if isinstance(node, CalculationNode) else ()
    inputs = tuple(_add(operand, answer, turn, found) for operand in operands)
    marker = _marker(node.fact, answer.citations) if isinstance(node, FactNode) else None
    name = f"{turn}.{len(found) + 1}"
    figure = Figure(id=name, turn=turn, node=node, inputs=inputs, marker=marker, confidence=answer.confidence)
    found.append(figure)
    return figure.id


def _marker(fact: Fact, citations: Sequence[Citation]) -> int | None:
    """Return the marker of the citation that quotes the fact's row."""
    here = [one for one in citations if (one.document, one.page) == (fact.cell.document, fact.cell.page)]
    rows = [one for one in here if one.quote.strip().startswith(fact.cell.row_label.strip() or fact.label)]
    exact = [one for one in rows if fact.cell.text.strip() in one.quote]
    return (exact or rows)[0].marker if rows else None

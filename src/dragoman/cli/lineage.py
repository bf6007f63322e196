"""A number's tree in the terminal, from the result down to the cells."""

from collections.abc import Iterator, Sequence

from dragoman.calculate.show import show_fact
from dragoman.cli.output import proved_by
from dragoman.domain.answer import Answer
from dragoman.domain.lineage import CalculationNode, FactNode, LineageNode


def trace_lines(answer: Answer) -> Iterator[str]:
    """Yield the trees of all numbers, then the nodes with what each did and how long it took."""
    for node in answer.lineage:
        yield from lineage_lines(node)
        yield ""
    if not answer.lineage and "decomposition" in answer.decision:
        yield from (f"[{one.marker}] {one.place}: {' '.join(one.quote.split())}" for one in answer.citations)
        yield ""
    elif not answer.lineage:
        yield "No number of this answer comes from a document.\n"
    for visit in answer.path:
        yield f"{visit.node:<18} {' '.join(visit.summary.split()):<70} {visit.milliseconds:6.1f} ms"


def lineage_lines(node: LineageNode) -> Iterator[str]:
    """Yield one tree, a line a node."""
    yield _head(node)
    yield from _branches(node, "")


def _branches(node: LineageNode, lead: str) -> Iterator[str]:
    if isinstance(node, FactNode):
        yield from (lead + line for line in _fact_lines(node))
        return
    for operand in node.operands:
        is_last = operand is node.operands[-1]
        yield f"{lead}{'└─' if is_last else '├─'} {_head(operand)}"
        yield from _branches(operand, lead + ("   " if is_last else "│  "))


def _head(node: LineageNode) -> str:
    if isinstance(node, CalculationNode):
        return f"{node.shown}   {node.operation}   {node.expression}"
    fact = node.fact
    period = fact.period.label if fact.period else None
    slots = (fact.metric or fact.label, fact.basis, fact.share, fact.company, period)
    return f"{show_fact(fact)}   {_joined(slots)}"


def _fact_lines(node: FactNode) -> Iterator[str]:
    cell = node.fact.cell
    unit = f"   unit from {cell.unit_source}" if cell.unit_source else ""
    yield f'└─ fact  "{cell.row_label}" {cell.text}{unit}'
    place = (node.fact.title, f"page {cell.page}", f"table {cell.table}")
    yield f'   └─ cell  {_joined(place)} · row {cell.row}, column "{cell.column_label}"'
    if proofs := node.fact.proofs:
        yield f"      {proved_by(len(proofs))}: {', '.join(proofs)}"
    for sentence in node.fact.broken:
        yield f"      does not add up: {sentence}"


def _joined(parts: Sequence[str | None]) -> str:
    return " · ".join(part for part in parts if part)

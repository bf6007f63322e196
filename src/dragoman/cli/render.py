"""Answers as people read them in a terminal."""

from collections.abc import Iterator

from dragoman.domain.answer import Answer, Citation
from dragoman.domain.lineage import CalculationNode, FactNode, LineageNode


def plain(text: str) -> str:
    """Take control characters out: a document's text must not steer the terminal."""
    return "".join(char for char in text if char.isprintable() or char in "\n\t")


def answer_lines(answer: Answer) -> Iterator[str]:
    """Yield the lines of an answer: the answer first, then its sources, then one quiet line."""
    yield ""
    yield plain(answer.text)
    yield ""
    for number, option in enumerate(answer.question.options if answer.question else (), start=1):
        yield f"  {number}  {plain(option.text)}"
    if answer.question:
        if answer.question.options:
            yield "  0  none of these"
        yield f'answer with: dragoman ask --thread {answer.thread} --answer {answer.question.id} "…"'
    for calculation in answer.calculations:
        yield plain(calculation.expression)
    for citation in answer.citations:
        yield citation_line(citation)
    yield quiet_line(answer)


def citation_line(citation: Citation) -> str:
    """Return "[1] BHP digest FY2024, page 1, "Headline figures", row Revenue"."""
    place = citation.place or f"page {citation.page}, {citation.section}"
    return plain(f"[{citation.marker}] {citation.title}, {place}")


def quiet_line(answer: Answer) -> str:
    """Return what was checked, who decided, and how long it took."""
    parts = []
    if answer.outcome == "answered":
        parts.append(f"confidence {answer.confidence}{_checked(answer)}")
    parts.append(f"decided by {answer.decision.get('decided_by', 'rule')}")
    parts.append("no model" if not answer.model_calls else f"{answer.model_calls} model calls")
    parts.append(f"{answer.latency_ms:.0f} ms")
    parts.append(f"thread {answer.thread}:{answer.turn}")
    return " · ".join(parts)


def _checked(answer: Answer) -> str:
    if answer.grounding is None or answer.confidence == "unchecked":
        return ": nothing to check on a page"
    claims = len(answer.grounding.claims) - answer.grounding.count("unchecked")
    supported = answer.grounding.count("supported")
    calculated = f", {len(answer.calculations)} calculated" if answer.calculations else ""
    return f": {supported} of {claims} claims checked against the page{calculated}"


def lineage_lines(node: LineageNode, depth: int = 0) -> Iterator[str]:
    """Yield a number's tree, one line a node, down to its cells."""
    lead = "   " * (depth - 1) + "└─ " if depth else ""
    if isinstance(node, CalculationNode):
        yield plain(f"{lead}{node.operation}  {node.expression}")
        for operand in node.operands:
            yield from lineage_lines(operand, depth + 1)
        return
    yield from _fact_lines(node, lead, depth)


def _fact_lines(node: FactNode, lead: str, depth: int) -> Iterator[str]:
    from dragoman.calculate.show import show_fact

    fact, cell = node.fact, node.fact.cell
    period = fact.period.label if fact.period else "?"
    yield plain(f"{lead}fact  {show_fact(fact)}   {fact.metric or fact.label} · {fact.company} · {period}")
    indent = "   " * depth
    place = f"{fact.title} · page {cell.page} · table {cell.table} · row {cell.row}"
    yield plain(f'{indent}└─ cell  "{cell.row_label}" {cell.text}   {place}, column "{cell.column_label}"')
    if cell.unit_source:
        yield plain(f"{indent}   unit from {cell.unit_source}")


def trace_lines(answer: Answer) -> Iterator[str]:
    """Yield the trees of all numbers, then the nodes with what each did and how long it took."""
    for node in answer.lineage:
        yield from lineage_lines(node)
        yield ""
    if not answer.lineage:
        yield "No number of this answer comes from a document."
    for visit in answer.path:
        yield plain(f"{visit.node:<18} {visit.summary:<70} {visit.milliseconds:6.1f} ms")

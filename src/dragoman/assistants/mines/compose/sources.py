"""Markers: each place of a document that an answer leans on gets a number, and what stands there is kept."""

from collections.abc import Sequence

from dragoman.domain.answer import Citation
from dragoman.domain.document import Passage
from dragoman.domain.fact import Fact
from dragoman.grounding.ground import Evidence


class Sources:
    """Collects what an answer cites, in the order of first use."""

    def __init__(self, passages: Sequence[Passage]) -> None:
        self._tables = [passage for passage in passages if passage.kind == "table"]
        self._markers: dict[tuple[object, ...], int] = {}
        self._citations: list[Citation] = []
        self._evidence: list[Evidence] = []

    @property
    def citations(self) -> tuple[Citation, ...]:
        """What was cited so far."""
        return tuple(self._citations)

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """The same as the grounder reads it."""
        return tuple(self._evidence)

    def cite(self, fact: Fact) -> str:
        """Return the marker of a fact's cell: "[1]"."""
        cell = fact.cell
        key = (cell.document, cell.page, cell.table, cell.row, cell.column, cell.row_label)
        if key not in self._markers:
            table = table_of(fact, self._tables)
            text = _excerpt(fact, table)
            self._add(key, _fact_citation(fact, table, text, marker=len(self._markers) + 1))
            self._evidence.append(_fact_evidence(fact, text, marker=self._markers[key]))
        return f"[{self._markers[key]}]"

    def cite_passage(self, passage: Passage, quote: str) -> str:
        """Return the marker of a sentence of a passage."""
        key = (passage.id, quote)
        if key not in self._markers:
            marker = len(self._markers) + 1
            section = passage.section[-1] if passage.section else ""
            is_named = section and section != passage.title  # the title is printed before the place
            place = f'page {passage.page}, "{section}"' if is_named else f"page {passage.page}"
            citation = Citation(
                marker=marker,
                document=passage.document,
                title=passage.title,
                page=passage.page,
                section=section,
                quote=quote,
                place=place,
                boxes=passage.boxes,
            )
            self._add(key, citation)
            self._evidence.append(
                Evidence(
                    text=passage.text,
                    document=passage.document,
                    page=passage.page,
                    marker=marker,
                    company=passage.company,
                    period=passage.period,
                )
            )
        return f"[{self._markers[key]}]"

    def _add(self, key: tuple[object, ...], citation: Citation) -> None:
        self._markers[key] = citation.marker
        self._citations.append(citation)


def table_of(fact: Fact, tables: Sequence[Passage]) -> Passage | None:
    """Return the passage that holds the fact's row, None when it is not among them."""
    cell = fact.cell
    on_page = (table for table in tables if (table.document, table.page) == (cell.document, cell.page))
    return next((table for table in on_page if _row_line(fact, table)), None)


def _row_line(fact: Fact, table: Passage) -> str:
    cell = fact.cell
    if not cell.row_label or cell.column_label not in table.text:
        return ""
    rows = (line for line in table.text.splitlines() if line.startswith(cell.row_label))
    return next((line for line in rows if cell.text in line), "")


def _excerpt(fact: Fact, table: Passage | None) -> str:
    """Return the table's head and the fact's row, word for word; without the table, the cell with its labels."""
    cell = fact.cell
    if table is None:
        unit = f" ({fact.unit})" if fact.unit else ""
        label = cell.row_label or fact.label
        return f"{label}{unit} | {cell.column_label}\n{label} | {cell.text}"
    lines = table.text.splitlines()
    head = next((index for index, line in enumerate(lines) if cell.column_label in line), 0)
    return "\n".join([*lines[: head + 1], _row_line(fact, table)])


def _fact_citation(fact: Fact, table: Passage | None, text: str, *, marker: int) -> Citation:
    cell = fact.cell
    section = table.section[-1] if table and table.section else ""
    parts = [
        cell.place or f"page {cell.page}",
        f'"{section}"' if section else "",
        f"row {cell.row_label or fact.label}",
    ]
    if fact.period and fact.period.label not in fact.title and str(fact.period.year) not in fact.title:
        parts.append(f"column {cell.column_label}")
    return Citation(
        marker=marker,
        document=cell.document,
        title=fact.title,
        page=cell.page,
        section=section,
        quote=text.splitlines()[-1],
        place=", ".join(part for part in parts if part),
        boxes=(cell.box,) if cell.box else (),
    )


def _fact_evidence(fact: Fact, text: str, *, marker: int) -> Evidence:
    """Return the excerpt as a pipe table: its own row and column say metric and period, not what we took it for."""
    lines = [f"| {line} |" if "|" in line else line for line in text.splitlines()]
    return Evidence(
        text="\n".join(lines),
        document=fact.cell.document,
        page=fact.cell.page,
        marker=marker,
        company=fact.company,
    )

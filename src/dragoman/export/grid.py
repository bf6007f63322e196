"""A grid: documents or companies down, questions across, one answer in each cell; and its sheets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from dragoman.calculate.show import SCALES
from dragoman.domain.answer import Answer
from dragoman.domain.lineage import CalculationNode
from dragoman.export.figure import figures_of
from dragoman.export.sheet import CellValue, Column, Number, Row, Sheet

CellState = Literal["answered", "asked", "declined", "failed"]
NOT_ASKED = "not asked yet"


@dataclass(frozen=True, slots=True, kw_only=True)
class GridRow:
    """One row: what the questions are asked about."""

    id: str  # of the document, or the company's ticker
    title: str
    company: str = ""
    period: str = ""
    document: str = ""  # set where the row is a document


@dataclass(frozen=True, slots=True, kw_only=True)
class GridColumn:
    """One question, as a template: {company}, {period} and {title} are filled from the row."""

    title: str
    question: str
    period: str = ""  # where the column is about one period, not the row


@dataclass(frozen=True, slots=True, kw_only=True)
class GridSource:
    """One number or quote that a cell rests on, with its place."""

    shown: str
    document: str
    title: str
    page: int
    place: str
    label: str = ""
    period: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GridCell:
    """What came of one question about one row. `value` is set where the answer is one number."""

    question: str  # as it was asked
    state: CellState
    text: str
    value: Decimal | None = None
    unit: str = ""
    scale: int = 1
    shown: str = ""
    expression: str = ""
    confidence: str = ""
    elsewhere: bool = False  # the row is a document, and the numbers stand in another one
    thread: str = ""  # where a question of ours waits
    sources: tuple[GridSource, ...] = ()

    @property
    def unit_words(self) -> str:
        """Unit and scale together: "USD million"."""
        return " ".join(part for part in (self.unit, SCALES.get(self.scale, "")) if part)

    @property
    def place(self) -> str:
        """Where the number stands, in words; of several places the first, and how many more."""
        if not self.sources:
            return ""
        more = f" and {len(self.sources) - 1} more" if len(self.sources) > 1 else ""
        return f"{self.sources[0].title}, {self.sources[0].place}{more}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """Rows, columns, and the cells that were asked, by (row, column)."""

    rows: tuple[GridRow, ...]
    columns: tuple[GridColumn, ...]
    cells: Mapping[tuple[int, int], GridCell]

    def count(self, state: CellState) -> int:
        """How many cells came to this."""
        return sum(cell.state == state for cell in self.cells.values())


def cell_of(answer: Answer, question: str, row: GridRow) -> GridCell:
    """Return what an answer says in a cell: its number where it is one, else its words; never a chosen number."""
    state: CellState = {"answered": "answered", "clarification": "asked"}.get(answer.outcome, "declined")  # type: ignore[assignment]  # both are states
    sources = _sources(answer)
    cell = GridCell(
        question=question,
        state=state,
        text=answer.text,
        confidence=answer.confidence if state == "answered" else "",
        elsewhere=bool(row.document and sources and all(one.document != row.document for one in sources)),
        thread=answer.thread if state == "asked" else "",
        sources=sources,
    )
    return _with_number(cell, answer) if state == "answered" and len(answer.lineage) == 1 else cell


def _with_number(cell: GridCell, answer: Answer) -> GridCell:
    figure = figures_of(answer, 1)[-1]
    node = figure.node
    if node.amount is None:
        return cell
    if isinstance(node, CalculationNode):
        numbers = (node.amount / figure.scale, node.unit, figure.scale, node.expression)
    else:
        numbers = (node.fact.value, node.fact.unit, node.fact.scale, "")
    value, unit, scale, expression = numbers
    return GridCell(
        question=cell.question,
        state=cell.state,
        text=cell.text,
        value=value,
        unit=unit,
        scale=scale,
        shown=figure.shown,
        expression=expression,
        confidence=cell.confidence,
        elsewhere=cell.elsewhere,
        sources=cell.sources,
    )


def _sources(answer: Answer) -> tuple[GridSource, ...]:
    found = []
    for figure in figures_of(answer, 1):
        if fact := figure.fact:
            cell = fact.cell
            found.append(
                GridSource(
                    shown=figure.shown,
                    document=cell.document,
                    title=fact.title,
                    page=cell.page,
                    place=f"page {cell.page}, table {cell.table}, row {cell.row}, column {cell.column}",
                    label=fact.label,
                    period=fact.period.label if fact.period else "",
                )
            )
    return tuple(found) or tuple(
        GridSource(shown=one.quote, document=one.document, title=one.title, page=one.page, place=f"page {one.page}")
        for one in answer.citations
    )


def grid_sheets(grid: Grid) -> tuple[Sheet, ...]:
    """Return the sheet of the grid and that of its sources."""
    return _matrix(grid), _source_sheet(grid)


def flat_grid(grid: Grid) -> Sheet:
    """Return one row for each cell, for CSV."""
    columns = tuple(Column(name=name, title=name) for name in FLAT)
    rows = []
    for number, row in enumerate(grid.rows):
        for index, column in enumerate(grid.columns):
            cell = grid.cells.get((number, index))
            rows.append((row.title, row.company, row.period or column.period, column.title, *_flat_cell(cell)))
    return Sheet(title="Cells", columns=columns, rows=tuple(rows))


FLAT = (
    "row", "company", "period", "column", "question", "state", "value", "unit", "scale", "shown", "confidence",
    "document", "page", "place", "text", "expression", "elsewhere", "thread",
)  # fmt: skip


def _flat_cell(cell: GridCell | None) -> Row:
    if cell is None:
        return ("", NOT_ASKED, *[None] * 12)
    first = cell.sources[0] if cell.sources else None
    number = None if cell.value is None else _number(cell.value)
    return (
        cell.question, cell.state, number, cell.unit, cell.scale if number else None, cell.shown, cell.confidence,
        first.document if first else "", first.page if first else None, cell.place, cell.text, cell.expression,
        "yes" if cell.elsewhere else "", cell.thread,
    )  # fmt: skip


def _matrix(grid: Grid) -> Sheet:
    columns = [
        Column(name="row", title="Row", width=30),
        Column(name="company", title="Company", width=10),
        Column(name="period", title="Period", width=11),
    ]
    for column in grid.columns:
        columns += (
            Column(name="value", title="Value", width=16, group=column.title),
            Column(name="unit", title="Unit", width=13, group=column.title, folds=True),
            Column(name="place", title="Place", width=26, group=column.title, folds=True),
            Column(name="confidence", title="Confidence", width=11, group=column.title, folds=True),
        )
    rows, looks = [], set()
    for number, row in enumerate(grid.rows):
        values: list[CellValue] = [row.title, row.company, row.period]
        for index in range(len(grid.columns)):
            cell = grid.cells.get((number, index))
            if cell is None or cell.state != "answered" or cell.elsewhere:
                looks.add((number, len(values)))
            values += _shown_cell(cell)
        rows.append(tuple(values))
    return Sheet(title="Grid", columns=tuple(columns), rows=tuple(rows), looks=frozenset(looks))


def _shown_cell(cell: GridCell | None) -> tuple[CellValue, ...]:
    if cell is None:
        return (NOT_ASKED, None, None, None)
    place = f"{cell.place} (another document)" if cell.elsewhere else cell.place
    if cell.value is not None:
        return (_number(cell.value), cell.unit_words, place, cell.confidence)
    if cell.state == "answered":
        return (cell.text, None, place, cell.confidence)
    return (f"{cell.state}: {cell.text}", None, None, cell.state)


def _source_sheet(grid: Grid) -> Sheet:
    columns = (
        Column(name="row", title="Row", width=30),
        Column(name="column", title="Column", width=30),
        Column(name="question", title="Question", width=44),
        Column(name="state", title="State", width=10),
        Column(name="answer", title="Answer", width=60),
        Column(name="expression", title="Sum", width=34),
        Column(name="confidence", title="Confidence", width=11),
        Column(name="shown", title="Number or quote", width=24),
        Column(name="period", title="Period", width=11),
        Column(name="label", title="Row of the table", width=30),
        Column(name="title", title="Document", width=28),
        Column(name="page", title="Page", width=6),
        Column(name="place", title="Cell", width=38),
        Column(name="thread", title="Thread that waits", width=14),
        Column(name="document", title="Document id", width=26),
    )
    rows = [
        line
        for (row, column), cell in sorted(grid.cells.items())
        for line in _source_rows(grid.rows[row].title, grid.columns[column].title, cell)
    ]
    return Sheet(title="Sources", columns=columns, rows=tuple(rows))


def _source_rows(row: str, column: str, cell: GridCell) -> Sequence[Row]:
    head: Row = (row, column, cell.question, cell.state, cell.text, cell.expression, cell.confidence)
    lines = [
        (*head, one.shown, one.period, one.label, one.title, one.page, one.place, cell.thread, one.document)
        for one in cell.sources
    ]
    return lines or [(*head, None, None, None, None, None, None, cell.thread, None)]


def _number(value: Decimal) -> Number:
    places = max(0, -int(value.as_tuple().exponent))
    return Number(value=value, places=places if places <= 4 else 2)

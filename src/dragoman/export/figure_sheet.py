"""The sheet of numbers: each with unit, scale, period, document, page and cell beside it."""

from collections.abc import Sequence
from decimal import Decimal
from typing import overload

from dragoman.domain.answer import Citation
from dragoman.domain.document import Box
from dragoman.domain.fact import Fact
from dragoman.domain.lineage import CalculationNode, facts_of
from dragoman.export.figure import Figure
from dragoman.export.formula import formula_of
from dragoman.export.sheet import CellValue, Column, Formula, Number, Row, Sheet, letter

FIGURES = "Figures"
_SHOWN_PLACES = 2  # of what was calculated; its cell keeps the rest

_COLUMNS = (
    Column(name="figure", title="Figure", width=8),
    Column(name="kind", title="Kind", width=10),
    Column(name="marker", title="Marker", width=7),
    Column(name="company", title="Company", width=9),
    Column(name="metric", title="Metric", width=22),
    Column(name="label", title="Label", width=32),
    Column(name="basis", title="Basis", width=12),
    Column(name="share", title="Share", width=12),
    Column(name="period", title="Period", width=11),
    Column(name="value", title="Value", width=14),
    Column(name="scale", title="Scale", width=11),
    Column(name="unit", title="Unit", width=9),
    Column(name="currency", title="Currency", width=9),
    Column(name="amount", title="Amount", width=18),
    Column(name="shown", title="Shown", width=20),
    Column(name="printed", title="Printed", width=14),
    Column(name="title", title="Document", width=28),
    Column(name="page", title="Page", width=6),
    Column(name="table", title="Table", width=6),
    Column(name="row", title="Row", width=6),
    Column(name="column", title="Column", width=7),
    Column(name="column_label", title="Column heading", width=18),
    Column(name="box", title="Box (points)", width=24),
    Column(name="unit_source", title="Unit from", width=30),
    Column(name="proofs", title="Proofs", width=7),
    Column(name="proved_by", title="Proved by", width=40),
    Column(name="operation", title="Operation", width=11),
    Column(name="inputs", title="Inputs", width=12),
    Column(name="expression", title="Expression", width=40),
    Column(name="note", title="Note", width=30),
    Column(name="confidence", title="Confidence", width=11),
    Column(name="document", title="Document id", width=26),
)
_NAMES = tuple(column.name for column in _COLUMNS)
_OF_ANSWERS = ("figure", "kind", "marker", "operation", "inputs", "expression", "note", "confidence")
_OF_FACTS = [index for index, name in enumerate(_NAMES) if name not in _OF_ANSWERS]
VALUE, SCALE, AMOUNT = (_NAMES.index(name) for name in ("value", "scale", "amount"))


def figure_sheet(figures: Sequence[Figure]) -> Sheet:
    """Return the numbers of answers; what was calculated is a formula over the rows of its inputs."""
    first = 2  # the row below the heading
    cells = {figure.id: f"${letter(AMOUNT)}${row}" for row, figure in enumerate(figures, start=first)}
    rows = tuple(_row(figure, row, cells) for row, figure in enumerate(figures, start=first))
    return Sheet(title=FIGURES, columns=_COLUMNS, rows=rows)


def fact_sheet(figures: Sequence[Figure]) -> Sheet:
    """Return facts that belong to no answer, without the columns that only answers fill."""
    return Sheet(title="Facts", columns=tuple(_COLUMNS[index] for index in _OF_FACTS), rows=_FactRows(figures))


class _FactRows(Sequence[Row]):
    """The rows of facts, made when they are asked for: a million of them would not fit."""

    def __init__(self, figures: Sequence[Figure]) -> None:
        self._figures = figures

    def __len__(self) -> int:
        return len(self._figures)

    @overload
    def __getitem__(self, index: int) -> Row: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Row]: ...

    def __getitem__(self, index: int | slice) -> Row | Sequence[Row]:
        if isinstance(index, slice):
            return [self[one] for one in range(*index.indices(len(self)))]
        row = index + 2  # as the spreadsheet counts, below the heading
        cells, amount = _row(self._figures[index], row, {}), self._figures[index].node.amount or Decimal(0)
        value, scale = (letter(_OF_FACTS.index(column)) for column in (VALUE, SCALE))
        product = Formula(text=f"{value}{row}*{scale}{row}", value=amount, places=_places(amount))
        return tuple(product if column == AMOUNT else cells[column] for column in _OF_FACTS)


def quote_row(turn: int, citation: Citation, confidence: str) -> Row:
    """Return the row of a quote that shows no number of the sheet; its words stand where a row's label does."""
    values: dict[str, CellValue] = {
        "figure": str(turn),
        "kind": "quote",
        "marker": citation.marker,
        "label": citation.quote,
        "title": citation.title,
        "page": citation.page,
        "confidence": confidence,
        "document": citation.document,
    }
    return tuple(values.get(name) for name in _NAMES)


def _row(figure: Figure, number: int, cells: dict[str, str]) -> Row:
    fact = figure.fact
    values = _fact_values(fact, figure, number) if fact else _calculation_values(figure, number, cells)
    return tuple(values.get(name) for name in _NAMES)


def _fact_values(fact: Fact, figure: Figure, row: int) -> dict[str, CellValue]:
    cell = fact.cell
    value, scale = (f"{letter(column)}{row}" for column in (VALUE, SCALE))
    return {
        "figure": figure.id,
        "kind": "fact",
        "marker": figure.marker,
        "company": fact.company,
        "metric": fact.metric,
        "label": fact.label,
        "basis": fact.basis,
        "share": fact.share,
        "period": fact.period.label if fact.period else None,
        "value": Number(value=fact.value, places=_places(fact.value)),
        "scale": fact.scale,
        "unit": fact.unit,
        "currency": fact.currency,
        "amount": Formula(text=f"{value}*{scale}", value=fact.amount, places=_places(fact.amount)),
        "shown": figure.shown,
        "printed": cell.text,
        "title": fact.title,
        "page": cell.page,
        "table": cell.table,
        "row": cell.row,
        "column": cell.column,
        "column_label": cell.column_label,
        "box": box_words(cell.box),
        "unit_source": cell.unit_source,
        "proofs": len(fact.proofs),
        "proved_by": "; ".join(fact.proofs),
        "confidence": figure.confidence,
        "document": cell.document,
    }


def _calculation_values(figure: Figure, row: int, cells: dict[str, str]) -> dict[str, CellValue]:
    node = figure.node
    if not isinstance(node, CalculationNode):
        return {}
    shared = _shared(figure)
    return shared | {
        "figure": figure.id,
        "kind": "calculated",
        "label": node.operation,
        "value": _value(node, figure.scale, row),
        "scale": figure.scale,
        "unit": node.unit,
        "amount": _amount(node, [cells[name] for name in figure.inputs]),
        "shown": figure.shown,
        "operation": node.operation,
        "inputs": " ".join(figure.inputs),
        "expression": node.expression,
        "note": node.note,
        "confidence": figure.confidence,
    }


def _shared(figure: Figure) -> dict[str, CellValue]:
    """Return what all facts under a calculation have in common."""
    facts = facts_of(figure.node)
    named = {
        "company": {fact.company for fact in facts},
        "metric": {fact.metric for fact in facts},
        "basis": {fact.basis for fact in facts},
        "share": {fact.share for fact in facts},
    }
    shared: dict[str, CellValue] = {name: values.pop() for name, values in named.items() if len(values) == 1}
    periods = [fact.period for fact in facts if fact.period]
    labels = list(dict.fromkeys(period.label for period in sorted(set(periods), key=lambda one: (one.year, one.label))))
    span = " to ".join(dict.fromkeys((labels[0], labels[-1]))) if labels else None
    return shared | {"period": span}


def _amount(node: CalculationNode, inputs: Sequence[str]) -> CellValue:
    if formula := formula_of(node, inputs):
        return formula
    return None if node.amount is None else Number(value=node.amount, places=_shown_places(node.amount))


def _value(node: CalculationNode, scale: int, row: int) -> CellValue:
    if node.amount is None:
        return None
    amount, divisor = (f"{letter(column)}{row}" for column in (AMOUNT, SCALE))
    return Formula(text=f"{amount}/{divisor}", value=node.amount / scale, places=_shown_places(node.amount / scale))


def _shown_places(value: Decimal) -> int:
    return 0 if value == value.to_integral_value() else _SHOWN_PLACES


def _places(value: Decimal) -> int:
    return max(0, -int(value.as_tuple().exponent))


def box_words(box: Box | None) -> str | None:
    """Return the corners of a box in points from the page's top left: "72.1 310.5 120.9 322.0"."""
    return None if box is None else " ".join(f"{edge:.1f}" for edge in (box.x0, box.y0, box.x1, box.y1))

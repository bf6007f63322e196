"""Tables to facts: each figure with its metric, period, unit and cell, or a word on why it is none."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from dragoman.documents.columns import Columns, PeriodColumn, read_columns, without_footnotes
from dragoman.documents.provisional import CellReading, read_cell
from dragoman.documents.units import UnitFound, fits, unit_in, unit_of, unit_of_header
from dragoman.domain.document import Cell, Document, Table
from dragoman.domain.fact import Fact
from dragoman.interpret.row_label import MetricReading
from dragoman.interpret.vocabulary import Vocabulary

_MAX_LABEL = 200  # characters; a longer "label" is a sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class _Row:
    number: int  # counted from 1
    cells: tuple[str, ...]
    label: str
    reading: MetricReading | None


def read_facts(
    tables: Iterable[Table], document: Document, vocabulary: Vocabulary
) -> tuple[tuple[Fact, ...], tuple[str, ...]]:
    """Return the facts of the tables and, in words, every doubt that kept a figure from being one.

    Rows that the vocabulary does not claim are kept under their label with metric None.
    """
    facts: list[Fact] = []
    doubts: list[str] = []
    for table in tables:
        for found in _TableReader(table, document, vocabulary).read():
            if isinstance(found, Fact):
                facts.append(replace(found, id=f"{document.id}:f{len(facts) + 1}"))
            else:
                doubts.append(f"page {table.page}, table {table.number}: {found}")
    return tuple(facts), tuple(doubts)


class _TableReader:
    """One table on its way to facts."""

    def __init__(self, table: Table, document: Document, vocabulary: Vocabulary) -> None:
        self._table = table
        self._document = document
        self._vocabulary = vocabulary
        self._table_unit = unit_of_header(table)

    def read(self) -> Iterator[Fact | str]:
        columns = read_columns(self._table.header, self._document.company, self._vocabulary)
        if not columns.periods:
            return
        yield from columns.doubts
        for row in self._rows():
            yield from self._row_facts(row, columns)

    def _rows(self) -> Iterator[_Row]:
        for number, cells in enumerate(self._table.rows, 1):
            label = without_footnotes(cells[0]) if len(cells[0]) <= _MAX_LABEL else ""
            if label:
                yield _Row(number=number, cells=cells, label=label, reading=self._vocabulary.read_row_label(label))

    def _row_facts(self, row: _Row, columns: Columns) -> Iterator[Fact | str]:
        for column in columns.periods:
            text = without_footnotes(row.cells[column.index])
            reading = read_cell(text)
            if reading.doubt:
                yield f"row {row.label!r}, column {column.label!r}: {text!r} {reading.doubt}"
            if reading.value is not None:
                unit = self._unit(row, column, columns=columns, reading=reading)
                yield self._fact(row, column, value=reading.value, unit=unit)

    def _fact(self, row: _Row, column: PeriodColumn, *, value: Decimal, unit: UnitFound | None) -> Fact | str:
        place = f"row {row.label!r}, column {column.label!r}"
        if unit is None:
            return f"{place}: no unit is given for {value}"
        metric = row.reading.metric if row.reading else None
        if metric and not fits(unit, self._vocabulary.metrics[metric].kind):
            return f"{place}: {unit.source} does not fit a figure of {metric}"
        return Fact(
            id="",
            company=self._document.company,
            metric=metric,
            basis="restated" if column.is_restated else self._basis(row),
            share=row.reading.share if row.reading else None,
            period=column.period,
            value=value,
            unit=unit.unit,
            scale=unit.scale,
            currency=unit.currency,
            label=row.label,
            cell=self._cell(row, column, unit),
            title=self._document.title,
        )

    def _basis(self, row: _Row) -> str | None:
        """Return the basis that the row names; a plain "profit after tax" in a report is the statutory one."""
        if row.reading is None or row.reading.basis:
            return row.reading.basis if row.reading else None
        usual = self._vocabulary.metrics[row.reading.metric].default_basis
        return usual if usual == "statutory" else None

    def _unit(self, row: _Row, column: PeriodColumn, *, columns: Columns, reading: CellReading) -> UnitFound | None:
        """Return the unit that is said nearest to the figure."""
        if reading.percent:
            return UnitFound(unit="%", scale=1, currency=None, source="the cell")
        said = row.cells[columns.unit] if columns.unit is not None else ""
        return (
            unit_of(said, f'the column "Unit": "{said}"')
            or unit_in(row.cells[0], "the row's label")
            or unit_in(column.label, "the column's header")
            or self._table_unit
        )

    def _cell(self, row: _Row, column: PeriodColumn, unit: UnitFound) -> Cell:
        return Cell(
            document=self._document.id,
            page=self._table.page,
            table=self._table.number,
            row=row.number,
            column=column.index + 1,
            row_label=row.cells[0],
            column_label=column.label,
            text=row.cells[column.index],
            unit_source=unit.source,
        )

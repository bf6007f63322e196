"""Tables to facts: each figure with its metric, period, unit and cell, or a word on why it is none."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from dragoman.documents.columns import Columns, PeriodColumn, read_columns, without_footnotes
from dragoman.documents.presentation import Presentation
from dragoman.documents.units import (
    UnitFound,
    fitting,
    is_money_label,
    money_of_table,
    of_cell,
    per_share,
    settle,
    unit_behind,
    unit_in,
    unit_of,
    units_of_table,
)
from dragoman.domain.document import Cell, Document, Table
from dragoman.domain.fact import Fact
from dragoman.interpret.cell import CellNumber, read_cell
from dragoman.interpret.lexicon import squeeze
from dragoman.interpret.normalize import normalize
from dragoman.interpret.row_label import MetricReading
from dragoman.interpret.vocabulary import Vocabulary

_DIGIT = re.compile(r"[0-9]")
_MAX_FACTS = 50_000  # of one document
_MAX_LABEL = 200  # characters; a longer "label" is a sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class _Row:
    number: int  # counted from 1
    cells: tuple[str, ...]
    label: str
    reading: MetricReading | None
    group: str = ""  # the label above it that has no figures: "Earnings per share:"


def read_facts(
    tables: Iterable[Table], document: Document, vocabulary: Vocabulary, presentation: Presentation | None = None
) -> tuple[tuple[Fact, ...], tuple[str, ...]]:
    """Return the facts of the tables and, in words, every doubt that kept a figure from being one.

    Rows that the vocabulary does not claim are kept under their label with metric None.
    """
    facts: list[Fact] = []
    doubts: list[str] = []
    for table in tables:
        for found in _TableReader(table, document, vocabulary, presentation or Presentation()).read():
            if len(facts) == _MAX_FACTS:
                return tuple(facts), (*doubts, f"only the first {_MAX_FACTS:,} figures were read")
            if isinstance(found, Fact):
                facts.append(replace(found, id=f"{document.id}:f{len(facts) + 1}"))
            else:
                doubts.append(f"page {table.page}, table {table.number}: {found}")
    return tuple(facts), tuple(doubts)


class _TableReader:
    """One table on its way to facts."""

    def __init__(self, table: Table, document: Document, vocabulary: Vocabulary, presentation: Presentation) -> None:
        self._table = table
        self._presentation = presentation
        self._calendar = vocabulary.calendar(document.company) or presentation.calendar
        self._document = document
        self._vocabulary = vocabulary
        self._table_units = units_of_table(table)
        self._money = None if self._table_units else money_of_table(table, presentation)
        self._bases = _bases_named(" · ".join([*table.section[-1:], table.caption]), vocabulary)

    def read(self) -> Iterator[Fact | str]:
        columns = read_columns(self._table.header, self._calendar)
        if not columns.periods:
            return
        yield from columns.doubts
        for row in self._rows():
            yield from self._row_facts(row, columns)

    def _rows(self) -> Iterator[_Row]:
        group = ""
        for number, cells in enumerate(self._table.rows, 1):
            label = without_footnotes(cells[0]) if len(cells[0]) <= _MAX_LABEL else ""
            if label and not any(cells[1:]):
                group = label.rstrip(":")
            elif label:
                reading = self._read_label(label) or (self._read_label(f"{group} {label}") if group else None)
                yield _Row(number=number, cells=cells, label=label, reading=reading, group=group)

    def _read_label(self, label: str) -> MetricReading | None:
        """Return the metric of a label; a ratio that a report prints is kept under its own words."""
        reading = self._vocabulary.read_row_label(label)
        return reading if reading and reading.metric in self._vocabulary.metrics else None

    def _row_facts(self, row: _Row, columns: Columns) -> Iterator[Fact | str]:
        for column in columns.periods:
            text = row.cells[column.index]
            number = read_cell(text)
            place = f"row {row.label!r}, column {column.label!r}"
            if number is None:
                if _DIGIT.search(without_footnotes(text)):
                    yield f"{place}: {text[:_MAX_LABEL]!r} is not one figure"
                continue
            unit = self._unit(row, column, columns=columns, number=number)
            yield (
                self._fact(row, column, value=number.value, unit=unit)
                if isinstance(unit, UnitFound)
                else f"{place}: {unit}"
            )

    def _fact(self, row: _Row, column: PeriodColumn, *, value: Decimal, unit: UnitFound) -> Fact:
        return Fact(
            id="",
            company=self._document.company,
            metric=row.reading.metric if row.reading else None,
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
        """Return the basis that the row names, else the heading or caption; a plain profit is the statutory one."""
        if row.reading is None or row.reading.basis:
            return row.reading.basis if row.reading else None
        if self._bases:
            return min(self._bases) if len(self._bases) == 1 else None
        usual = self._vocabulary.metrics[row.reading.metric].default_basis
        return usual if usual == "statutory" else None

    def _unit(self, row: _Row, column: PeriodColumn, *, columns: Columns, number: CellNumber) -> UnitFound | str:
        """Return the unit that is said nearest to the figure, or why none of those said can be it."""
        metric = row.reading.metric if row.reading else None
        kind = self._vocabulary.metrics[metric].kind if metric else None
        said = self._units_said(row, column, columns=columns, number=number)
        units = fitting(said, kind)
        if len(units) != 1:
            return _no_unit(said, units, metric)
        unit = settle(units[0], self._document.company, metric, self._vocabulary, self._presentation)
        if unit is None:
            return f"{units[0].source} does not say which currency it is"
        if number.currency not in (None, unit.currency):
            return f"the cell is in {number.currency}, but {unit.source} says {unit.currency}"
        return per_share(unit) if kind == "per_share" else unit

    def _units_said(
        self, row: _Row, column: PeriodColumn, *, columns: Columns, number: CellNumber
    ) -> tuple[UnitFound, ...]:
        own = of_cell(number.unit, None, is_percent=number.is_percent, text=row.cells[column.index])
        unit = (
            own
            or (unit_of(row.cells[columns.unit], "the column of units,") if columns.unit is not None else None)
            or unit_in(row.cells[0], "the row's label")
            or unit_behind(column.label, "the column's header")
        )
        if unit is not None:
            return (unit,)
        if self._table_units:
            return self._table_units
        if self._money and is_money_label(row.label, row.group):
            return (self._money,)
        bare = of_cell(None, number.currency, is_percent=False, text=row.cells[column.index])
        return (bare,) if bare else ()

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
            box=self._table.boxes[row.number - 1][column.index] if self._table.boxes else None,
        )


def _bases_named(text: str, vocabulary: Vocabulary) -> frozenset[str]:
    """Return the bases that a heading speaks of: under "Underlying results" a plain "EBITDA" is underlying."""
    hits = vocabulary.find(squeeze(normalize(text).lower))
    return frozenset(hit.phrase.name for hit in hits if hit.phrase.dimension == "basis")


def _no_unit(said: tuple[UnitFound, ...], fit: tuple[UnitFound, ...], metric: str | None) -> str:
    if not said:
        return "no unit is given"
    if not fit:
        return f"{said[0].source} is no unit of {metric}"
    return f"the unit may be {' or '.join(unit.unit for unit in fit)}"

"""Tables to facts: each figure with its metric, period, unit and cell, or a word on why it is none."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from decimal import Decimal

from dragoman.documents.bands import bands_of
from dragoman.documents.columns import Columns, PeriodColumn, read_columns, without_footnotes
from dragoman.documents.doubts import Doubt, told
from dragoman.documents.percent_rows import rows_of_percent
from dragoman.documents.presentation import Presentation, with_calendar
from dragoman.documents.row_kind import kind_of_row
from dragoman.documents.row_units import RowUnits
from dragoman.documents.statement import is_of_part, settled, statement_of
from dragoman.documents.table_row import Row, rows_of
from dragoman.documents.units import UnitFound
from dragoman.domain.document import Cell, Document, Table
from dragoman.domain.fact import Fact
from dragoman.interpret.cell import CellNumber, read_cell
from dragoman.interpret.lexicon import squeeze
from dragoman.interpret.normalize import normalize
from dragoman.interpret.row_label import MetricReading
from dragoman.interpret.vocabulary import Vocabulary

_DIGIT = re.compile(r"[0-9]")
_DASH = re.compile(r"(?:[A-Z]{0,3}[$€£¥])?\s?[-–—−]{1,3}")
_NOTED = re.compile(r"(?P<figure>.*\d\)?)(?:\(\d{1,2}\)|\s?\([a-z]\)|\s?[*†‡§¹²³⁴⁵⁶⁷⁸⁹]{1,2})")
_TWO_CELLS = re.compile(r"\d\)?%?\s+[-–—−]$")  # a figure and the next column's dash, no minus behind a figure
_EXPENSES = re.compile(r"(?:operating )?expenses:?", re.IGNORECASE)
_GAINS_ON = re.compile(r"\b(?:gains?|loss(?:es)?)\)?(?:/\(?\w+\)?)? (?:on|from)\b", re.IGNORECASE)
_MAX_FACTS = 50_000  # of one document
_MAX_SHOWN = 200  # characters of a cell
_MAX_OVER = 100  # characters of what stands over a table
_CHANGES = re.compile(r"\b(?:changes? in|increase|decrease)\b", re.IGNORECASE)


def read_facts(
    tables: Iterable[Table], document: Document, vocabulary: Vocabulary, presentation: Presentation | None = None
) -> tuple[tuple[Fact, ...], tuple[str, ...]]:
    """Return the facts of the tables and, in words, every doubt that kept a figure from being one.

    Rows that the vocabulary does not claim are kept under their label with metric None.
    """
    tables = tuple(tables)
    says = with_calendar(
        presentation or Presentation(), (text for table in tables if table.is_print for text in table.header)
    )
    facts: list[Fact] = []
    warnings: list[str] = []
    statements: list[int] = []
    for table in tables:
        found = list(_TableReader(table, document, vocabulary, says).read())
        facts += [fact for fact in found if isinstance(fact, Fact)]
        warnings += told(table, [doubt for doubt in found if isinstance(doubt, Doubt)])
        if table.is_print and statement_of(table) and not is_of_part(table):
            statements.append(table.number)
        if len(facts) > _MAX_FACTS:
            warnings.append(f"only the first {_MAX_FACTS:,} figures were read")
            break
    numbered = (replace(fact, id=f"{document.id}:f{number}") for number, fact in enumerate(facts[:_MAX_FACTS], 1))
    return settled(tuple(numbered), statements), tuple(warnings)


class _TableReader:
    """One table on its way to facts."""

    def __init__(self, table: Table, document: Document, vocabulary: Vocabulary, presentation: Presentation) -> None:
        self._table = table
        self._presentation = presentation.of_year(document.period)
        self._calendar = vocabulary.calendar(document.company) or presentation.calendar
        self._document = document
        self._vocabulary = vocabulary
        self._units = RowUnits(table, document.company, vocabulary, self._presentation)
        self._bases = _bases_named(" · ".join([*table.section[-1:], table.caption, *table.header[:1]]), vocabulary)
        self._is_print = table.is_print
        self._percent_rows = rows_of_percent(table)
        self._statement = statement_of(table) if self._is_print else None
        self._is_cash_flow = self._statement == "cash_flow"
        self._is_of_part = self._is_print and is_of_part(table)
        self._over = next((text for text in (*table.section[-1:], table.caption) if text), "")[:_MAX_OVER]
        self._expenses_from = _first_of_expenses(table) if self._is_print else 0

    def read(self) -> Iterator[Fact | Doubt]:
        for band in bands_of(self._table, self._calendar):
            columns = read_columns(self._table, self._calendar, self._presentation, over=band.period)
            yield from (Doubt(reason=doubt) for doubt in columns.doubts)
            if columns.periods:
                for row in rows_of(self._table, self._reading):
                    if row.number in band.rows:
                        yield from self._row_facts(row, columns)

    def _reading(self, label: str, group: str) -> MetricReading | None:
        """Return the metric of a row. In print, the revenue of a part and a change of inventories have none."""
        if self._is_of_part:
            return None
        reading = self._read_label(label) or (self._read_label(f"{group} {label}") if group else None)
        if reading is None or not self._is_print:
            return reading
        metric = self._vocabulary.metrics[reading.metric]
        if _GAINS_ON.search(group):
            return None  # gains on royalties are no royalties
        if metric.kind == "money" and kind_of_row(label, group) == "per_share":
            return None
        is_balance = metric.kind == "money" and not metric.flow
        if is_balance and (self._is_cash_flow or _CHANGES.search(f"{group} {label}")):
            return None
        return None if self._is_cash_flow and "paid" in label.lower() and reading.metric in _ACCRUED else reading

    def _read_label(self, label: str) -> MetricReading | None:
        """Return the metric of a label; a ratio that a report prints is kept under its own words."""
        reading = self._vocabulary.read_statement_row(label) if self._is_print else None
        reading = reading or self._vocabulary.read_row_label(label)
        return reading if reading and reading.metric in self._vocabulary.metrics else None

    def _row_facts(self, row: Row, columns: Columns) -> Iterator[Fact | Doubt]:
        texts = [row.cells[column.index] for column in columns.periods]
        is_percent = row.number in self._percent_rows or (
            self._is_print and "%" in texts[0] and not any("," in text or "$" in text for text in texts)
        )
        for column, text in zip(columns.periods, texts, strict=True):
            is_two = self._is_print and _TWO_CELLS.search(text)
            number = None if is_two else read_cell(text) or self._zero(text, column.index) or self._marked(text)
            number = replace(number, is_percent=True) if number and is_percent else number
            place = f"row {row.label!r}, column {column.label!r}"
            if number is None:
                if _DIGIT.search(without_footnotes(text)):
                    yield Doubt(reason="is not one figure", place=f"{place}: {text[:_MAX_SHOWN]!r}")
                continue
            unit = self._units.of(row, column, columns.unit, number)
            if isinstance(unit, UnitFound):
                yield self._fact(row, column, value=number.value, unit=unit)
            else:
                yield Doubt(reason=unit, place=place)

    def _marked(self, text: str) -> CellNumber | None:
        """Read a printed figure with the mark of a note right behind it: "(265)(1)", "1,000(a)"."""
        match = _NOTED.fullmatch(text.strip()) if self._is_print else None
        return read_cell(match["figure"]) if match else None

    def _zero(self, text: str, index: int) -> CellNumber | None:
        """Read a dash as nothing in a printed column of figures; elsewhere it may as well mean "not known"."""
        if not self._is_print or not _DASH.fullmatch(text.strip()):
            return None
        has_figures = any(_DIGIT.search(row[index]) for row in self._table.rows)
        return CellNumber(Decimal(0)) if has_figures else None

    def _fact(self, row: Row, column: PeriodColumn, *, value: Decimal, unit: UnitFound) -> Fact:
        is_of_whole = not column.component and not self._is_before_expenses(row)
        reading = row.reading if is_of_whole and self._fits(row.reading, unit) else None
        return Fact(
            id="",
            company=self._document.company,
            metric=reading.metric if reading else None,
            basis="restated" if column.is_restated else self._basis(reading),
            share=reading.share if reading else None,
            period=column.period,
            value=value,
            unit=unit.unit,
            scale=unit.scale,
            currency=unit.currency,
            label=f"{row.label} · {column.component}" if column.component else row.label,
            cell=self._cell(row, column, unit),
            title=self._document.title,
        )

    def _is_before_expenses(self, row: Row) -> bool:
        """Say whether a fund's "Net income" is what its expenses are yet to be taken from."""
        return row.reading is not None and row.reading.metric == "net_profit" and row.number < self._expenses_from

    def _fits(self, reading: MetricReading | None, unit: UnitFound) -> bool:
        """Say whether a percentage can be of the metric: in print "Gross margin" may be profit and margin."""
        return unit.unit != "%" or reading is None or self._vocabulary.metrics[reading.metric].kind == "percent"

    def _basis(self, reading: MetricReading | None) -> str | None:
        """Return the basis that the row names, else the heading or caption; a plain profit is the statutory one."""
        if reading is None or reading.basis:
            return reading.basis if reading else None
        if self._bases:
            return min(self._bases) if len(self._bases) == 1 else None
        usual = self._vocabulary.metrics[reading.metric].default_basis
        return usual if usual == "statutory" else None

    def _cell(self, row: Row, column: PeriodColumn, unit: UnitFound) -> Cell:
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
            group=row.group,
            over=self._over,
            statement="" if self._is_of_part else self._statement or "",
            place=self._table.places[row.number - 1][column.index] if self._table.places else "",
        )


_ACCRUED = frozenset({"tax", "finance_costs"})  # what is paid in cash is another figure


def _first_of_expenses(table: Table) -> int:
    """Return the number of the row over the expenses, 0 where there is none."""
    return next((n for n, row in enumerate(table.rows, 1) if _EXPENSES.fullmatch(row[0]) and not any(row[1:])), 0)


def _bases_named(text: str, vocabulary: Vocabulary) -> frozenset[str]:
    """Return the bases that a heading speaks of: under "Underlying results" a plain "EBITDA" is underlying."""
    hits = vocabulary.find(squeeze(normalize(text).lower))
    return frozenset(hit.phrase.name for hit in hits if hit.phrase.dimension == "basis")

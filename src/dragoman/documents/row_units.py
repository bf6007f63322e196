"""The unit of each figure of a table: the one said nearest to it that its row can be in, or why there is none."""

from collections.abc import Iterator
from itertools import pairwise

from dragoman.documents.columns import PeriodColumn
from dragoman.documents.counts import counted, money_each
from dragoman.documents.presentation import Presentation
from dragoman.documents.row_kind import RowKind, kind_of_row, scale_of_shares
from dragoman.documents.table_row import Row
from dragoman.documents.units import (
    UnitFound,
    fitting,
    in_hundredths,
    in_whole_units,
    money_of_table,
    of_cell,
    per_share,
    scaled,
    settle,
    share_money,
    speaks_of_cents,
    unit_behind,
    unit_in,
    unit_of,
    units_of_table,
    words_over,
)
from dragoman.domain.document import Table
from dragoman.interpret.cell import CellNumber
from dragoman.interpret.vocabulary import Vocabulary
from dragoman.interpret.vocabulary_spec import MetricKind

Units = tuple[UnitFound, ...]
_MAX_BETWEEN = 8  # rows


class RowUnits:
    """The units of one table's figures."""

    def __init__(self, table: Table, company: str | None, vocabulary: Vocabulary, presentation: Presentation) -> None:
        self._table = table
        self._company = company
        self._vocabulary = vocabulary
        self._presentation = presentation
        self._is_print = table.is_print
        self._share_rows = frozenset(_amid_shares(table)) if table.is_print else frozenset()
        units = units_of_table(table)
        self._is_in_full = not table.places or in_whole_units(table)
        self._of_table = tuple(scaled(unit, table) for unit in units) if self._is_print else units
        self._money = None if units else money_of_table(table, presentation)

    def of(self, row: Row, column: PeriodColumn, unit_column: int | None, number: CellNumber) -> UnitFound | str:
        """Return the unit of a figure, or why none of those said can be it."""
        metric = row.reading.metric if row.reading and not column.component else None
        kind = self._vocabulary.metrics[metric].kind if metric else None
        text = row.cells[column.index]
        own = of_cell(number.unit, None, is_percent=number.is_percent or column.is_share, text=text)
        if own and own.unit == "%" and self._is_print:
            return own  # a margin in a row of profits is printed as what it is
        if own and self._is_print and own.is_money and own.scale == 1:
            own = None  # a sign in a printed cell says the currency; the scale stands over the table
        said = (own,) if own else self._written(row, unit_column) or self._around(row, column, number, kind)
        units = fitting(said, kind)
        if len(units) != 1:
            return _no_unit(said, units, metric)
        unit = settle(units[0], self._company, metric, self._vocabulary, self._presentation)
        if unit is None:
            return f"{units[0].source} does not say which currency it is"
        if number.currency not in (None, unit.currency):
            return f"the cell is in {number.currency}, but {unit.source} says {unit.currency}"
        is_per_share = kind == "per_share" or (self._is_print and in_hundredths(unit.unit) and "/" not in unit.unit)
        return per_share(unit) if is_per_share else unit

    def _written(self, row: Row, unit_column: int | None) -> Units:
        """Return the unit that the row itself says, in a column of units or behind its label."""
        unit = unit_of(row.cells[unit_column], "the column of units,") if unit_column is not None else None
        # In print "(g)" is the mark of a note, not grams.
        unit = unit or unit_in(row.label if self._is_print else row.cells[0], "the row's label")
        return (unit,) if unit else ()

    def _around(self, row: Row, column: PeriodColumn, number: CellNumber, kind: MetricKind | None) -> Units:
        """Return the units that the table says for a figure of the row's kind."""
        text = row.cells[column.index]
        if row.is_behind_percent and self._is_print:
            return ()
        over = row.units.get(column.index) or unit_behind(column.label, "the column's header")
        if not self._is_print:
            return (over,) if over else self._of_table or self._in_money(row) or _bare(number, text)
        over = scaled(over, self._table) if over else None
        if over and over.is_money and over.scale == 1 and not self._is_in_full:
            over = None  # a lone sign over a column says the currency
        said: Units = (over,) if over else self._of_table or ((self._money,) if self._money else ())
        of_column = kind_of_row(column.component) if column.component else "money"
        match of_column if of_column != "money" else self._kind(row, text, kind):
            case "per_share":
                return self._per_share(row, said, number, text)
            case "shares":
                return self._shares(row)
            case "other":
                return tuple(unit for unit in said if not unit.is_money) or self._counted(row, text)
            case "money":
                is_whole = self._is_in_full and not self._presentation.is_scaled
                return said or (_bare(number, text) if is_whole else ())

    def _kind(self, row: Row, text: str, kind: MetricKind | None) -> RowKind:
        if kind == "per_share":
            return "per_share"
        if row.number in self._share_rows:
            return "shares"
        found = kind_of_row(row.label, row.group)
        if found == "per_share" and "," in text and kind_of_row(row.label) == "money":
            return "money"  # "Net income" below "Basic earnings per share:" is what is shared out
        # No percentage, count of shops or the like is printed with a sign of money; no margin of profit has thousands.
        is_rate = " per " in row.label.lower() or row.label.lower().startswith("per ")
        is_money = found == "other" and not is_rate and ("$" in text or ("margin" in row.label.lower() and "," in text))
        return "money" if is_money else found

    def _in_money(self, row: Row) -> Units:
        return (self._money,) if self._money and kind_of_row(row.label, row.group) == "money" else ()

    def _per_share(self, row: Row, said: Units, number: CellNumber, text: str) -> Units:
        in_cents = row.units or speaks_of_cents(f"{row.label} {row.group} {self._table.caption}")
        if in_cents:
            return tuple(per_share(unit) for unit in said if in_hundredths(unit.unit))
        return tuple(unit for base in said or _bare(number, text) if (unit := share_money(base, self._table, text)))

    def _counted(self, row: Row, text: str) -> Units:
        unit = counted(row.label, row.group, words_over(self._table), text)
        unit = unit or money_each(row.label, row.cells[1:], text)
        return (unit,) if unit else ()

    def _shares(self, row: Row) -> Units:
        around = words_over(self._table)
        scale = scale_of_shares(f"{row.label} {row.group}", around)
        return (UnitFound(unit="shares", scale=scale, currency=None, source=f'"{around}"'),) if scale else ()


def _amid_shares(table: Table) -> Iterator[int]:
    """Yield rows between the basic and the diluted number of shares: "Stock options" there are shares, too."""
    counted = [n for n, row in enumerate(table.rows, 1) if any(row[1:]) and kind_of_row(row[0]) == "shares"]
    for first, second in pairwise(counted):
        between = range(first + 1, second)
        if len(between) <= _MAX_BETWEEN and not any("$" in cell for n in between for cell in table.rows[n - 1][1:]):
            yield from between


def _bare(number: CellNumber, text: str) -> Units:
    unit = of_cell(None, number.currency, is_percent=False, text=text)
    return (unit,) if unit else ()


def _no_unit(said: Units, fit: Units, metric: str | None) -> str:
    if not said:
        return "no unit is given"
    if not fit:
        return f"{said[0].source} is no unit of {metric}"
    return f"the unit may be {' or '.join(unit.unit for unit in fit)}"

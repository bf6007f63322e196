"""A row of a table with what stands over it: its group's label, and a row of units."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from dragoman.documents.columns import without_footnotes
from dragoman.documents.units import UnitFound, unit_of
from dragoman.domain.document import Table
from dragoman.interpret.row_label import MetricReading

_MAX_LABEL = 200  # characters; a longer "label" is a sentence

ReadLabel = Callable[[str, str], MetricReading | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row with figures."""

    number: int  # counted from 1
    cells: tuple[str, ...]
    label: str  # without marks of footnotes
    reading: MetricReading | None
    group: str = ""  # the label above it that has no figures: "Earnings per share:"
    units: Mapping[int, UnitFound] = field(default_factory=dict)  # of columns, by a row of units above it


def rows_of(table: Table, read_label: ReadLabel) -> Iterator[Row]:
    """Yield the rows that have a label and figures; `read_label` is given a label and its group's."""
    group, units = "", dict[int, UnitFound]()
    for number, cells in enumerate(table.rows, 1):
        label = without_footnotes(cells[0]) if len(cells[0]) <= _MAX_LABEL else ""
        if said := _units_in(cells):
            units, group = said, label.rstrip(":") or group
        elif label and not any(cells[1:]):
            group = label.rstrip(":")
        elif label:
            reading = read_label(label, group)
            yield Row(number=number, cells=cells, label=label, reading=reading, group=group, units=units)


def _units_in(cells: tuple[str, ...]) -> dict[int, UnitFound]:
    """Return the units of a row that holds nothing else, as "¢ ¢" below the years' columns."""
    texts = {index: text.replace("₵", "¢") for index, text in enumerate(cells) if index and text}
    said = {index: unit_of(text, "the row of units") for index, text in texts.items()}
    return {index: unit for index, unit in said.items() if unit} if said and all(said.values()) else {}

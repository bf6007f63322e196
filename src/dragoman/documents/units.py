"""Where a figure's unit and scale are said: in its cell, its row, a column, the header, the paragraph above."""

import re
from dataclasses import dataclass

from dragoman.documents.provisional import UnitReading, read_unit
from dragoman.domain.document import Table
from dragoman.interpret.vocabulary_spec import MetricKind

_BRACKETS = re.compile(r"[(\[]([^()\[\]]{1,40})[)\]]")


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitFound:
    """A unit and, in words, where it was read."""

    unit: str  # "USD", "USD/share", "AUD/oz", "Mt", "%"
    scale: int
    currency: str | None
    source: str


def unit_of(text: str, source: str) -> UnitFound | None:
    """Read a text that is nothing but a unit."""
    reading = read_unit(text)
    return None if reading is None else _found(reading, source)


def _found(reading: UnitReading, source: str) -> UnitFound:
    return UnitFound(unit=reading.unit, scale=reading.scale, currency=reading.currency, source=source)


def unit_of_header(table: Table) -> UnitFound | None:
    """Return the unit that the table as a whole is in: its first header cell, else the paragraph right above."""
    first = table.header[0] if table.header else ""
    return (
        unit_of(first, f'the table\'s header "{first}"') or unit_in(first, "the table's header") or _of_caption(table)
    )


def _of_caption(table: Table) -> UnitFound | None:
    return unit_in(table.caption, "the paragraph above the table") if table.caption else None


def unit_in(text: str, source: str) -> UnitFound | None:
    """Read a unit in brackets, such as that of "Dividend (US cents per share)"."""
    for match in _BRACKETS.finditer(text):
        if unit := unit_of(match[1], f'{source} "{match[1]}"'):
            return unit
    return None


def fits(unit: UnitFound, kind: MetricKind) -> bool:
    """Say whether a figure in this unit can be of this kind: a dividend per share is not in US$ million."""
    per = "/" in unit.unit
    match kind:
        case "money":
            return unit.currency is not None and not per
        case "per_share" | "unit_cost":
            return unit.currency is not None and (per or unit.scale == 1)
        case "percent":
            return unit.unit == "%"
        case "quantity" | "count":
            return unit.currency is None and unit.unit != "%"

"""A sheet as CSV: UTF-8, a comma, one heading row of names; numbers bare, formulas as what they come to."""

import csv
import io
from collections.abc import Iterator
from decimal import Decimal

from dragoman.calculate.show import rounded
from dragoman.export.sheet import CellValue, Formula, Number, Sheet

_STARTS = ("=", "+", "-", "@", "\t", "\n", "＝", "＋", "－", "＠")  # what a spreadsheet may take for a formula
_MAX_PLACES = 12  # of what was calculated


def csv_text(sheet: Sheet) -> str:
    """Return the whole file."""
    return "".join(csv_lines(sheet))


def csv_lines(sheet: Sheet) -> Iterator[str]:
    """Yield the file in pieces, so that a million facts need no room."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow([column.name for column in sheet.columns])
    for row in sheet.rows:
        writer.writerow([_text(value) for value in row])
        if buffer.tell() > 1 << 16:
            yield buffer.getvalue()
            buffer.seek(0)
            buffer.truncate()
    yield buffer.getvalue()


def safe_text(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula: an apostrophe goes before what looks like one."""
    text = text.replace("\0", "").replace("\r\n", "\n").replace("\r", "\n")  # some readers end a row at any of them
    return f"'{text}" if text.lstrip(" \u00a0").startswith(_STARTS) or text.startswith(_STARTS) else text


def digits(value: Decimal) -> str:
    """Return the number with its digits, at most twelve decimals."""
    places = -int(value.as_tuple().exponent)
    return f"{rounded(value, _MAX_PLACES).normalize() if places > _MAX_PLACES else value:f}"


def _text(value: CellValue) -> str:
    match value:
        case None:
            return ""
        case str():
            return safe_text(value)
        case int():
            return str(value)
        case Number(value=number) | Formula(value=number):
            return digits(number)

"""Sheets as one XLSX file. Texts are written as texts, so nothing a document says is ever a formula or a link."""

import io
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from dragoman.errors import MissingExtraError
from dragoman.export.errors import SheetSizeError
from dragoman.export.sheet import CellValue, Formula, Number, Sheet

MAX_ROWS = 1_048_576
MAX_TEXT = 32_767  # characters of a cell
_FIXED = datetime(2000, 1, 1)  # noqa: DTZ001  # the library takes no zone; the same content is the same file
_HEAD = {"bold": True, "bottom": 1, "valign": "top", "text_wrap": True, "bg_color": "#EEF1F3"}
_AMBER = {"font_color": "#9A5B00", "italic": True}


def workbook_bytes(sheets: Sequence[Sheet], *, title: str) -> bytes:
    """Return the file.

    Raises SheetSizeError, and MissingExtraError where XlsxWriter is not installed.
    """
    try:
        import xlsxwriter
    except ModuleNotFoundError:
        raise MissingExtraError("writing XLSX", "export") from None
    for sheet in sheets:
        if len(sheet.rows) + sheet.heads > MAX_ROWS:
            raise SheetSizeError(len(sheet.rows), MAX_ROWS - sheet.heads)
    buffer = io.BytesIO()
    # Only write_string, write_number and write_formula are used, so no text is read as anything else.
    book = xlsxwriter.Workbook(buffer, {"constant_memory": True})  # each row leaves memory once it is written
    book.set_properties({"title": title[:255], "comments": "Made by Dragoman", "created": _FIXED})
    looks = _Looks(book)
    for sheet in sheets:
        _write(book.add_worksheet(sheet.title), sheet, looks)
    book.close()
    return buffer.getvalue()


class _Looks:
    """Formats by what they are for, each made once."""

    def __init__(self, book: Any) -> None:  # noqa: ANN401  # the library comes without types
        self._book = book
        self._made: dict[tuple[object, ...], Any] = {}

    def of(self, **wanted: object) -> Any:  # noqa: ANN401  # as above
        """Return the format with these properties."""
        key = tuple(sorted(wanted.items()))
        if key not in self._made:
            self._made[key] = self._book.add_format(wanted)
        return self._made[key]


def _write(page: Any, sheet: Sheet, looks: _Looks) -> None:  # noqa: ANN401  # as above
    _write_head(page, sheet, looks)
    for number, row in enumerate(sheet.rows, start=sheet.heads):
        for column, value in enumerate(row):
            amber = _AMBER if (number - sheet.heads, column) in sheet.looks else {}
            _write_cell(page, (number, column), value, looks, amber)
    page.freeze_panes(sheet.heads, 1)
    if sheet.rows:
        page.autofilter(sheet.heads - 1, 0, sheet.heads - 1 + len(sheet.rows), len(sheet.columns) - 1)


def _write_head(page: Any, sheet: Sheet, looks: _Looks) -> None:  # noqa: ANN401  # as above
    head = looks.of(**_HEAD)
    groups = [column.group for column in sheet.columns]
    for index, column in enumerate(sheet.columns):
        page.set_column(index, index, column.width, None, {"level": 1} if column.folds else {})
    if sheet.heads > 1:
        for index, group in enumerate(groups):
            page.write_string(0, index, _cut(group) if index == 0 or group != groups[index - 1] else "", head)
    for index, column in enumerate(sheet.columns):
        page.write_string(sheet.heads - 1, index, column.title, head)


def _write_cell(
    page: Any,  # noqa: ANN401  # as above
    place: tuple[int, int],
    value: CellValue,
    looks: _Looks,
    amber: dict[str, object],
) -> None:
    match value:
        case None | "":
            return
        case str():
            page.write_string(*place, _cut(value), looks.of(valign="top", text_wrap="\n" in value, **amber))
        case int():
            page.write_number(*place, value, looks.of(valign="top", num_format="#,##0" if value > 9999 else "0"))
        case Number(value=number, places=places):
            page.write_number(*place, float(number), looks.of(valign="top", num_format=_number_format(places)))
        case Formula(text=text, value=number, places=places):
            look = looks.of(valign="top", num_format=_number_format(places))
            page.write_formula(*place, f"={text}", look, float(number))


def _number_format(places: int) -> str:
    return "#,##0" + ("." + "0" * min(places, 10) if places else "")


def _cut(text: str) -> str:
    return text if len(text) <= MAX_TEXT else f"{text[: MAX_TEXT - 1]}…"

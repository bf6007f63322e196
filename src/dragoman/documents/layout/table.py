"""A region of a page to a table: header, labels and figures, each figure with its place."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from dragoman.documents.layout.columns import Column, columns_of, headings, place_of
from dragoman.documents.layout.region import Region, Row
from dragoman.domain.document import Box

_MAX_HEADER = 6  # lines over the first row
_HEADER_GAP = 2.6  # of the type's size
_MAX_CAPTION = 4
_PROSE = 12  # words of one piece that make it a sentence and no heading


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedTable:
    """A table as it is printed. Rows are as long as the header; `boxes` are those of the cells, None for empty ones."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    boxes: tuple[tuple[Box | None, ...], ...]
    caption: str
    top: int  # the first line that belongs to it, its header included; the caption is not
    stop: int


def read_table(rows: Sequence[Row], region: Region, *, floor: int = 0) -> PrintedTable:
    """Read the table of a region; nothing above line `floor` belongs to it."""
    body = rows[region.first : region.stop]
    columns = columns_of(row for row in body if row.has_data)
    over = _header(rows, region, columns, floor)
    top = over[0] if over else region.first
    header = headings([rows[number] for number in over], columns)
    between = [rows[number] for number in range(top, region.first) if number not in over]
    printed = _joined([_row(row, columns) for row in (*between, *body)])
    return PrintedTable(
        header=header,
        rows=tuple(tuple(cells) for cells, _ in printed),
        boxes=tuple(tuple(boxes) for _, boxes in printed),
        caption=_caption(rows, top, floor),
        top=top,
        stop=region.stop,
    )


_Printed = tuple[list[str], list[Box | None]]


def _row(row: Row, columns: Sequence[Column]) -> _Printed:
    cells, boxes = [""] * (len(columns) + 1), [None] * (len(columns) + 1)  # type: list[str], list[Box | None]
    cells[0] = " ".join(cell.text for cell in row.labels)
    for figure in row.figures:
        place = place_of(figure, columns) + 1
        cells[place] = f"{cells[place]} {figure.text}".strip()  # two in one cell are seen to be two
        boxes[place] = figure.box
    return cells, boxes


def _joined(rows: Sequence[_Printed]) -> list[_Printed]:
    """Put together what belongs to one row: a label broken over lines, figures a little below their label."""
    found: list[_Printed] = []
    for cells, boxes in rows:
        has_figures, label = any(cells[1:]), cells[0]
        before = found[-1] if found else None
        if before and has_figures and _is_open(before) and (not label or label[:1].islower()):
            found[-1] = ([f"{before[0][0]} {label}".strip(), *cells[1:]], boxes)
        elif before and not has_figures and label[:1].islower() and not _is_open(before):
            found[-1] = ([f"{before[0][0]} {label}", *before[0][1:]], before[1])
        else:
            found.append((cells, boxes))
    return found


def _is_open(row: _Printed) -> bool:
    """Say whether a row is a label that waits for its figures."""
    cells, _ = row
    return not any(cells[1:]) and not cells[0].endswith(":")


def _header(rows: Sequence[Row], region: Region, columns: Sequence[Column], floor: int) -> list[int]:
    """Return the lines of the header: upward while something stands over the columns.

    Labels of groups ("Current assets:") may stand between it and the first row of figures.
    """
    found: list[int] = []
    for number in range(region.first - 1, max(floor, region.first - 1 - _MAX_HEADER) - 1, -1):
        row, below = rows[number], rows[number + 1]
        if below.line.box.y0 - row.line.box.y1 > _HEADER_GAP * row.line.size:
            break
        if _is_header(row, columns):
            found.insert(0, number)
        elif found or not _is_group_label(row, columns):
            break
    return found


def _is_group_label(row: Row, columns: Sequence[Column]) -> bool:
    return not row.figures and row.line.box.x1 < columns[0].outer and len(row.line.text) < 80


def _is_header(row: Row, columns: Sequence[Column]) -> bool:
    """Say whether a line stands over the columns and is neither a row, a sentence nor a title across the page."""
    if row.has_data or any(len(cell.words) > _PROSE for cell in row.cells):
        return False
    first, last = columns[0], columns[-1]
    over = [cell for cell in row.cells if cell.box.x1 > first.outer]
    pitch = (last.x1 - first.outer) / len(columns)
    return bool(over) and all(cell.box.x0 > first.outer - pitch for cell in over)


_UNITS = re.compile(r"\b(?:million|thousand|billion|000)s?\b|'000|[$€£]|\bper share\b|%", re.IGNORECASE)


def _caption(rows: Sequence[Row], top: int, floor: int) -> str:
    """Return the lines right above the header that say what the figures are in."""
    lines: list[str] = []
    for row in reversed(rows[max(floor, top - _MAX_CAPTION) : top]):
        if row.has_data or len(row.line.text) > 200:
            break
        if _UNITS.search(row.line.text):
            lines.append(row.line.text)
    return " ".join(reversed(lines))

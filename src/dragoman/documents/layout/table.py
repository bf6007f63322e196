"""A region of a page to a table: header, labels and figures, each figure with its place."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from dragoman.documents.layout.cell import PrintedCell, is_amount, is_currency
from dragoman.documents.layout.columns import Column, columns_of, place_of
from dragoman.documents.layout.headings import headings, is_of_time
from dragoman.documents.layout.line import line_of
from dragoman.documents.layout.region import Region, Row, gutter_of, leading_of, regions_of, rows_of
from dragoman.domain.document import Box

_MAX_HEADER = 6  # lines over the first row
_HEADER_GAP = 2.6  # of the type's size
_MAX_CAPTION = 4
_MAX_WORDS = 12  # characters of words that stand in a column of figures
_MORE = re.compile(r"(?:[,;/(–-]|\b(?:and|or|of|the|to|for|by|in|on|at|from|with|net))$")
_IN_BRACKETS = re.compile(r"\([a-z][^()]*\)(?: [a-z].*)?")
_MARK = re.compile(r"\d{1,2}|\((?:\d{1,2}|[a-z])\)")
_SLACK = 4.0  # points
_FAR = 40.0  # points: a figure so far to the left of all columns is in none of them
_MAX_GROUP = 160  # characters of a label over rows
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


def read_tables(rows: Sequence[Row], region: Region, *, floor: int = 0) -> list[PrintedTable]:
    """Read the table of a region, or the two that stand side by side in it; nothing above line `floor` belongs."""
    whole = read_table(rows, region, floor=floor)
    gutter = gutter_of(rows, region)
    if gutter is None:
        return [whole]
    first = max(floor, region.first - _MAX_HEADER)
    sides = [_side(rows[first : region.stop], gutter, is_left=is_left) for is_left in (True, False)]
    tables = [read_table(side, found) for side in sides for found in regions_of(side)]
    return [replace(table, caption=table.caption or whole.caption, top=whole.top, stop=whole.stop) for table in tables]


def _side(rows: Sequence[Row], gutter: float, *, is_left: bool) -> tuple[Row, ...]:
    words = [[word for piece in row.line.pieces for word in piece.words] for row in rows]
    sides = [[word for word in line if (word.box.x0 < gutter) == is_left] for line in words]
    return rows_of([line_of(line) for line in sides if line])


def read_table(rows: Sequence[Row], region: Region, *, floor: int = 0) -> PrintedTable:
    """Read the table of a region; nothing above line `floor` belongs to it."""
    body = rows[region.first : region.stop]
    columns = columns_of(row for row in body if row.has_data)
    over = _header(rows, region, columns, floor)
    top = over[0] if over else region.first
    while len(over) > 1 and _is_title(rows[over[0]], [rows[number] for number in over[1:]], columns):
        over = over[1:]
    margin = min((row.cells[0].box.x0 for row in body if row.labels), default=0.0)
    header = headings([rows[number] for number in over], columns, margin=margin)
    between = [rows[number] for number in range(over[0] if over else top, region.first) if number not in over]
    printed = _joined([_row(row, columns) for row in (*between, *body)])
    if not any(cells[-1] for cells, _ in printed):
        printed = [(cells[:-1], boxes[:-1]) for cells, boxes in printed]
    else:
        header = (*header, "")  # of words behind the figures
    return PrintedTable(
        header=header,
        rows=tuple(tuple(cells) for cells, _ in printed),
        boxes=tuple(tuple(boxes) for _, boxes in printed),
        caption=_caption(rows, over[0] if over else top, floor),
        top=top,
        stop=region.stop,
    )


_Printed = tuple[list[str], list[Box | None]]


def _row(row: Row, columns: Sequence[Column]) -> _Printed:
    """Set the cells of a row into the columns: the label, the figures, and last what stands behind them."""
    cells, boxes = [""] * (len(columns) + 2), [None] * (len(columns) + 2)  # type: list[str], list[Box | None]
    far = [cell for cell in row.figures if cell.box.x1 < columns[0].outer - _FAR]
    is_end_of_label = not row.labels and len(far) == 1 and far[0] is row.cells[0]
    if any(cell.is_figure and is_amount(cell.text) for cell in (*row.labels[1:], *(() if is_end_of_label else far))):
        cells[0] = row.line.text  # words among the figures: whose they are is not sure
        return cells, boxes
    for number, cell in enumerate(row.cells):
        if number and is_currency(cell.text):
            continue  # of a cell that is empty
        is_figure = cell in row.figures and cell not in far
        place = place_of(cell, columns) + 1 if is_figure or (number and _stands_in(cell, columns)) else 0
        if cell in row.remarks and not place:
            place = len(columns) + 1
        cells[place] = f"{cells[place]} {cell.text}".strip()  # two in one cell are seen to be two
        boxes[place] = cell.box if place else None
    return cells, boxes


def _stands_in(cell: PrintedCell, columns: Sequence[Column]) -> bool:
    """Say whether words stand in a column: a unit, "n/m", the number of a note such as "7.1.1"."""
    middle = (cell.box.x0 + cell.box.x1) / 2
    return len(cell.text) <= _MAX_WORDS and any(
        column.outer - _SLACK <= middle <= column.x1 + _SLACK for column in columns
    )


def _joined(rows: Sequence[_Printed]) -> list[_Printed]:
    """Put together what belongs to one row: a label broken over lines, figures a little below their label."""
    found: list[_Printed] = []
    for cells, boxes in rows:
        has_figures, label = any(cells[1:]), cells[0]
        if not has_figures and _MARK.fullmatch(label):
            continue  # the raised number of a note
        before = found[-1] if found else None
        if before and has_figures and _is_open(before) and (not label or _goes_on(before) or _goes_before(label)):
            found[-1] = ([f"{before[0][0]} {label}".strip(), *cells[1:]], boxes)
        elif before and _is_in_brackets(before[0][0], label) and not any(map(_both, before[0][1:], cells[1:])):
            found[-1] = _merged(before, (cells, boxes))
        elif before and not has_figures and label[:1].islower() and not _is_open(before):
            found[-1] = ([f"{before[0][0]} {label}", *before[0][1:]], before[1])
        else:
            found.append((cells, boxes))
    return found


def _goes_before(label: str) -> bool:
    """Say whether a label is the end of one: "of the year", "(cents per share)"."""
    return label[:1].islower() or _IN_BRACKETS.fullmatch(label) is not None


def _goes_on(row: _Printed) -> bool:
    """Say whether a label ends in a word or sign after which more must come."""
    return _MORE.search(row[0][0]) is not None


def _is_in_brackets(above: str, label: str) -> bool:
    """Say whether a bracket that opens in one label closes in the next."""
    return above.count("(") > above.count(")") and label.count(")") > label.count("(")


def _both(one: str, other: str) -> bool:
    return bool(one and other)


def _merged(above: _Printed, row: _Printed) -> _Printed:
    cells = [one or other for one, other in zip(above[0][1:], row[0][1:], strict=True)]
    boxes = [one or other for one, other in zip(above[1], row[1], strict=True)]
    return [f"{above[0][0]} {row[0][0]}", *cells], boxes


def _is_open(row: _Printed) -> bool:
    """Say whether a row is a label that waits for its figures."""
    cells, _ = row
    return not any(cells[1:]) and not cells[0].endswith(":")


def _header(rows: Sequence[Row], region: Region, columns: Sequence[Column], floor: int) -> list[int]:
    """Return the lines of the header: upward while something stands over the columns.

    Labels of groups ("Current assets:") may stand between it and the first row of figures.
    """
    found: list[int] = []
    leading = leading_of(rows)
    for number in range(region.first - 1, max(floor, region.first - 1 - _MAX_HEADER) - 1, -1):
        row, below = rows[number], rows[number + 1]
        if below.line.box.y0 - row.line.box.y1 > _HEADER_GAP * max(row.line.size, leading):
            break
        if _is_header(row, columns):
            found.insert(0, number)
        elif found or not _is_group_label(row, columns):
            break
    return found


def _is_group_label(row: Row, columns: Sequence[Column]) -> bool:
    return not row.figures and row.line.box.x1 < columns[0].outer and len(row.line.text) < _MAX_GROUP


def _is_header(row: Row, columns: Sequence[Column]) -> bool:
    """Say whether a line stands over the columns and is neither a row, a sentence nor a title across the page."""
    if row.has_data or any(len(cell.words) > _PROSE for cell in row.cells):
        return False
    first, last = columns[0], columns[-1]
    over = [cell for cell in row.cells if cell.box.x1 > first.outer]
    pitch = (last.x1 - first.outer) / len(columns)
    return bool(over) and all(cell.box.x0 > first.outer - pitch for cell in over)


def _is_title(row: Row, below: Sequence[Row], columns: Sequence[Column]) -> bool:
    """Say whether the first line of a header names the whole table: it says no time and is no part of the lines below.

    A heading over several columns, such as "Pharmaceutical" over two years, has others beside it.
    """
    over = [cell for cell in row.cells if cell.box.x1 > columns[0].outer]
    if len(columns) == 1 or not over or is_of_time(over[0].text):
        return False
    if len(over) > 1:  # the same title over each half
        is_repeated = len({cell.text for cell in over}) == 1 and len(over) < len(columns)
        return is_repeated and _UNITS.search(over[0].text) is not None
    touched = [column for column in columns if column.distance(over[0].box.x0, over[0].box.x1) == 0]
    is_of_one = len(touched) == 1 and len(over[0].text) <= _MAX_WORDS
    return not is_of_one and any(len(line.cells) > 1 or is_of_time(line.line.text) for line in below)


_UNITS = re.compile(r"\b(?:million|thousand|billion|000)s?\b|'000|[$€£]|\bper share\b|%", re.IGNORECASE)
_SENTENCE = re.compile(r"\b(?:was|were|is|are|has|have|had|will|approximately|increased|decreased)\b", re.IGNORECASE)
_REMARK = re.compile(r"\W{0,2}(?:\d{1,2}|[a-z])\)|[*†‡]|notes?\b", re.IGNORECASE)  # on the table above
_MAX_LINE = 120  # characters


def _caption(rows: Sequence[Row], top: int, floor: int) -> str:
    """Return the lines right above the header that say what the figures are in."""
    lines: list[str] = []
    for row in reversed(rows[max(floor, top - _MAX_CAPTION) : top]):
        text = row.line.text
        if row.has_data or len(text) > 200:
            break
        if (
            _UNITS.search(text)
            and not _REMARK.match(text)
            and (text.startswith("(") or text.endswith((")", "):")) or _names(text))
        ):
            lines.append(text)
    return " ".join(reversed(lines))


def _names(text: str) -> bool:
    """Say whether a line names what stands below it, and is no part of a sentence that tells something."""
    return len(text) <= _MAX_LINE and text[:1].isupper() and not _SENTENCE.search(text)

"""A sheet of cells to blocks: titles, notes, and tables with their heads put together."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dragoman.documents.presentation import scale_in
from dragoman.documents.reading import Block, Grid, Heading, Paragraph
from dragoman.interpret.cell import read_cell
from dragoman.interpret.period_label import MONTHS

_YEAR = re.compile(
    r"(?:FY\s?)?(?:19|20)\d\d(?:[A-Z]{1,2})?(?:\s*\(?[A-Z]{0,3}[$€£¥](?:m|mn|bn|['’]?000)?\)?)?(?:\s*\(\w\))?"
)
_MAX_TITLE = 160  # characters; a longer line is prose
_MAX_UNIT = 60  # characters
_ENDED = re.compile(
    rf"^(?:(?:as )?(?:at|of)\b|.*\b(?:years? )?end(?:ed|ing)\b)|\b(?:{'|'.join(MONTHS)})\s?\d*,?:?$", re.IGNORECASE
)
_UNIT_WORDS = re.compile(r"\b(?:thousands?|millions?|billions?|dollars|percent)\b|[$€£]|\b[A-Z]{3}\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetCell:
    """What a cell shows and where it stands; a number of a year is no figure."""

    text: str = ""
    place: str = ""  # 'sheet "Income", cell C14'
    is_number: bool = False

    @property
    def is_figure(self) -> bool:
        """Say whether it is a value of a table, and not a head such as 2024."""
        if not self.text or _YEAR.fullmatch(self.text):
            return False
        return self.is_number or (any(map(str.isdigit, self.text)) and read_cell(self.text) is not None)


Row = Sequence[SheetCell]


def blocks_of(rows: Sequence[Row], *, page: int, level: int = 2) -> Iterator[Block]:
    """Give the titles, notes and tables of a rectangle of cells, in order."""
    for part in _parts(rows):
        yield from _blocks(part, page, level)


def _parts(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """Split where a blank row is followed by what heads another table."""
    part: list[Row] = []
    after_blank = False
    for index, row in enumerate(rows):
        if not any(cell.text for cell in row):
            after_blank = True
            continue
        if after_blank and part and _has_figures(part) and _begins_anew(rows[index:]):
            yield part
            part = []
        part.append(row)
        after_blank = False
    if part:
        yield part


def _has_figures(part: Sequence[Row]) -> bool:
    return any(cell.is_figure for row in part for cell in row)


def _begins_anew(rows: Sequence[Row]) -> bool:
    """Say whether the rows begin with heads of columns, or with one title and then those."""
    for row in rows[:4]:
        filled = [cell for cell in row if cell.text]
        if any(cell.is_figure for cell in filled):
            return False
        if len(filled) > 1:
            return True
    return False


def _blocks(part: list[Row], page: int, level: int) -> Iterator[Block]:
    first = next((index for index, row in enumerate(part) if any(cell.is_figure for cell in row[1:])), None)
    if first is None:
        yield from (Paragraph(page=page, text=" | ".join(_texts(row))) for row in part)
        return
    below = _first_of_body(part, first)
    start = _first_head(part, below)
    heads = [row for row in part[start:below] if _is_head(row)]
    heads += _dated(part[:start], part[start:below], width=len(part[0]))
    loose = [row for row in part[:below] if row not in heads and not _is_dated(row)]
    titles = [text for row in loose for text in _texts(row)]
    over = [text for row in part[below:first] if _is_unit(row) for text in _texts(row)]
    yield from _titles(titles, page, level)
    last = max(index for index, row in enumerate(part) if any(cell.is_figure for cell in row[1:]))
    body = [row for index, row in enumerate(part[below : last + 1], below) if index >= first or not _is_unit(row)]
    yield _grid([*heads, *body], len(heads), page, _caption([*titles, *over]))
    yield from (Paragraph(page=page, text=" ".join(_texts(row))) for row in part[last + 1 :])


def _first_of_body(part: Sequence[Row], first: int) -> int:
    """Return where the body begins: labels of groups stand over the first figures and under the heads."""
    below = first
    while below and _is_group(part[below - 1]):
        below -= 1
    return below if below and (_is_head(part[below - 1]) or _first_head(part, below) < below) else first


def _first_head(part: Sequence[Row], below: int) -> int:
    """Return where the heads over the body begin; a line over some columns alone may stand between them."""
    start = first = below
    while start and (_is_head(part[start - 1]) or _is_over_some(part[start - 1])):
        start -= 1
        first = start if _is_head(part[start]) else first
    return first


def _dated(above: Sequence[Row], among: Sequence[Row], *, width: int) -> list[Row]:
    """Return what a line over some columns says of the days of all, as "Years ended June 30,", over the labels."""
    found = [text for row in (*above, *among) if _is_dated(row) and not _is_head(row) for text in _texts(row)]
    return [[SheetCell(text=" ".join(found)), *[SheetCell()] * (width - 1)]] if found else []


def _is_dated(row: Row) -> bool:
    texts = _texts(row)
    return len(texts) == 1 and len(texts[0]) <= _MAX_UNIT and _ENDED.search(texts[0]) is not None


def _is_group(row: Row) -> bool:
    return bool(row[0].text) and not any(cell.text and cell.text != row[0].text for cell in row[1:])


def _is_over_some(row: Row) -> bool:
    return not row[0].text and any(cell.text for cell in row[1:])


def _is_unit(row: Row) -> bool:
    """Say whether a row is but a word on units, as "(in thousands)" under the heads."""
    texts = _texts(row)
    return len(texts) == 1 and len(texts[0]) < _MAX_UNIT and scale_in(texts[0]) is not None


def _is_head(row: Row) -> bool:
    """Say whether a row heads columns; a title that is merged over all of them does not."""
    filled = [cell for cell in row[1:] if cell.text and cell.text != row[0].text]
    return len(filled) > 1 or bool(filled and (row[0].text or len(row) == 2))


def _texts(row: Row) -> list[str]:
    """Return the texts of a row, a merged cell's once."""
    found: list[str] = []
    for cell in row:
        if cell.text and (not found or found[-1] != cell.text):
            found.append(cell.text)
    return found


def _titles(titles: Sequence[str], page: int, level: int) -> Iterator[Block]:
    for index, text in enumerate(titles):
        is_title = index == 0 and len(text) <= _MAX_TITLE
        yield Heading(page=page, level=level, text=text) if is_title else Paragraph(page=page, text=text)


def _caption(titles: Sequence[str]) -> str:
    """Return what the lines over a table say of its units."""
    return " · ".join(text for text in titles if scale_in(text) or (len(text) < 60 and _UNIT_WORDS.search(text)))


def _grid(rows: list[Row], heads: int, page: int, caption: str) -> Grid:
    keep = [column for column in range(len(rows[0])) if not column or any(row[column].text for row in rows[heads:])]
    rows = [[row[column] for column in keep] for row in rows]
    labels = _label_columns(rows, heads)
    header = tuple(_head(rows[:heads], column) for column in range(labels, len(keep)))
    over = " ".join(dict.fromkeys(cell.text for row in rows[:heads] for cell in row[:labels] if cell.text))
    body = rows[heads:]
    return Grid(
        page=page,
        header=(over, *header),
        rows=tuple((_label(row[:labels]), *(cell.text for cell in row[labels:])) for row in body),
        boxes=tuple((None,) * (len(header) + 1) for _ in body),
        places=tuple(("", *(cell.place for cell in row[labels:])) for row in body),
        caption=caption,
    )


def _label_columns(rows: Sequence[Row], heads: int) -> int:
    """Return how many columns at the left hold labels: indented ones stand in the second."""
    count = 1
    while count < len(rows[0]) - 1:
        column = [row[count] for row in rows]
        if any(cell.text for cell in column[:heads]) or any(cell.is_figure for cell in column):
            break
        count += 1
    return count


def _head(rows: Sequence[Row], column: int) -> str:
    return " ".join(dict.fromkeys(row[column].text for row in rows if row[column].text))


def _label(cells: Row) -> str:
    return " ".join(_texts(cells))

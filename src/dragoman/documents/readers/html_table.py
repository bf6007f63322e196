"""A table of a web page to rows of cells: spans spread out, signs put to figures, columns under one head joined."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from dragoman.documents.readers.html_hidden import Hidden
from dragoman.documents.readers.sheet import SheetCell

_MAX_SPAN = 200
_MAX_PLACES = 200_000  # of one table
_BEFORE = re.compile(r"[A-Z]{0,3}[$€£¥]\s?\(?|\(")
_BEHIND = re.compile(r"\)|%|\)\s?%|%\s?\)")


@dataclass(frozen=True, slots=True)
class _Piece:
    """What one place of the table shows; places under one wide cell share its number."""

    text: str = ""
    source: int = 0


_EMPTY = _Piece()


def rows_of_table(table: Any, hidden: Hidden, *, place: str) -> list[list[SheetCell]]:  # noqa: ANN401 (lxml)
    """Return the rows as a rectangle."""
    rows = [_with_signs(row) for row in _spread(table, hidden)]
    if not rows:
        return []
    width = max(map(len, rows))
    rows = [[*row, *[_EMPTY] * (width - len(row))] for row in rows]
    groups = _groups(rows, width)
    return [
        [_cell([row[column] for column in group], f"{place}, row {number}") for group in groups]
        for number, row in enumerate(rows, 1)
    ]


def _spread(table: Any, hidden: Hidden) -> Iterator[list[_Piece]]:  # noqa: ANN401 (as above)
    """Give each row with its cells repeated over the columns and rows they span; a figure stands once."""
    below: dict[int, tuple[int, _Piece]] = {}  # column → rows still covered, and by what
    source = places = 0
    for row in table.iter("tr"):
        if hidden.is_hidden(row):
            continue
        line: list[_Piece] = []
        for cell in row.iterchildren("td", "th"):
            if hidden.is_hidden(cell):
                continue
            _fill(line, below)
            source += 1
            piece = _Piece(_text(cell, hidden), source)
            start, columns, rows = len(line), _span(cell, "colspan"), _span(cell, "rowspan")
            line += [piece] * columns
            if rows > 1:
                below |= dict.fromkeys(range(start, start + columns), (rows - 1, piece))
        _fill(line, below)
        places += len(line)
        if places > _MAX_PLACES:
            return
        yield line


def _fill(line: list[_Piece], below: dict[int, tuple[int, _Piece]]) -> None:
    while len(line) in below:
        left, piece = below.pop(len(line))
        if left > 1:
            below[len(line)] = (left - 1, piece)
        line.append(piece)


def _span(cell: Any, name: str) -> int:  # noqa: ANN401 (as above)
    said = (cell.get(name) or "1").strip()
    return max(1, min(int(said), _MAX_SPAN)) if said.isdecimal() and len(said) < 6 else 1


def _text(cell: Any, hidden: Hidden) -> str:  # noqa: ANN401 (as above)
    """Return what a cell shows, without what is hidden in it."""
    return " ".join("".join(_shown(cell, hidden)).split())


def _shown(element: Any, hidden: Hidden) -> Iterator[str]:  # noqa: ANN401 (as above)
    from lxml import etree

    walk = etree.iterwalk(element, events=("start", "end"))
    for event, one in walk:
        if not isinstance(one.tag, str):
            continue
        if event == "end":
            yield (one.tail or "") if one is not element else ""
            yield " " if one.tag.lower() in ("p", "div", "li", "br") else ""
        elif one is not element and hidden.is_hidden(one):
            walk.skip_subtree()
        else:
            yield one.text or ""


def _with_signs(row: Sequence[_Piece]) -> list[_Piece]:
    """Put "$" before and ")" and "%" behind the figure they stand beside in cells of their own."""
    line = list(row)
    last = -1  # the place of the latest figure
    sign = -1
    for index, piece in enumerate(row):
        if not piece.text or (index and piece is row[index - 1]):
            continue
        if _BEFORE.fullmatch(piece.text):
            sign = index
        elif _BEHIND.fullmatch(piece.text) and last >= 0:
            _put(line, last, line[last].text + piece.text)
            _put(line, index, "")
        else:
            if sign >= 0:
                _put(line, index, line[sign].text + piece.text)
                _put(line, sign, "")
            last, sign = index, -1
    return line


def _put(line: list[_Piece], at: int, text: str) -> None:
    old = line[at]
    for index in range(at, len(line)):
        if line[index] is old:
            line[index] = _Piece(text, old.source)


def _groups(rows: Sequence[Sequence[_Piece]], width: int) -> list[list[int]]:
    """Return the columns that stand under the same heads; a column without any head goes its own way."""
    first = next((index for index, row in enumerate(rows) if _has_figure(row)), len(rows))
    groups: list[list[int]] = []
    before: tuple[int, ...] | None = None
    for column in range(width):
        heads = tuple(row[column].source for row in rows[:first] if row[column].text)
        deepest = heads[-1:] if heads and not _is_over_all(heads[-1], rows[:first], width) else ()
        if groups and deepest and deepest == before:
            groups[-1].append(column)
        else:
            groups.append([column])
        before = deepest
    return groups


def _is_over_all(source: int, rows: Sequence[Sequence[_Piece]], width: int) -> bool:
    return any(sum(piece.source == source for piece in row) == width for row in rows)


def _has_figure(row: Sequence[_Piece]) -> bool:
    return any(SheetCell(text=piece.text).is_figure for piece in row[1:])


def _cell(pieces: Sequence[_Piece], place: str) -> SheetCell:
    texts = {piece.source: piece.text for piece in pieces if piece.text}
    text = " ".join(texts.values())
    return SheetCell(text=text, place=place if text else "")

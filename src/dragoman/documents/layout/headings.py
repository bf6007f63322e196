"""What the lines over a table say about each of its columns."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from dragoman.documents.layout.cell import PrintedCell
from dragoman.documents.layout.columns import Column
from dragoman.documents.layout.page import Word, around
from dragoman.documents.layout.region import Row

_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_TIME = re.compile(
    r"(?<![-\w])(?:(?:19|20)\d\d|fy|year|years|month|months|weeks|quarter|quarters|half"
    r"|fiscal|ended|ending|as (?:at|of)"
    r"|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\b",
    re.IGNORECASE,
)
_UNIT = re.compile(r"\b(?:thousands?|millions?|billions?)\b|[$€£]\s?(?:'?000|mm?\b|bn\b)", re.IGNORECASE)
_LENGTH = re.compile(r"(?:three|six|nine|twelve|\d{1,2})[ -](?:months|weeks)|(?:year|quarter|half|period) ended")
_AGAINST = re.compile(r"\b(?:vs|versus|over|compared|change)\b", re.IGNORECASE)  # "2015 vs. 2014" is one heading
_CLOSE = 0.3  # of a column's pitch: how far a heading's middle may be from that of the columns it stands over
_INDENT = 20.0  # points from where the labels begin to where one over them may
_BLANK = 0.5  # of the type's size: a wider gap between words may be that between two headings

Span = tuple[int, int]  # first and last column


def headings(rows: Sequence[Row], columns: Sequence[Column], *, margin: float = 0.0) -> tuple[str, ...]:
    """Return for the label column and each column what the header rows say over it, from top to bottom.

    `margin` is where the labels begin. Rows are read from the lowest: headings stand over those below them, and
    figures, set flush right, may lie beside both.
    """
    said: list[list[str]] = [[] for _ in range(len(columns) + 1)]
    strips = list(columns)
    for row in reversed(rows):
        labels, over = _sides(row, strips, margin)
        if len(over) == 1 and len(columns) > 1 and _UNIT.search(over[0].text) and not _YEAR.search(over[0].text):
            labels, over = [*labels, *over], []  # "(In thousands)" in the middle holds for all of them
        said[0] += [cell.text for cell in reversed(labels)]
        for cell, (first, last) in zip(over, spans(over, strips), strict=True):
            for number in range(first, last + 1):
                said[number + 1].append(cell.text)
            if first == last and not cell.text.startswith("("):  # "(Unaudited)" may stand between two columns
                strips[first] = Column(x0=cell.box.x0, x1=cell.box.x1, outer=cell.box.x0)
    return tuple(" ".join(reversed(parts)) for parts in said)


def is_of_time(text: str) -> bool:
    """Say whether a text speaks of years, months, quarters or dates."""
    return _TIME.search(text) is not None


def spans(cells: Sequence[PrintedCell], columns: Sequence[Column]) -> list[Span]:
    """Return for each heading of one line the columns it stands over; an empty span (1, 0) where there is none.

    One by one where they are as many as the columns. Else a heading has the columns it touches, and one that speaks
    of time also their neighbours, as far as it stands in the middle of them all.
    """
    if len(cells) == len(columns):
        return [(number, number) for number in range(len(columns))]
    own = _touched(cells, columns)
    if whole := _partition(cells, own, columns):
        return whole
    found: list[Span] = []
    for number, cell in enumerate(cells):
        floor = max((last + 1 for _, last in found), default=0)
        limit = min((first for first, last in own[number + 1 :] if first <= last), default=len(columns)) - 1
        found.append(_widened(cell, own[number], (floor, limit), columns))
    return found


def _sides(row: Row, columns: Sequence[Column], margin: float) -> tuple[list[PrintedCell], list[PrintedCell]]:
    """Part the cells of a header line into those over the labels and those over the columns."""
    cells = [part for cell in row.cells for part in _parted(cell, columns)]
    dated = [cell for cell in cells if _YEAR.search(cell.text)]
    if len(dated) == len(columns) and cells[-len(columns) :] == dated:
        return cells[: -len(columns)], dated
    if len(cells) == len(columns) and cells[0].box.x0 > margin + _INDENT:
        return [], cells
    over = [cell for cell in cells if not _is_label(cell, columns, margin)]
    return [cell for cell in cells if cell not in over], over


def _is_label(cell: PrintedCell, columns: Sequence[Column], margin: float) -> bool:
    """Say whether a cell of the header stands over the labels and not over the first column."""
    first = columns[0]
    if cell.box.x0 <= margin + _INDENT and cell.box.x1 < first.x1:
        return True
    return _middle(cell) < first.outer - max(0.5 * (first.x1 - first.outer), 0.6 * _pitch(columns))


def _touched(cells: Sequence[PrintedCell], columns: Sequence[Column]) -> list[Span]:
    """Return the columns that each heading touches; a column that two touch goes to the nearer one."""
    owner: dict[int, int] = {}
    for number, column in enumerate(columns):
        touching = [i for i, cell in enumerate(cells) if column.distance(cell.box.x0, cell.box.x1) == 0]
        if touching:
            owner[number] = min(touching, key=lambda i: abs(_middle(cells[i]) - column.middle))
    found = []
    for i, cell in enumerate(cells):
        own = [number for number, who in owner.items() if who == i]
        if not own:
            own = _nearest(cell, columns, set(owner))
        found.append((own[0], own[-1]) if own else (1, 0))
    return found


def _nearest(cell: PrintedCell, columns: Sequence[Column], taken: set[int]) -> list[int]:
    near = min(range(len(columns)), key=lambda i: columns[i].distance(cell.box.x0, cell.box.x1))
    away = columns[near].distance(cell.box.x0, cell.box.x1)
    return [near] if near not in taken and away <= 0.5 * _pitch(columns) else []


def _partition(cells: Sequence[PrintedCell], own: Sequence[Span], columns: Sequence[Column]) -> list[Span] | None:
    """Share out all columns evenly where each heading stands over the middle of its share.

    It speaks of time, or its middle is between two columns, as that of "(Unaudited)" over an amount and its percent.
    """
    size, rest = divmod(len(columns), len(cells)) if cells else (0, 1)
    is_one = len(cells) == 1  # and may stand over some in the middle only
    if (
        rest
        or size < 2
        or not all(is_of_time(cell.text) or (not is_one and _is_between(cell, columns)) for cell in cells)
    ):
        return None
    shares = [(at, at + size - 1) for at in range(0, len(columns), size)]
    fits = all(
        _away(cell, share, columns) <= _CLOSE * _pitch(columns)
        and (first > last or (share[0] <= first and last <= share[1]))
        for cell, share, (first, last) in zip(cells, shares, own, strict=True)
    )
    return shares if fits else None


def _is_between(cell: PrintedCell, columns: Sequence[Column]) -> bool:
    middle = _middle(cell)
    return all(column.distance(middle, middle) > 0 for column in columns)


def _widened(cell: PrintedCell, own: Span, room: Span, columns: Sequence[Column]) -> Span:
    """Return the columns around its own whose middle is nearest to the heading's."""
    first, last = own
    if not is_of_time(cell.text):
        return own
    if first > last:
        choices = [(a, b) for a in range(room[0], room[1] + 1) for b in range(a, room[1] + 1)]
    else:
        choices = [(a, b) for a in range(room[0], first + 1) for b in range(last, room[1] + 1)]
    near = [span for span in choices if _away(cell, span, columns) <= _CLOSE * _pitch(columns)]
    if not near:
        return own
    # "Year ended June 30," wants years below it; "2024" may be all that its one column has.
    sign = 1 if _YEAR.search(cell.text) else -1
    return min(near, key=lambda span: (sign * (span[1] - span[0]), _away(cell, span, columns)))


def _away(cell: PrintedCell, span: Span, columns: Sequence[Column]) -> float:
    """Return how far the middle of a heading is from that of the columns."""
    return abs(_middle(cell) - (columns[span[0]].outer + columns[span[1]].x1) / 2)


def _pitch(columns: Sequence[Column]) -> float:
    return min((right.middle - left.middle for left, right in pairwise(columns)), default=40.0)


def _parted(cell: PrintedCell, columns: Sequence[Column]) -> list[PrintedCell]:
    """Part a heading that holds those of several columns: it names several years, or has a gap between two columns."""
    if len(cell.words) < 2:
        return [cell]
    if _AGAINST.search(cell.text):
        return [cell]
    if len(_YEAR.findall(cell.text)) >= 2:
        groups: dict[int, list[Word]] = {}
        for word in cell.words:
            middle = (word.box.x0 + word.box.x1) / 2
            nearest = min(range(len(columns)), key=lambda i: abs(columns[i].middle - middle))
            groups.setdefault(nearest, []).append(word)
        return [_cell_of(words) for words in groups.values()] if len(groups) > 1 else [cell]
    parts = list(_at_gaps(cell, columns))
    return [_cell_of(words) for words in (parts if len(parts) > 1 else _at_lengths(cell))]


def _at_gaps(cell: PrintedCell, columns: Sequence[Column]) -> Iterator[list[Word]]:
    between = [(left.x1, right.outer) for left, right in pairwise(columns)]
    group: list[Word] = []
    for word in cell.words:
        if group and word.box.x0 - group[-1].box.x1 >= _BLANK * word.size:
            edge = group[-1].box.x1, word.box.x0
            if any(edge[0] >= x0 - 2 * word.size and edge[1] <= x1 + 2 * word.size for x0, x1 in between):
                yield group
                group = []
        group.append(word)
    yield group


def _at_lengths(cell: PrintedCell) -> Iterator[list[Word]]:
    """Part "Three months ended June 30, Six months ended June 30," where the second length begins."""
    group: list[Word] = []
    for number, word in enumerate(cell.words):
        is_start = " ".join(part.text for part in cell.words[number : number + 2]).lower()
        if _LENGTH.fullmatch(is_start) and any("ended" in part.text.lower() for part in group):
            yield group
            group = []
        group.append(word)
    yield group


def _cell_of(words: list[Word]) -> PrintedCell:
    text = " ".join(word.text for word in words)
    return PrintedCell(text=text, box=around(word.box for word in words), is_figure=False, words=tuple(words))


def _middle(cell: PrintedCell) -> float:
    return (cell.box.x0 + cell.box.x1) / 2

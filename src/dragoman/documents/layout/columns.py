"""The columns of a table: where its figures stand under one another, and which heading is over each."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from dragoman.documents.layout.cell import PrintedCell
from dragoman.documents.layout.page import Word, around
from dragoman.documents.layout.region import Row

_SLACK = 2.0  # points that figures of neighbouring columns may come closer than they should
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """The strip of the page that one column of figures takes; `outer` is where its currency signs begin."""

    x0: float
    x1: float
    outer: float

    @property
    def middle(self) -> float:
        """Half way between its edges, signs included."""
        return (self.outer + self.x1) / 2

    def distance(self, x0: float, x1: float) -> float:
        """Return how far a span lies from it, 0 where they share a point."""
        return max(0.0, x0 - self.x1, self.outer - x1)


def columns_of(rows: Iterable[Row]) -> tuple[Column, ...]:
    """Return the columns from left to right: figures that share a point of the line's width share a column.

    Where that throws two figures of one row together, right edges decide: figures are set flush right.
    """
    rows = list(rows)
    figures = [figure for row in rows for figure in row.figures]
    columns = _merged(figures)
    if any(_collides(row, columns) for row in rows):
        columns = _by_right_edges(figures)
    return tuple(columns)


def place_of(cell: PrintedCell, columns: Sequence[Column]) -> int:
    """Return the number of the column a figure stands in."""
    return min(range(len(columns)), key=lambda i: _away(columns[i], cell))


def headings(rows: Sequence[Row], columns: Sequence[Column]) -> tuple[str, ...]:
    """Return for the label column and each column what the header rows say over it, from top to bottom."""
    said: list[list[str]] = [[] for _ in range(len(columns) + 1)]
    for row in rows:
        cells = [part for cell in row.cells for part in _parted(cell, columns)]
        over = [cell for cell in cells if not _is_label(cell, columns[0])]
        said[0] += [cell.text for cell in cells if cell not in over]
        for number, heading in enumerate(_headings_of(over, columns), 1):
            said[number] += [heading] if heading else []
    return tuple(" ".join(parts) for parts in said)


def _headings_of(cells: Sequence[PrintedCell], columns: Sequence[Column]) -> list[str]:
    """Return what one header row says over each column: one by one where they are as many, else by place."""
    if len(cells) == len(columns):
        return [cell.text for cell in cells]
    return [_over(column, cells, columns) for column in columns]


def _is_label(cell: PrintedCell, first: Column) -> bool:
    """Say whether a cell of the header stands over the labels and not over the first column."""
    return cell.box.x1 < first.outer or (cell.box.x0 + cell.box.x1) / 2 < first.outer - 0.5 * (first.x1 - first.outer)


def _over(column: Column, cells: Sequence[PrintedCell], columns: Sequence[Column]) -> str:
    """Return the heading over a column: the one that covers it, else the nearest that is close enough."""
    if not cells:
        return ""
    near = min(cells, key=lambda c: (column.distance(c.box.x0, c.box.x1), abs(_middle(c) - column.middle)))
    away = column.distance(near.box.x0, near.box.x1)
    return near.text if away <= _reach(cells, columns) else ""


def _reach(cells: Sequence[PrintedCell], columns: Sequence[Column]) -> float:
    """Return how far a heading reaches: half a column's pitch, or over the columns that it must share with others."""
    pitch = min((right.middle - left.middle for left, right in pairwise(columns)), default=40.0)
    share = len(columns) / len(cells)
    return pitch * (0.3 if share <= 1 else 0.6 * share)


def _parted(cell: PrintedCell, columns: Sequence[Column]) -> list[PrintedCell]:
    """Part a heading that holds those of several columns: it names several years."""
    if len(_YEAR.findall(cell.text)) < 2 or len(cell.words) < 2:
        return [cell]
    groups: dict[int, list[Word]] = {}
    for word in cell.words:
        middle = (word.box.x0 + word.box.x1) / 2
        nearest = min(range(len(columns)), key=lambda i: abs(columns[i].middle - middle))
        groups.setdefault(nearest, []).append(word)
    if len(groups) < 2:
        return [cell]
    return [_cell_of(words) for words in groups.values()]


def _cell_of(words: list[Word]) -> PrintedCell:
    text = " ".join(word.text for word in words)
    return PrintedCell(text=text, box=around(word.box for word in words), is_figure=False, words=tuple(words))


def _middle(cell: PrintedCell) -> float:
    return (cell.box.x0 + cell.box.x1) / 2


def _away(column: Column, cell: PrintedCell) -> float:
    overlap = min(column.x1, cell.box.x1) - max(column.x0, cell.box.x0)
    return -overlap if overlap > 0 else abs(column.x1 - cell.box.x1)


def _merged(figures: Sequence[PrintedCell]) -> list[Column]:
    groups: list[list[PrintedCell]] = []
    edge = 0.0
    for figure in sorted(figures, key=lambda f: f.box.x0):
        if groups and figure.box.x0 <= edge - _SLACK:
            groups[-1].append(figure)
            edge = max(edge, figure.box.x1)
        else:
            groups.append([figure])
            edge = figure.box.x1
    return [_column(group) for group in groups]


def _column(figures: Sequence[PrintedCell]) -> Column:
    return Column(
        x0=min(figure.box.x0 for figure in figures),
        x1=max(figure.box.x1 for figure in figures),
        outer=min(figure.outer.x0 for figure in figures),
    )


def _collides(row: Row, columns: Sequence[Column]) -> bool:
    places = [place_of(figure, columns) for figure in row.figures]
    return len(set(places)) < len(places)


def _by_right_edges(figures: Sequence[PrintedCell]) -> list[Column]:
    columns: list[Column] = []
    group: list[PrintedCell] = []
    for figure in sorted(figures, key=lambda f: f.box.x1):
        if group and figure.box.x1 - group[-1].box.x1 > 5.0:
            columns.append(_column(group))
            group = []
        group.append(figure)
    if group:
        columns.append(_column(group))
    return columns

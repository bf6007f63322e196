"""The columns of a table: where its figures stand under one another."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dragoman.documents.layout.cell import PrintedCell, is_amount
from dragoman.documents.layout.region import Row

_MANY_ROWS = 5  # in a table with as many, a lone dash is a stray mark and no column
_SLACK = 2.0  # points that figures of neighbouring columns may come closer than they should


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
    groups = _merged(figures)
    if any(_collides(row, [_column(group) for group in groups]) for row in rows):
        groups = _by_right_edges(figures)
    if len(rows) >= _MANY_ROWS:
        labels = sorted(row.labels[-1].box.x1 for row in rows if row.labels)
        usual = labels[len(labels) // 2] if labels else 0.0
        groups = [group for group in groups if len(group) > 1 or (is_amount(group[0].text) and group[0].box.x0 > usual)]
    return tuple(_column(group) for group in groups)


def place_of(cell: PrintedCell, columns: Sequence[Column]) -> int:
    """Return the number of the column a figure stands in."""
    return min(range(len(columns)), key=lambda i: _away(columns[i], cell))


def _away(column: Column, cell: PrintedCell) -> float:
    overlap = min(column.x1, cell.box.x1) - max(column.x0, cell.box.x0)
    return -overlap if overlap > 0 else abs(column.x1 - cell.box.x1)


def _merged(figures: Sequence[PrintedCell]) -> list[list[PrintedCell]]:
    groups: list[list[PrintedCell]] = []
    edge = 0.0
    for figure in sorted(figures, key=lambda f: f.box.x0):
        if groups and figure.box.x0 <= edge - min(_SLACK, _half(figure), _half(groups[-1][0])):
            groups[-1].append(figure)
            edge = max(edge, figure.box.x1)
        else:
            groups.append([figure])
            edge = figure.box.x1
    return groups


def _half(figure: PrintedCell) -> float:
    return (figure.box.x1 - figure.box.x0) / 2  # a dash is narrower than twice the slack


def _column(figures: Sequence[PrintedCell]) -> Column:
    return Column(
        x0=min(figure.box.x0 for figure in figures),
        x1=max(figure.box.x1 for figure in figures),
        outer=min(figure.outer.x0 for figure in figures),
    )


def _collides(row: Row, columns: Sequence[Column]) -> bool:
    places = [place_of(figure, columns) for figure in row.figures]
    return len(set(places)) < len(places)


def _by_right_edges(figures: Sequence[PrintedCell]) -> list[list[PrintedCell]]:
    groups: list[list[PrintedCell]] = []
    group: list[PrintedCell] = []
    for figure in sorted(figures, key=lambda f: f.box.x1):
        if group and figure.box.x1 - group[-1].box.x1 > 5.0:
            groups.append(group)
            group = []
        group.append(figure)
    return [*groups, group] if group else groups

"""Where the tables of a page are: runs of lines whose figures stand under one another."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from dragoman.documents.layout.cell import PrintedCell, cells_of
from dragoman.documents.layout.line import Line

_YEAR = re.compile(r"(?:19|20)\d\d(?:\s?\(?[a-z*\d]{1,2}\)?)?")
_YEAR_OVER_ROWS = re.compile(r"(?:19|20)\d\d\s?:?")
_MARK = re.compile(r"\d{1,2}|\((?:\d{1,2}|[a-z])\)")
_MAX_GAP = 3.2  # of the type's size, or of the page's usual white between rows where that is more
_MAX_LEADING = 2.0  # of the type's size: more white between all rows of a page is no leading
_MIN_ROWS = 2
_MIN_SIDE = 3  # rows that must have labels in the middle
_SIDE_SHARE = 0.6  # of the rows with figures
_SIDE_INDENT = 30.0  # points from the leftmost of them to the others
_MAX_REMARKS = 2  # cells of words behind the figures
_MAX_REMARK = 30  # characters


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A line of a table: its label's cells, and behind them its figures."""

    line: Line
    cells: tuple[PrintedCell, ...]

    @property
    def figures(self) -> tuple[PrintedCell, ...]:
        """The last run of figures; behind it may stand a few words, as in a column of remarks."""
        start, stop = self._run
        return self.cells[start:stop]

    @property
    def labels(self) -> tuple[PrintedCell, ...]:
        """The cells before the figures."""
        return self.cells[: self._run[0]]

    @property
    def remarks(self) -> tuple[PrintedCell, ...]:
        """The cells behind the figures."""
        return self.cells[self._run[1] :]

    @property
    def _run(self) -> tuple[int, int]:
        stop = len(self.cells)
        if stop == 1 and _YEAR_OVER_ROWS.fullmatch(self.cells[0].text):
            return stop, stop  # a label: the rows below it are of that year
        while stop and not self.cells[stop - 1].is_figure:
            stop -= 1
        remarks = self.cells[stop:]
        if len(remarks) > _MAX_REMARKS or any(len(cell.text) > _MAX_REMARK for cell in remarks):
            stop = len(self.cells)
        start = stop
        while start and self.cells[start - 1].is_figure:
            start -= 1
        return (start, stop) if start or not remarks else (len(self.cells), len(self.cells))

    @property
    def is_of_years(self) -> bool:
        """Say whether all its figures are years, as in a header."""
        figures = self.figures
        return bool(figures) and all(_YEAR.fullmatch(figure.text) for figure in figures)

    @property
    def has_data(self) -> bool:
        """Say whether it holds figures that are no years."""
        return bool(self.figures) and not self.is_of_years


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """The rows of one table, by their numbers among the lines of the page; `first` is the first row with data."""

    start: int
    first: int
    stop: int  # behind the last


def rows_of(lines: Sequence[Line]) -> tuple[Row, ...]:
    """Return each line as a row; the raised number of a note, alone on its line, is no figure."""
    rows = [Row(line=line, cells=cells_of(line)) for line in lines]
    return tuple(_without_mark(row, below.line) for row, below in zip(rows, [*rows[1:], *rows[-1:]], strict=True))


def _without_mark(row: Row, below: Line) -> Row:
    box, label = row.line.box, below.pieces[0].box
    is_beside = label.x0 < box.x0 <= label.x1 + below.size
    if is_beside and len(row.cells) == 1 and _MARK.fullmatch(row.cells[0].text) and box.y0 < below.box.y0 < box.y1:
        return replace(row, cells=(replace(row.cells[0], is_figure=False),))
    return row


def regions_of(rows: Sequence[Row]) -> tuple[Region, ...]:
    """Return the tables from top to bottom; none overlap."""
    found: list[Region] = []
    leading = leading_of(rows)
    at = 0
    while at < len(rows):
        region = _region(rows, at, leading) if rows[at].figures else None
        if region is None:
            at += 1
        else:
            found.append(region)
            at = region.stop
    return tuple(found)


def leading_of(rows: Sequence[Row]) -> float:
    """Return the usual white from one row with figures to the next line, in points."""
    gaps = sorted(
        below.line.box.y0 - row.line.box.y1
        for row, below in pairwise(rows)
        if row.figures and below.line.box.y0 > row.line.box.y1
    )
    return min(gaps[len(gaps) // 2], _MAX_LEADING * rows[0].line.size) if gaps else 0.0


def gutter_of(rows: Sequence[Row], region: Region) -> float | None:
    """Return the place between two tables that stand side by side, as assets and liabilities do; None for one table.

    Most rows have labels at one place in the middle, and as many figures before as behind them.
    """
    data = [row for row in rows[region.first : region.stop] if row.has_data]
    inner = [label for row in data if (label := _inner_label(row))]
    if len(inner) < max(_MIN_SIDE, _SIDE_SHARE * len(data)):
        return None
    left = min(label.box.x0 for label in inner)
    return left - 1.0 if all(label.box.x0 - left <= _SIDE_INDENT for label in inner) else None


def _inner_label(row: Row) -> PrintedCell | None:
    labels = row.labels
    before = [cell for cell in labels[1:-1] if cell.is_figure]
    if len(labels) < 3 or labels[-1].is_figure or len(before) != len(labels) - 2:
        return None
    return labels[-1] if len(before) == len(row.figures) else None


def _region(rows: Sequence[Row], start: int, leading: float) -> Region | None:
    """Grow a table downward from a row; trailing lines without figures do not belong to it."""
    stop, last = start, start
    edge = min(figure.box.x0 for figure in rows[start].figures)
    while stop < len(rows) and (stop == start or _follows(rows[stop - 1], rows[stop], edge, leading)):
        if rows[stop].figures:
            if _is_year_header(rows, stop, last):
                break
            edge = min(edge, *(figure.box.x0 for figure in rows[stop].figures))
            last = stop
        stop += 1
    stop = last + 1
    data = [number for number in range(start, stop) if rows[number].has_data]
    if len(data) < _MIN_ROWS:
        return None
    return Region(start=start, first=data[0], stop=stop)


def _is_year_header(rows: Sequence[Row], at: int, last: int) -> bool:
    """Say whether another table begins here: a row of years below rows with data."""
    return rows[at].is_of_years and len(rows[at].figures) > 1 and any(row.has_data for row in rows[last : last + 1])


def _follows(above: Row, row: Row, edge: float, leading: float) -> bool:
    """Say whether a row goes on with the table: close below, and a label that ends before the figures."""
    gap = row.line.box.y0 - above.line.box.y1
    if gap > _MAX_GAP * max(row.line.size, above.line.size, leading):
        return False
    if row.figures:
        return True
    return (len(row.cells) == 1 and row.cells[0].box.x1 < edge + row.line.size) or _is_header_like(row)


def _is_header_like(row: Row) -> bool:
    return len(row.cells) > 2 and all(len(cell.text) < 30 for cell in row.cells)

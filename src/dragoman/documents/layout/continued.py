"""Tables that go on: below a line of words, or on the next page, without a header of their own."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from dragoman.documents.reading import Block, Grid, Paragraph

_CLOSE = 10.0  # points by which the right edges of a column may differ from one part to the next: a percent mark
_MAX_BETWEEN = 160  # characters; a longer paragraph parts two tables


def with_headers(blocks: Iterable[Block]) -> Iterator[Block]:
    """Give a table without header that of the one before it, where their columns stand under one another.

    Units said over the first part ("In millions" on the statement's first page) hold for all of it.
    """
    before: Grid | None = None
    for block in blocks:
        if isinstance(block, Grid):
            whole = _continued(before, block) if before else block
            yield whole
            before = whole
            continue
        yield block
        if isinstance(block, Paragraph) and len(block.text) > _MAX_BETWEEN:
            before = None


def _continued(before: Grid, grid: Grid) -> Grid:
    if grid.page - before.page > 1 or not _are_aligned(before, grid):
        return grid
    if not any(grid.header) and any(before.header[1:]):
        return replace(grid, header=before.header, caption=before.caption or grid.caption)
    if grid.header[1:] == before.header[1:] and grid.page > before.page:
        return replace(grid, caption=grid.caption or before.caption)
    return grid


def _are_aligned(before: Grid, grid: Grid) -> bool:
    """Say whether two tables have as many columns, each flush with the other's on the right."""
    if len(before.header) != len(grid.header) or len(grid.header) < 2:
        return False
    edges = [_right_edges(table) for table in (before, grid)]
    return all(
        one is not None and other is not None and abs(one - other) <= _CLOSE for one, other in zip(*edges, strict=True)
    )


def _right_edges(grid: Grid) -> list[float | None]:
    columns = list(zip(*grid.boxes, strict=True))[1:]
    return [max((box.x1 for box in column if box), default=None) for column in columns]

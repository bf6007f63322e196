"""Blocks to their places: which headings each paragraph and table stands under."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from dragoman.documents.reading import Block, Grid, Heading, Paragraph
from dragoman.domain.document import Table

_MAX_CAPTION = 300  # characters; a longer paragraph tells a story, it does not name a table


@dataclass(frozen=True, slots=True, kw_only=True)
class Prose:
    """A paragraph with its heading path."""

    page: int
    section: tuple[str, ...]
    text: str


def place(blocks: Iterable[Block]) -> Iterator[Prose | Table]:
    """Give prose and tables in order, each with its heading path, tables numbered over the document."""
    path: list[tuple[int, str]] = []
    above: Block | None = None
    tables = 0
    for block in blocks:
        section = tuple(text for _, text in path)
        match block:
            case Heading(level=level, text=text):
                path = [(outer, title) for outer, title in path if outer < level] + [(level, text)]
            case Paragraph(page=page, text=text):
                yield Prose(page=page, section=section, text=text)
            case Grid():
                tables += 1
                yield _table(block, tables, caption=block.caption or _caption(above, block), section=section)
        above = block


def _table(grid: Grid, number: int, *, caption: str, section: tuple[str, ...]) -> Table:
    return Table(
        page=grid.page,
        number=number,
        header=grid.header,
        rows=grid.rows,
        caption=caption,
        section=section,
        boxes=grid.boxes,
        places=grid.places,
    )


def _caption(above: Block | None, grid: Grid) -> str:
    if isinstance(above, Paragraph) and above.page == grid.page and len(above.text) <= _MAX_CAPTION:
        return above.text
    return ""

"""How what a reader made of a file travels from its process apart: a line of JSON a page and a block."""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from dragoman.documents.reading import Block, Grid, Heading, Paragraph, Reading
from dragoman.domain.document import Box, Page

Row = dict[str, Any]
MISSING = "missing-extra"  # the refusal of a reader whose package is not installed


def reading_lines(reading: Reading) -> Iterator[str]:
    """Give the lines of a reading of a kind that has no contents tree."""
    about = {
        "metadata": dict(reading.metadata),
        "warnings": reading.warnings,
        "marked": reading.headings_are_marked,
    }
    yield json.dumps({"about": about})
    for page in reading.pages:
        yield json.dumps({"page": [page.number, page.text, page.printed]})
    for block in reading.blocks:
        yield json.dumps(_block_row(block))


def reading_of(rows: Iterable[Row]) -> Reading:
    """Return the reading of such lines. Raises KeyError, TypeError or ValueError for anything else."""
    about: Row | None = None
    pages: list[Page] = []
    blocks: list[Block] = []
    for row in rows:
        if "about" in row:
            about = row["about"]
        elif "page" in row:
            number, text, printed = row["page"]
            pages.append(Page(number=int(number), text=str(text), printed=None if printed is None else str(printed)))
        else:
            blocks.append(_block(row))
    if about is None:
        raise KeyError("about")
    return Reading(
        pages=tuple(pages),
        blocks=tuple(blocks),
        metadata={str(name): str(value) for name, value in about["metadata"].items()},
        warnings=tuple(map(str, about["warnings"])),
        headings_are_marked=bool(about["marked"]),
    )


def _block_row(block: Block) -> Row:
    match block:
        case Heading():
            return {"heading": [block.page, block.level, block.text]}
        case Paragraph():
            return {"paragraph": [block.page, block.text]}
        case Grid():
            boxes = [[box and [box.x0, box.y0, box.x1, box.y1] for box in row] for row in block.boxes]
            return {"grid": [block.page, block.header, block.rows, boxes, block.places, block.caption]}


def _block(row: Row) -> Block:
    (kind, values), *_ = row.items()
    match kind:
        case "heading":
            page, level, text = values
            return Heading(page=int(page), level=int(level), text=str(text))
        case "paragraph":
            page, text = values
            return Paragraph(page=int(page), text=str(text))
        case "grid":
            page, header, rows, boxes, places, caption = values
            return Grid(
                page=int(page),
                header=_texts(header),
                rows=tuple(map(_texts, rows)),
                boxes=tuple(tuple(map(_box, row)) for row in boxes),
                places=tuple(map(_texts, places)),
                caption=str(caption),
            )
    raise ValueError(kind)


def _box(places: Sequence[float] | None) -> Box | None:
    if places is None:
        return None
    x0, y0, x1, y1 = map(float, places)
    return Box(x0=x0, y0=y0, x1=x1, y1=y1)


def _texts(row: Sequence[object]) -> tuple[str, ...]:
    return tuple(map(str, row))

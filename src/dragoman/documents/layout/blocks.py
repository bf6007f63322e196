"""A page to blocks in reading order: headings, paragraphs and tables, column of print by column."""

import re
from collections.abc import Iterator, Sequence
from statistics import median

from dragoman.documents.layout.line import Line, lines_of
from dragoman.documents.layout.page import PageLayout
from dragoman.documents.layout.region import Row, regions_of, rows_of
from dragoman.documents.layout.strips import strips_of
from dragoman.documents.layout.table import read_tables
from dragoman.documents.prose import is_heading
from dragoman.documents.reading import Block, Grid, Heading, Paragraph
from dragoman.documents.running import is_page_number, line_key

_PARAGRAPH_GAP = 0.75  # of the type's size: more white than this between two lines parts paragraphs
_SMALL = 0.92  # of the usual type: smaller is that of notes
_MARK = re.compile(r"(?:\(?[a-z\d]{1,2}\)|\d{1,2})\s*[A-Z]")
_SIGN = re.compile(r"[*†‡§]{1,3}\s*[A-Z]")
_EDGE = 0.14  # of the page's height, from the top and from the bottom: where running lines stand


def blocks_of_page(page: PageLayout, running: frozenset[str] = frozenset()) -> Iterator[Block]:
    """Yield the blocks of a page without its running lines, which are given as `running_lines` returns them."""
    for words in strips_of(page):
        lines = [line for line in lines_of(words) if not _runs(line, page, running)]
        yield from _blocks(page.number, lines)


def _runs(line: Line, page: PageLayout, running: frozenset[str]) -> bool:
    is_at_edge = line.box.y1 < _EDGE * page.height or line.box.y0 > (1 - _EDGE) * page.height
    return is_at_edge and (line_key(line.text) in running or is_page_number(line.text))


def _blocks(page: int, lines: Sequence[Line]) -> Iterator[Block]:
    rows = rows_of(lines)
    at = 0
    for region in regions_of(rows):
        tables = read_tables(rows, region, floor=at)
        yield from _prose(page, rows[at : tables[0].top])
        for table in tables:
            yield Grid(page=page, header=table.header, rows=table.rows, boxes=table.boxes, caption=table.caption)
        at = region.stop
    yield from _prose(page, rows[at:])


def _prose(page: int, rows: Sequence[Row]) -> Iterator[Block]:
    lines = [row.line for row in rows]
    width = max((line.box.x1 - line.box.x0 for line in lines), default=0.0)
    usual = median(line.size for line in lines) if lines else 0.0
    part: list[Line] = []
    for line in lines:
        heading = _is_heading(line)
        if part and (heading or _parts(part[-1], line, width) or _is_footnote(line, usual)):
            yield Paragraph(page=page, text=_text(part))
            part = []
        if heading:
            yield Heading(page=page, level=_level(line), text=line.text)
        else:
            part.append(line)
    if part:
        yield Paragraph(page=page, text=_text(part))


def _is_heading(line: Line) -> bool:
    text = line.text
    is_bold_title = line.is_bold and 3 < len(text) < 100 and not text.endswith((".", ";", ","))
    return is_heading(text) or is_bold_title


def _level(line: Line) -> int:
    return 1 if line.text.isupper() or line.size >= 13 else 2


def _is_footnote(line: Line, usual: float) -> bool:
    """Say whether a note on a mark above begins: smaller type behind a mark, or a sign that is nothing else."""
    return bool(_SIGN.match(line.text)) or (line.size < _SMALL * usual and bool(_MARK.match(line.text)))


def _parts(above: Line, line: Line, width: float) -> bool:
    """Say whether a new paragraph begins: more white, another indent after a short line."""
    if line.box.y0 - above.box.y1 > _PARAGRAPH_GAP * line.size:
        return True
    is_short = above.box.x1 - above.box.x0 < 0.75 * width
    return is_short and above.text.endswith((".", "!", "?", ":"))


def _text(lines: Sequence[Line]) -> str:
    """Return the lines as one text; a word that a hyphen parts at a line's end is put together."""
    text = ""
    for line in lines:
        if text.endswith("-") and line.text[:1].islower():
            text = text[:-1] + line.text
        else:
            text = f"{text} {line.text}".strip()
    return text

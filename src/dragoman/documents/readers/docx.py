"""Word files: headings, paragraphs and tables in the order of the text; pages where the file says they break."""

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dragoman.documents.readers.decode import clean
from dragoman.documents.readers.docx_numbers import numbering_of
from dragoman.documents.readers.sheet import SheetCell, blocks_of
from dragoman.documents.reading import Block, Grid, Heading, Paragraph, Reading, UnreadableDocumentError
from dragoman.domain.document import Page
from dragoman.errors import MissingExtraError

MAX_UNPACKED = 300 * 1024 * 1024  # bytes of all parts together
MAX_PARTS = 5000
_MAX_DEPTH = 8  # of tables in cells of tables
_TABLE_LEVEL = 9  # of a title inside a table: below every heading of Word
_BREAKS = ".//w:lastRenderedPageBreak | .//w:br[@w:type='page']"


def read_docx(data: bytes, path: Path) -> Reading:
    """Read the body of a Word file.

    Raises UnreadableDocumentError for a file that is damaged, too large unpacked or without any text, and
    MissingExtraError when python-docx is not installed.
    """
    try:
        import docx
    except ImportError:
        raise MissingExtraError("reading Word files", "docx") from None
    _check(data, path)
    try:
        file: Any = docx.Document(io.BytesIO(data))
        body = list(_body(file))
    except (MemoryError, RecursionError):
        raise
    except Exception as fault:  # whatever a damaged file makes the library raise
        raise _damaged(path) from fault
    blocks = tuple(block for _, block in body if block is not None)
    if not blocks:
        raise UnreadableDocumentError(path, "the file holds no text", "Is it the right file?")
    title = next((block.text for block in blocks if isinstance(block, Heading)), "")
    return Reading(
        pages=tuple(_pages(body)), blocks=blocks, metadata={"title": title} if title else {}, headings_are_marked=True
    )


def _check(data: bytes, path: Path) -> None:
    """Refuse what is no archive, and one that unpacks to more than any agreement needs."""
    try:
        parts = zipfile.ZipFile(io.BytesIO(data)).infolist()
    except zipfile.BadZipFile:
        raise _damaged(path) from None
    if len(parts) > MAX_PARTS or sum(part.file_size for part in parts) > MAX_UNPACKED:
        raise UnreadableDocumentError(path, f"it unpacks to more than {MAX_UNPACKED >> 20} MB", "Is the file genuine?")


def _damaged(path: Path) -> UnreadableDocumentError:
    return UnreadableDocumentError(path, "this is no Word file, or it is damaged", "Save it as .docx again.")


def _body(file: Any) -> Iterator[tuple[int, Block | None]]:  # noqa: ANN401 (python-docx is optional)
    """Give each part of the body with the page it starts on; None for an empty paragraph."""
    page = 1
    numbering = numbering_of(file)
    for part in file.iter_inner_content():
        if hasattr(part, "rows"):
            yield from ((page, block) for block in _table(part, page))
            continue
        text = clean(part.text).strip()
        text = f"{numbering.label(part)} {text}".strip() if text else ""
        breaks = len(part._p.xpath(_BREAKS))  # noqa: SLF001 (there is no public way to page breaks)
        starts_page = breaks and not _text_before_break(part)
        page += breaks if starts_page else 0
        yield page, _prose(part, text, page) if text else None
        page += 0 if starts_page else breaks


def _text_before_break(paragraph: Any) -> bool:  # noqa: ANN401 (as above)
    before = paragraph._p.xpath("(.//w:lastRenderedPageBreak | .//w:br[@w:type='page'])[1]/preceding::w:t")  # noqa: SLF001 (as above)
    own = set(paragraph._p.xpath(".//w:t"))  # noqa: SLF001 (as above)
    return any(run in own and (run.text or "").strip() for run in before)


def _prose(paragraph: Any, text: str, page: int) -> Block:  # noqa: ANN401 (as above)
    style = (paragraph.style.name or "") if paragraph.style is not None else ""
    if style == "Title":
        return Heading(page=page, level=1, text=" ".join(text.split()))
    if style.startswith("Heading ") and style[8:].isdecimal():
        return Heading(page=page, level=int(style[8:]), text=" ".join(text.split()))
    return Paragraph(page=page, text=text)


def _table(table: Any, page: int, depth: int = 1) -> Iterator[Block]:  # noqa: ANN401 (as above)
    """Give a table and, behind it, the tables that stand in its cells."""
    yield from _grid(table, page)
    cells = {cell._tc: cell for row in table.rows for cell in row.cells} if depth < _MAX_DEPTH else {}  # noqa: SLF001 (a merged cell comes once for each place)
    for cell in cells.values():
        for inner in cell.tables:
            yield from _table(inner, page, depth + 1)


def _grid(table: Any, page: int) -> Iterator[Block]:  # noqa: ANN401 (as above)
    """Give a table of figures with its heads put together, any other one row for row."""
    rows = [tuple(clean(cell.text).strip().replace("\n", " ") for cell in row.cells) for row in table.rows]
    rows = [row for row in rows if any(row)]
    if not rows:
        return
    width = max(map(len, rows))
    padded = tuple((*row, *[""] * (width - len(row))) for row in rows)
    cells = [[SheetCell(text=text) for text in row] for row in padded]
    if width > 1 and any(cell.is_figure for row in cells for cell in row[1:]):
        yield from blocks_of(cells, page=page, level=_TABLE_LEVEL)
    else:
        yield Grid(page=page, header=padded[0], rows=padded[1:])


def _pages(body: list[tuple[int, Block | None]]) -> Iterator[Page]:
    texts: dict[int, list[str]] = {}
    for page, block in body:
        if block is not None:
            texts.setdefault(page, []).append(_text_of(block))
    for number in range(1, max(texts) + 1):
        yield Page(number=number, text="\n\n".join(texts.get(number, [])))


def _text_of(block: Block) -> str:
    if isinstance(block, Grid):
        return "\n".join(" | ".join(row) for row in (block.header, *block.rows))
    return block.text

"""The words of a PDF with their places, by liteparse; no page is looked at as a picture."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dragoman.documents.layout.page import PageLayout, Word
from dragoman.documents.readers.decode import clean
from dragoman.documents.reading import UnreadableDocumentError
from dragoman.domain.document import Box
from dragoman.errors import MissingExtraError

_BOLD = 600  # the weight from which a typeface counts as bold
_UPRIGHT = 5.0  # degrees


def page_layouts(data: bytes, path: Path) -> list[PageLayout]:
    """Return every page. Raises UnreadableDocumentError, and MissingExtraError without liteparse."""
    try:
        from liteparse import LiteParse, ParseError
    except ImportError:
        raise MissingExtraError("reading PDF files", "pdf") from None
    parser: Any = LiteParse(ocr_enabled=False, quiet=True, emit_word_boxes=True, extract_text_metadata=True)
    try:
        parsed = parser.parse(data)
    except ParseError as error:
        raise UnreadableDocumentError(path, f"the PDF is damaged: {error}") from None
    return [
        PageLayout(
            number=page.page_num,
            width=page.width,
            height=page.height,
            words=tuple(_words(page)),
            sideways=sum(len(item.words or ()) for item in page.text_items if not _is_upright(item)),
        )
        for page in parsed.pages
    ]


def _words(page: Any) -> Iterator[Word]:  # noqa: ANN401 (liteparse has no types)
    for item in page.text_items:
        if not _is_upright(item):
            continue
        is_bold = "bold" in (item.font_name or "").lower() or (item.font_weight or 0) >= _BOLD
        for word in item.words or ():
            text = clean(word.text).strip()
            if text:
                box = Box(x0=word.x, y0=word.y, x1=word.x + word.width, y1=word.y + word.height)
                yield Word(text=text, box=box, size=item.font_height or word.height, is_bold=is_bold)


def _is_upright(item: Any) -> bool:  # noqa: ANN401 (liteparse has no types)
    return not _UPRIGHT < (item.rotation or 0.0) % 360 < 360 - _UPRIGHT

"""The words of a PDF with their places, by liteparse; no page is looked at as a picture."""

from collections.abc import Iterator
from typing import Any

from dragoman.documents.layout.page import PageLayout, Word
from dragoman.documents.readers.decode import clean
from dragoman.documents.readers.pdf_letters import BOLD
from dragoman.domain.document import Box

_UPRIGHT = 5.0  # degrees
_BATCH = 25  # pages that are held at a time
Parsed = Any  # liteparse comes without types


def batches(parser: Parsed, data: bytes) -> Iterator[tuple[list[PageLayout], dict[int, str]]]:
    """Yield pages in their order, and what is wrong with those that cannot be read."""
    for batch in parser.parse_batches(data, _BATCH):
        layouts = [_layout(page) for page in batch.result.pages]
        yield layouts, {error.page_num: str(error.message) for error in batch.result.page_errors}


def _layout(page: Parsed) -> PageLayout:
    return PageLayout(
        number=page.page_num,
        width=page.width,
        height=page.height,
        words=tuple(_words(page)),
        sideways=sum(len(item.words or ()) for item in page.text_items if not _is_upright(item)),
    )


def _words(page: Parsed) -> Iterator[Word]:
    for item in page.text_items:
        if not _is_upright(item):
            continue
        is_bold = "bold" in (item.font_name or "").lower() or (item.font_weight or 0) >= BOLD
        for word in item.words or ():
            text = clean(word.text).strip()
            if text:
                box = Box(x0=word.x, y0=word.y, x1=word.x + word.width, y1=word.y + word.height)
                yield Word(text=text, box=box, size=item.font_height or word.height, is_bold=is_bold)


def _is_upright(item: Parsed) -> bool:
    return not _UPRIGHT < (item.rotation or 0.0) % 360 < 360 - _UPRIGHT

"""Plain text: form feeds are page breaks, blank lines end paragraphs."""

import re
from dataclasses import replace
from pathlib import Path

from dragoman.documents.prose import blocks_of
from dragoman.documents.readers.decode import decode
from dragoman.documents.reading import Reading
from dragoman.documents.running import running_lines, without_running_ends, without_running_lines
from dragoman.domain.document import Page

_GAP = re.compile(r"\n(?:[ \t]*\n){5,}")  # what is left of a page break where the form feeds are gone
_MIN_GAPS = 2
_PRINTED = re.compile(r"(?:^|\n)[ \t]*(\d{1,4})[ \t]*$|\b[Pp]age (\d{1,4}) of \d{1,4}\b[^\n]*$")


def read_text(data: bytes, path: Path) -> Reading:
    """Read plain text. Raises UnreadableDocumentError for binary data."""
    pages = tuple(_page(number, text) for number, text in enumerate(_pages(decode(data, path)), 1))
    running = running_lines([page.text for page in pages])
    texts = [without_running_lines(page.text, running) if running else page.text for page in pages]
    bodies = [replace(page, text=text) for page, text in zip(pages, without_running_ends(texts), strict=True)]
    return Reading(pages=pages, blocks=tuple(block for page in bodies for block in blocks_of(page)))


def _pages(text: str) -> list[str]:
    """Cut at form feeds; a text without any, at the gaps that printing leaves between pages."""
    if "\f" in text or len(_GAP.findall(text.strip())) < _MIN_GAPS:
        return text.split("\f")
    return _GAP.split(text.strip())


def _page(number: int, text: str) -> Page:
    text = text.strip("\n")
    printed = _PRINTED.search(text.rstrip())
    return Page(number=number, text=text, printed=(printed[1] or printed[2]) if printed else None)

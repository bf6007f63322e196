"""Plain text: form feeds are page breaks, blank lines end paragraphs."""

from pathlib import Path

from dragoman.documents.prose import blocks_of
from dragoman.documents.readers.decode import decode
from dragoman.documents.reading import Reading
from dragoman.domain.document import Page


def read_text(data: bytes, path: Path) -> Reading:
    """Read plain text. Raises UnreadableDocumentError for binary data."""
    texts = decode(data, path).split("\f")
    pages = tuple(Page(number=number, text=text.strip("\n")) for number, text in enumerate(texts, 1))
    return Reading(pages=pages, blocks=tuple(block for page in pages for block in blocks_of(page)))

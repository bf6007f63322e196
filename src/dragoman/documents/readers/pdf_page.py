"""A page of a PDF as a picture, for the person who wants to see the place."""

import struct
import zlib
from contextlib import closing
from pathlib import Path
from typing import Any

from dragoman.documents.readers.pdf import PDFIUM
from dragoman.documents.reading import UnreadableDocumentError
from dragoman.errors import MissingExtraError

MAX_PIXELS = 16_000_000


def render_page(path: Path, number: int, *, scale: float = 2.0) -> bytes:
    """Return the page as PNG; scale 1 is 72 pixels an inch. Very large pages become smaller.

    Raises UnreadableDocumentError, MissingExtraError.
    """
    try:
        import pypdfium2
    except ImportError:
        raise MissingExtraError("showing PDF pages", "pdf") from None
    library: Any = pypdfium2
    with PDFIUM:
        try:
            with closing(library.PdfDocument(path)) as file, closing(file[number - 1]) as page:
                width, height = page.get_size()
                scale = min(scale, (MAX_PIXELS / max(width * height, 1)) ** 0.5)
                with closing(page.render(scale=scale, rev_byteorder=True)) as picture:
                    return _png(picture)
        except (library.PdfiumError, OSError, IndexError) as error:
            raise UnreadableDocumentError(path, f"page {number} cannot be shown: {error}") from None


def page_size(path: Path, number: int) -> tuple[float, float] | None:
    """Return width and height in PDF points, None when the file cannot be opened."""
    try:
        import pypdfium2
    except ImportError:
        return None
    library: Any = pypdfium2
    with PDFIUM:
        try:
            with closing(library.PdfDocument(path)) as file, closing(file[number - 1]) as page:
                width, height = page.get_size()
        except (library.PdfiumError, OSError, IndexError):
            return None
    return float(width), float(height)


def _png(picture: Any) -> bytes:  # noqa: ANN401 (pypdfium2 is optional and has no types)
    color = {1: 0, 3: 2, 4: 6}[picture.n_channels]
    row = picture.width * picture.n_channels
    data = bytes(picture.buffer)
    lines = b"".join(b"\0" + data[at : at + row] for at in range(0, picture.stride * picture.height, picture.stride))
    head = struct.pack(">IIBBBBB", picture.width, picture.height, 8, color, 0, 0, 0)
    parts = (_part(b"IHDR", head), _part(b"IDAT", zlib.compress(lines, 6)), _part(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def _part(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

"""A page of a PDF for the person who wants to see the place: its picture, its size, and where a quote stands on it."""

from base64 import b64decode
from importlib.util import find_spec
from pathlib import Path

from dragoman.documents.readers.pdf_view import VIEWER, Viewer
from dragoman.documents.reading import UnreadableDocumentError
from dragoman.domain.document import Box
from dragoman.errors import MissingExtraError

_NEEDED = "pypdfium2"


def render_page(path: Path, number: int, *, scale: float = 2.0, viewer: Viewer = VIEWER) -> bytes:
    """Return the page as PNG; scale 1 is 72 pixels an inch. Very large pages become smaller.

    Raises UnreadableDocumentError (within its limit of time), MissingExtraError.
    """
    if find_spec(_NEEDED) is None:
        raise MissingExtraError("showing PDF pages", "pdf")
    view = viewer.view(path, see="picture", page=number, scale=scale)
    if not view.rows:
        raise UnreadableDocumentError(path, f"page {number} cannot be shown: {view.problem}")
    return b64decode(view.rows[0]["png"])


def page_size(path: Path, number: int, *, viewer: Viewer = VIEWER) -> tuple[float, float] | None:
    """Return width and height in PDF points, None when the file cannot be opened or has no such page."""
    if find_spec(_NEEDED) is None or number < 1:
        return None
    view = viewer.view(path, see="sizes")
    sizes = view.rows[0]["sizes"] if view.rows else []
    if number > len(sizes) or sizes[number - 1] is None:
        return None
    width, height = sizes[number - 1]
    return float(width), float(height)


def quote_boxes(path: Path, number: int, quote: str, *, viewer: Viewer = VIEWER) -> tuple[Box, ...]:
    """Return a box for each line of the quote, in points from the top left; none where it is not found.

    White space, hyphens at a line's end and ligatures make no difference.
    """
    if find_spec(_NEEDED) is None or not quote:
        return ()
    view = viewer.view(path, see="places", page=number, quote=quote)
    boxes = view.rows[0]["boxes"] if view.rows else []
    return tuple(Box(x0=x0, y0=y0, x1=x1, y1=y1) for x0, y0, x1, y1 in boxes)

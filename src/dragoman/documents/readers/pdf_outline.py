"""The contents tree that a PDF carries: its bookmarks."""

from collections.abc import Iterator
from ctypes import c_uint16

from dragoman.documents.readers.decode import clean
from dragoman.documents.readers.pdf_calls import Pdfium
from dragoman.domain.document import OutlineEntry

MAX_ENTRIES = 5000
_MAX_LEVEL = 8
_MAX_TITLE = 300  # characters


def outline_entries(raw: Pdfium, file: Pdfium) -> list[OutlineEntry]:
    """Return the bookmarks in their order; those that lead to no page have that of the one before them."""
    found: list[OutlineEntry] = []
    seen: set[int] = set()
    for title, level, page in _walk(raw, file, None, 1, seen):
        if len(found) == MAX_ENTRIES:
            break
        if title:
            number = page or (found[-1].page if found else 1)
            found.append(OutlineEntry(title=title, level=level, page=number))
    return found


def _walk(raw: Pdfium, file: Pdfium, parent: Pdfium, level: int, seen: set[int]) -> Iterator[tuple[str, int, int]]:
    """Yield title, level and page; a tree that bites its tail ends where it does."""
    from ctypes import addressof

    one = raw.FPDFBookmark_GetFirstChild(file, parent)
    while one and len(seen) < 2 * MAX_ENTRIES:
        key = addressof(one.contents)
        if key in seen:
            return
        seen.add(key)
        yield _title(raw, one), level, _page(raw, file, one)
        if level < _MAX_LEVEL:
            yield from _walk(raw, file, one, level + 1, seen)
        one = raw.FPDFBookmark_GetNextSibling(file, one)


def _title(raw: Pdfium, one: Pdfium) -> str:
    length = min(raw.FPDFBookmark_GetTitle(one, None, 0), 8 * _MAX_TITLE)
    buffer = (c_uint16 * (length // 2 + 1))()
    raw.FPDFBookmark_GetTitle(one, buffer, length)
    text = bytes(buffer)[: max(length - 2, 0)].decode("utf-16-le", "replace")
    return " ".join(clean(text).split())[:_MAX_TITLE]


def _page(raw: Pdfium, file: Pdfium, one: Pdfium) -> int:
    """Return the page counted from 1, 0 where the bookmark leads to none."""
    place = raw.FPDFBookmark_GetDest(file, one)
    if not place:
        action = raw.FPDFBookmark_GetAction(one)
        place = raw.FPDFAction_GetDest(file, action) if action else None
    index = raw.FPDFDest_GetDestPageIndex(file, place) if place else -1
    return int(index) + 1 if 0 <= index < len(file) else 0

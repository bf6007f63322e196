"""Pdfium's functions on the objects of a page, with addresses as plain numbers.

A page may hold thousands of objects, one a letter, and a dozen questions are put to each: the objects that ctypes makes
for pointers would cost more than the answers. Where a function writes, it is told the address in an array of numpy.
"""

from collections.abc import Callable
from ctypes import PYFUNCTYPE, addressof, c_int, c_ulong, c_void_p, cast
from typing import Any

Pdfium = Any  # pypdfium2 comes without types
Address = int | None  # None is nowhere
Call = Callable[..., Any]

_ADDRESS, _NUMBER, _SIZE = c_void_p, c_int, c_ulong
_MARK_BYTES = 16


class Calls:
    """What can be asked of a page's objects."""

    def __init__(self, library: Pdfium) -> None:
        at, raw = _ADDRESS, library.raw
        self.library, self._raw = library, raw
        self.TEXT, self.PATH, self.FORM = raw.FPDF_PAGEOBJ_TEXT, raw.FPDF_PAGEOBJ_PATH, raw.FPDF_PAGEOBJ_FORM
        self.page_size = self._call("FPDFPage_CountObjects", _NUMBER, at)
        self.on_page = self._call("FPDFPage_GetObject", at, at, _NUMBER)
        self.form_size = self._call("FPDFFormObj_CountObjects", _NUMBER, at)
        self.in_form = self._call("FPDFFormObj_GetObject", at, at, _SIZE)
        self.kind = self._call("FPDFPageObj_GetType", _NUMBER, at)
        self.mode = self._call("FPDFTextObj_GetTextRenderMode", _NUMBER, at)
        self.type_size = self._call("FPDFTextObj_GetFontSize", _NUMBER, at, at)
        self.matrix = self._call("FPDFPageObj_GetMatrix", _NUMBER, at, at)
        self.bounds = self._call("FPDFPageObj_GetBounds", _NUMBER, at, at, at, at, at)
        self.fill = self._call("FPDFPageObj_GetFillColor", _NUMBER, at, at, at, at, at)
        self.stroke = self._call("FPDFPageObj_GetStrokeColor", _NUMBER, at, at, at, at, at)
        self.draw_mode = self._call("FPDFPath_GetDrawMode", _NUMBER, at, at, at)
        self.is_blended = self._call("FPDFPageObj_HasTransparency", _NUMBER, at)
        self.marks = self._call("FPDFPageObj_CountMarks", _NUMBER, at)
        self.mark = self._call("FPDFPageObj_GetMark", at, at, _SIZE)
        self.clip = self._call("FPDFPageObj_GetClipPath", at, at)
        self.clip_paths = self._call("FPDFClipPath_CountPaths", _NUMBER, at)
        self.clip_segments = self._call("FPDFClipPath_CountPathSegments", _NUMBER, at, _NUMBER)
        self.clip_segment = self._call("FPDFClipPath_GetPathSegment", at, at, _NUMBER, _NUMBER)
        self.point = self._call("FPDFPathSegment_GetPoint", _NUMBER, at, at, at)
        self._name = self._call("FPDFPageObjMark_GetName", _NUMBER, at, at, _SIZE, at)

    def mark_name(self, mark: Address) -> str:
        """Return the name of a mark, as far as its first letters."""
        buffer, length = (self._raw.FPDF_WCHAR * (_MARK_BYTES // 2))(), c_ulong()
        self._name(mark, addressof(buffer), _MARK_BYTES, addressof(length))
        return bytes(buffer)[: max(min(length.value, _MARK_BYTES) - 2, 0)].decode("utf-16-le", "replace")

    def pointer(self, address: Address) -> Any:  # noqa: ANN401 (no types, see above)
        """Return an object as the library's own functions take it."""
        return cast(c_void_p(address), self._raw.FPDF_PAGEOBJECT)

    def _call(self, name: str, result: type, *given: type) -> Call:
        return PYFUNCTYPE(result, *given)(cast(getattr(self._raw, name), c_void_p).value or 0)

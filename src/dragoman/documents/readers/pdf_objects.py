"""What a page of a PDF holds, object by object, in the order in which it is painted."""

from collections.abc import Iterable, Iterator
from ctypes import c_float, c_int, c_uint, c_ulong
from dataclasses import dataclass, field
from itertools import count
from typing import Any

Pdfium = Any  # pypdfium2 comes without types
Bounds = tuple[float, float, float, float]  # left, bottom, right, top, as PDF counts
Color = tuple[int, int, int]

MAX_OBJECTS = 400_000  # of one page
_MAX_DEPTH = 12  # of forms in forms
_MIN_PAINT = 3.0  # points: what is narrower covers no text
_OPAQUE = 250  # of 255
_EVERYWHERE: Bounds = (-1e9, -1e9, 1e9, 1e9)
_STROKED = (1, 5)  # the modes of text that only draw its outline
_IDENTITY = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


@dataclass(slots=True)
class TextObject:
    """A piece of text as the file holds it, and what may keep an eye from seeing it."""

    raw: Pdfium
    order: int  # in which it is painted
    bounds: Bounds
    mode: int  # 3 is invisible
    color: Color
    alpha: int  # of 255
    size: float  # of the type, in points
    clip: Bounds
    is_layered: bool  # optional content, or blended with what lies under it
    reason: str = ""  # why nobody can see it
    is_suspect: bool = False  # may be hidden; a picture of the page decides


@dataclass(frozen=True, slots=True)
class Paint:
    """Something painted over an area: a filled path, or a picture, whose colours are not known."""

    order: int
    bounds: Bounds
    color: Color | None
    is_opaque: bool


@dataclass(slots=True)
class PageObjects:
    """The text of a page and the paint on it."""

    texts: list[TextObject] = field(default_factory=list)
    paints: list[Paint] = field(default_factory=list)

    def pictures(self) -> Iterator[Bounds]:
        """Yield where pictures are painted."""
        return (paint.bounds for paint in self.paints if paint.color is None)


class TooManyObjectsError(Exception):
    """A page holds more than anybody would print."""


def page_objects(raw: Pdfium, page: Pdfium) -> PageObjects:
    """Return what the page holds. Raises TooManyObjectsError."""
    scan = _Scan(raw)
    scan.walk(page, _Place())
    return scan.found


def around(points: Iterable[tuple[float, float]]) -> Bounds:
    """Return the bounds of points."""
    xs, ys = zip(*points, strict=True)
    return (min(xs), min(ys), max(xs), max(ys))


def common(one: Bounds, other: Bounds) -> Bounds:
    """Return what two bounds share; it has no width or no height where they do not meet."""
    return (max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3]))


def area(bounds: Bounds) -> float:
    """Return the area inside bounds, 0 where they hold nothing."""
    return max(bounds[2] - bounds[0], 0.0) * max(bounds[3] - bounds[1], 0.0)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the objects of a form come to lie on the page."""

    matrix: tuple[float, ...] = _IDENTITY
    clip: Bounds = _EVERYWHERE
    depth: int = 0
    is_layered: bool = False

    @property
    def scale(self) -> float:
        """By how much it enlarges."""
        a, b, c, d, _, _ = self.matrix
        return float(abs(a * d - b * c) ** 0.5)

    def placed(self, bounds: Bounds) -> Bounds:
        """Return the bounds on the page."""
        if self.depth == 0:
            return bounds
        a, b, c, d, e, f = self.matrix
        return around([(a * x + c * y + e, b * x + d * y + f) for x in bounds[::2] for y in bounds[1::2]])

    def inside(self, inner: tuple[float, ...]) -> tuple[float, ...]:
        """Return the matrix of a form that stands here with the given one."""
        (a, b, c, d, e, f), (p, q, r, s, t, u) = inner, self.matrix
        return (a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u)


class _Scan:
    """One walk over the objects of a page; the buffers are made once, since there may be many objects."""

    def __init__(self, raw: Pdfium) -> None:
        self._raw = raw
        self._edges = tuple(c_float() for _ in range(4))
        self._colors = tuple(c_uint() for _ in range(4))
        self._matrix = raw.FS_MATRIX()
        self._number, self._x, self._y = c_float(), c_float(), c_float()
        self._mode, self._stroke = c_int(), c_int()
        self._orders = count()
        self.found = PageObjects()

    def walk(self, container: Pdfium, outer: _Place) -> None:
        """Add the objects of a page, or of a form on it."""
        raw = self._raw
        is_page = outer.depth == 0
        many = raw.FPDFPage_CountObjects(container) if is_page else raw.FPDFFormObj_CountObjects(container)
        get = raw.FPDFPage_GetObject if is_page else raw.FPDFFormObj_GetObject
        for index in range(many):
            order = next(self._orders)
            if order > MAX_OBJECTS:
                raise TooManyObjectsError
            self._add(get(container, index), order, outer)

    def _add(self, one: Pdfium, order: int, outer: _Place) -> None:
        raw = self._raw
        match raw.FPDFPageObj_GetType(one):
            case raw.FPDF_PAGEOBJ_TEXT:
                self.found.texts.append(self._text(one, order, outer))
            case raw.FPDF_PAGEOBJ_FORM:
                if outer.depth < _MAX_DEPTH:
                    self.walk(one, self._inside(one, outer))
            case kind:
                if paint := self._paint(one, order, outer, is_path=kind == raw.FPDF_PAGEOBJ_PATH):
                    self.found.paints.append(paint)

    def _text(self, one: Pdfium, order: int, outer: _Place) -> TextObject:
        raw = self._raw
        mode = raw.FPDFTextObj_GetTextRenderMode(one)
        color, alpha = self._color(one, is_stroke=mode in _STROKED)
        return TextObject(
            raw=one,
            order=order,
            bounds=outer.placed(self._bounds(one)),
            mode=mode,
            color=color,
            alpha=alpha,
            size=self._size(one) * outer.scale,
            clip=self._clip(one, outer),
            is_layered=outer.is_layered or bool(raw.FPDFPageObj_HasTransparency(one)) or self._is_optional(one),
        )

    def _paint(self, one: Pdfium, order: int, outer: _Place, *, is_path: bool) -> Paint | None:
        raw = self._raw
        bounds = outer.placed(self._bounds(one))
        if bounds[2] - bounds[0] < _MIN_PAINT or bounds[3] - bounds[1] < _MIN_PAINT:
            return None
        if not is_path:
            return Paint(order, bounds, None, is_opaque=True)
        if not raw.FPDFPath_GetDrawMode(one, self._mode, self._stroke) or not self._mode.value:
            return None
        color, alpha = self._color(one, is_stroke=False)
        return Paint(order, bounds, color, is_opaque=alpha >= _OPAQUE) if alpha else None

    def _inside(self, form: Pdfium, outer: _Place) -> _Place:
        raw, m = self._raw, self._matrix
        raw.FPDFPageObj_GetMatrix(form, m)
        matrix = outer.inside((m.a, m.b, m.c, m.d, m.e, m.f))
        is_layered = outer.is_layered or bool(raw.FPDFPageObj_HasTransparency(form)) or self._is_optional(form)
        return _Place(matrix, self._clip(form, outer), outer.depth + 1, is_layered)

    def _bounds(self, one: Pdfium) -> Bounds:
        left, bottom, right, top = self._edges
        if not self._raw.FPDFPageObj_GetBounds(one, left, bottom, right, top):
            return (0.0, 0.0, 0.0, 0.0)
        return (left.value, bottom.value, right.value, top.value)

    def _color(self, one: Pdfium, *, is_stroke: bool) -> tuple[Color, int]:
        """Return colour and alpha; black where a pattern is used."""
        red, green, blue, alpha = self._colors
        get = self._raw.FPDFPageObj_GetStrokeColor if is_stroke else self._raw.FPDFPageObj_GetFillColor
        if not get(one, red, green, blue, alpha):
            return (0, 0, 0), 255
        return (red.value, green.value, blue.value), alpha.value

    def _size(self, one: Pdfium) -> float:
        raw, m = self._raw, self._matrix
        if not raw.FPDFTextObj_GetFontSize(one, self._number) or not raw.FPDFPageObj_GetMatrix(one, m):
            return 1.0
        return float(abs(self._number.value) * max(abs(m.c), abs(m.d)))

    def _is_optional(self, one: Pdfium) -> bool:
        """Say whether the object is marked as content that can be switched off."""
        raw = self._raw
        marks = range(max(raw.FPDFPageObj_CountMarks(one), 0))
        return any(self._name(raw.FPDFPageObj_GetMark(one, number)) == "OC" for number in marks)

    def _name(self, mark: Pdfium) -> str:
        buffer, length = (self._raw.FPDF_WCHAR * 8)(), c_ulong()
        self._raw.FPDFPageObjMark_GetName(mark, buffer, 16, length)
        return bytes(buffer)[: max(min(length.value, 16) - 2, 0)].decode("utf-16-le", "replace")

    def _clip(self, one: Pdfium, outer: _Place) -> Bounds:
        """Return the bounds of what the object is clipped to."""
        raw, clip = self._raw, outer.clip
        path = raw.FPDFPageObj_GetClipPath(one)
        for number in range(max(raw.FPDFClipPath_CountPaths(path), 0) if path else 0):
            segments = range(max(raw.FPDFClipPath_CountPathSegments(path, number), 0))
            points = [point for at in segments if (point := self._point(path, number, at))]
            if points:
                clip = common(clip, outer.placed(around(points)))
        return clip

    def _point(self, path: Pdfium, number: int, at: int) -> tuple[float, float] | None:
        segment = self._raw.FPDFClipPath_GetPathSegment(path, number, at)
        if not self._raw.FPDFPathSegment_GetPoint(segment, self._x, self._y):
            return None
        return self._x.value, self._y.value

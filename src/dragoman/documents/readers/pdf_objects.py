"""What a page of a PDF holds, object by object, in the order in which it is painted.

A page may hold thousands of pieces of text, so they are kept as columns of arrays, a row a piece.
"""

from collections.abc import Iterable, Iterator, Sequence
from ctypes import c_void_p, cast
from dataclasses import dataclass
from itertools import count
from typing import Any

import numpy as np

from dragoman.documents.readers.pdf_calls import Address, Calls, Pdfium

Bounds = tuple[float, float, float, float]  # left, bottom, right, top, as PDF counts
Color = tuple[int, int, int]
Column = np.ndarray[tuple[int, ...], np.dtype[Any]]

MAX_OBJECTS = 400_000  # of one page
_MAX_DEPTH = 12  # of forms in forms
_MIN_PAINT = 3.0  # points: what is narrower covers no text
_OPAQUE = 250  # of 255
_EVERYWHERE: Bounds = (-1e9, -1e9, 1e9, 1e9)
_STROKED = (1, 5)  # the modes of text that only draw its outline
_IDENTITY = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_Row = tuple[Address, int, int]  # the object, its order, and the number of the place it stands in


@dataclass(frozen=True, slots=True)
class Texts:
    """The pieces of text of a page as the file holds them, and what may keep an eye from seeing them."""

    addresses: Sequence[Address]
    orders: Column  # in which they are painted
    bounds: Column  # four of each
    modes: Column  # 3 is invisible
    colors: Column  # red, green, blue, of 255
    alphas: Column  # of 255
    sizes: Column  # of the type, in points
    clips: Column  # bounds of what each is clipped to
    is_layered: Column  # optional content, or blended with what lies under it

    def __len__(self) -> int:
        return len(self.addresses)


@dataclass(frozen=True, slots=True)
class Paint:
    """Something painted over an area: a filled path, or a picture, whose colours are not known."""

    order: int
    bounds: Bounds
    color: Color | None
    is_opaque: bool


@dataclass(frozen=True, slots=True)
class PageObjects:
    """The text of a page and the paint on it."""

    texts: Texts
    paints: Sequence[Paint]

    def pictures(self) -> Iterator[Bounds]:
        """Yield where pictures are painted."""
        return (paint.bounds for paint in self.paints if paint.color is None)


class TooManyObjectsError(Exception):
    """A page holds more than anybody would print."""


def page_objects(calls: Calls, page: Pdfium) -> PageObjects:
    """Return what the page holds. Raises TooManyObjectsError."""
    scan = _Scan(calls)
    scan.walk(cast(page.raw, c_void_p).value, 0)
    return PageObjects(scan.found_texts(), tuple(scan.found_paints()))


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
    """Where the objects of a form come to lie on the page; the first place is the page itself."""

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

    def inside(self, inner: Sequence[float]) -> tuple[float, ...]:
        """Return the matrix of a form that stands here with the given one."""
        (a, b, c, d, e, f), (p, q, r, s, t, u) = inner, self.matrix
        return (a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u)


class _Scan:
    """One walk over the objects of a page; then each question is put to all of them in turn."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._orders = count()
        self._places = [_Place()]
        self._texts: list[_Row] = []
        self._others: list[_Row] = []
        self._clips: dict[tuple[Address, ...], Bounds] = {}  # by place and paths: many objects share them
        self._optional: dict[Address, bool] = {}  # by mark: many objects share them

    def walk(self, container: Address, place: int) -> None:
        """Find the objects of a page, or of a form on it."""
        calls, kind_of = self._calls, self._calls.kind
        size, get = (calls.form_size, calls.in_form) if place else (calls.page_size, calls.on_page)
        for index in range(size(container)):
            order = next(self._orders)
            if order > MAX_OBJECTS:
                raise TooManyObjectsError
            one = get(container, index)
            kind = kind_of(one)
            if kind == calls.TEXT:
                self._texts.append((one, order, place))
            elif kind != calls.FORM:
                self._others.append((one, order, place))
            elif self._places[place].depth < _MAX_DEPTH:
                self._places.append(self._inside(one, place))
                self.walk(one, len(self._places) - 1)

    def found_texts(self) -> Texts:
        """Return the pieces of text."""
        calls, rows = self._calls, self._texts
        addresses = [one for one, _, _ in rows]
        modes = list(map(calls.mode, addresses))
        colors = self._colors(addresses, modes)
        return Texts(
            addresses=addresses,
            orders=np.array([order for _, order, _ in rows], dtype=np.int64),
            bounds=self._bounds(rows),
            modes=np.array(modes, dtype=np.int64),
            colors=colors[:, :3],
            alphas=colors[:, 3],
            sizes=self._sizes(rows),
            clips=np.array([self._clip(one, place) for one, _, place in rows], dtype=float).reshape(-1, 4),
            is_layered=np.array([self._is_layered(one, place) for one, _, place in rows], dtype=bool),
        )

    def found_paints(self) -> Iterator[Paint]:
        """Yield what is painted over an area."""
        calls = self._calls
        bounds = self._bounds(self._others)
        is_wide = (bounds[:, 2:] - bounds[:, :2] >= _MIN_PAINT).all(axis=1)
        filled, stroked = np.zeros(1, dtype=np.int32), np.zeros(1, dtype=np.int32)
        for at in np.flatnonzero(is_wide):
            one, order, _ = self._others[at]
            left, bottom, right, top = map(float, bounds[at])
            if calls.kind(one) != calls.PATH:
                yield Paint(order, (left, bottom, right, top), None, is_opaque=True)
                continue
            if not calls.draw_mode(one, filled.ctypes.data, stroked.ctypes.data) or not filled[0]:
                continue
            red, green, blue, alpha = map(int, self._colors([one], [0])[0])
            if alpha:
                yield Paint(order, (left, bottom, right, top), (red, green, blue), is_opaque=alpha >= _OPAQUE)

    def _bounds(self, rows: Sequence[_Row]) -> Column:
        """Return where objects stand on the page."""
        bounds = np.zeros((len(rows), 4), dtype=np.float32)
        get = self._calls.bounds
        for (one, _, _), at in zip(rows, count(bounds.ctypes.data, 16), strict=False):
            get(one, at, at + 4, at + 8, at + 12)
        placed = bounds.astype(float)
        for at, (_, _, place) in enumerate(rows):
            if place:
                left, bottom, right, top = map(float, placed[at])
                placed[at] = self._places[place].placed((left, bottom, right, top))
        return placed

    def _colors(self, addresses: Sequence[Address], modes: Sequence[int]) -> Column:
        """Return red, green, blue and alpha; black where a pattern is used."""
        colors = np.zeros((len(addresses), 4), dtype=np.uint32)
        colors[:, 3] = 255
        fill, stroke = self._calls.fill, self._calls.stroke
        for one, mode, at in zip(addresses, modes, count(colors.ctypes.data, 16), strict=False):
            (stroke if mode in _STROKED else fill)(one, at, at + 4, at + 8, at + 12)
        return colors.astype(np.int64)

    def _sizes(self, rows: Sequence[_Row]) -> Column:
        """Return the sizes of type as they are seen."""
        sizes = np.ones(len(rows), dtype=np.float32)
        matrices = np.ones((len(rows), 6), dtype=np.float32)
        type_size, matrix = self._calls.type_size, self._calls.matrix
        where = zip(count(sizes.ctypes.data, 4), count(matrices.ctypes.data, 24), strict=True)
        for (one, _, _), (at, at_matrix) in zip(rows, where, strict=False):
            type_size(one, at)
            matrix(one, at_matrix)
        scales = np.array([place.scale for place in self._places])[[place for _, _, place in rows]]
        seen: Column = np.abs(sizes.astype(float)) * np.abs(matrices[:, 2:4].astype(float)).max(axis=1) * scales
        return seen

    def _inside(self, form: Address, place: int) -> _Place:
        matrix = np.zeros(6, dtype=np.float32)
        self._calls.matrix(form, matrix.ctypes.data)
        outer = self._places[place]
        return _Place(
            outer.inside([float(part) for part in matrix]),
            self._clip(form, place),
            outer.depth + 1,
            self._is_layered(form, place),
        )

    def _is_layered(self, one: Address, place: int) -> bool:
        calls = self._calls
        if calls.is_blended(one) or self._places[place].is_layered:
            return True
        return any(self._is_optional(calls.mark(one, number)) for number in range(calls.marks(one)))

    def _is_optional(self, mark: Address) -> bool:
        """Say whether a mark is that of content that can be switched off."""
        if mark not in self._optional:
            self._optional[mark] = self._calls.mark_name(mark) == "OC"
        return self._optional[mark]

    def _clip(self, one: Address, place: int) -> Bounds:
        """Return the bounds of what the object is clipped to."""
        calls = self._calls
        path = calls.clip(one)
        many = calls.clip_paths(path) if path else 0
        if many <= 0:
            return self._places[place].clip
        key = (place, *(calls.clip_segment(path, number, 0) for number in range(many)))
        if key not in self._clips:
            self._clips[key] = self._clipped(path, many, self._places[place])
        return self._clips[key]

    def _clipped(self, path: Address, many: int, outer: _Place) -> Bounds:
        clip = outer.clip
        for number in range(many):
            if points := list(self._points(path, number)):
                clip = common(clip, outer.placed(around(points)))
        return clip

    def _points(self, path: Address, number: int) -> Iterator[tuple[float, float]]:
        calls = self._calls
        point = np.zeros(2, dtype=np.float32)
        at = point.ctypes.data
        for segment in range(max(calls.clip_segments(path, number), 0)):
            if calls.point(calls.clip_segment(path, number, segment), at, at + 4):
                yield float(point[0]), float(point[1])

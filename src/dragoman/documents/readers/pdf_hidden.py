"""Text of a PDF page that nobody can see.

What the file says about a text makes it suspect; a picture of the page decides: without hidden text it looks the same.
"""

from collections.abc import Iterable, Iterator, Sequence
from ctypes import c_int
from itertools import count
from math import ceil

import numpy as np

from dragoman.documents.readers.pdf_calls import Calls, Pdfium
from dragoman.documents.readers.pdf_letters import HiddenText, hidden_words
from dragoman.documents.readers.pdf_objects import Bounds, Column, PageObjects, Paint, Texts, area, common

INVISIBLE = "set in the invisible mode"
TRANSPARENT = "fully transparent"
OFF_PAGE = "off the page"
TINY = "too small to see"
WHITE = "white on white"
SAME_COLOR = "in the colour of what lies under them"
COVERED = "covered"
CLIPPED = "cut off"
UNSEEN = "on a layer that is switched off"
_TWIN = "printed twice"  # at one place: the other one is read

_CERTAIN = (INVISIBLE, TRANSPARENT, OFF_PAGE, TINY)  # of the others a picture tells
_REASONS = ("", *_CERTAIN, CLIPPED, UNSEEN, WHITE, SAME_COLOR, COVERED)
_LAYER = (INVISIBLE, COVERED)  # how scanners' programs lay what they read over or under the picture
_MIN_SIZE = 1.0  # points; smaller type is a dot to the eye
_MIN_ALPHA = 8  # of 255
_WHITE = 250  # of 255
_LIGHT = 215  # a colour whose parts are all lighter may be lost on paper
_CONTRAST = 24  # of 255, in the part that differs most
_TRACE = 12  # of 255: a smaller change of the picture is none to the eye
_SCALE = 2.0  # of the pictures that are compared
_MAX_PIXELS = 6_000_000
_MAX_ROUNDS = 6
_CLIPPED = 0.6  # of a text's area that must be cut off to make it suspect
_SHARED = 0.4  # of the smaller one's area that two texts share when one may hide the other
_LAYER_COVER = 0.5  # of the page that pictures cover under what a scanner's program read in them
_LAYER_VISIBLE = 0.1  # of such a page's pieces of text that may be visible, as a stamp is
_INK = 40  # of 255: the contrast of printed words in a picture


_Pixels = np.ndarray[tuple[int, ...], np.dtype[np.uint8]]


class Hidden:
    """The hidden text of one page; none of it is active any more when this is made."""

    def __init__(self, calls: Calls, page: Pdfium, objects: PageObjects) -> None:
        self._raw, self._page, self._objects = calls.library.raw, page, objects
        self._box: Bounds = page.get_bbox()
        self.layer: list[HiddenText] = []  # what a scanner's program read in a picture: words of the page, but not seen
        self.texts = self._found(_suspected(calls, objects, self._box))

    def _found(self, flagged: Sequence[HiddenText]) -> list[HiddenText]:
        plain = [text for text in flagged if not text.is_suspect]
        suspects = [text for text in flagged if text.is_suspect]
        if not suspects and not self._has_layer(plain):
            _show(self._raw, plain, is_shown=False)
            return plain
        pictures = _Pictures(self._raw, self._page, flagged)
        pictures.show(plain, is_shown=False)
        hidden = [*plain, *pictures.unseen(suspects)]
        if self._has_layer(hidden):
            self.layer = [text for text in hidden if text.reason in _LAYER and pictures.has_ink(text)]
            pictures.show(self.layer, is_shown=True)
            kept = set(map(id, self.layer))
            hidden = [text for text in hidden if id(text) not in kept]
        return [text for text in hidden if text.reason != _TWIN]

    def words(self) -> dict[str, list[str]]:
        """Return the hidden words by the reason why nobody sees them; marks and blanks are no words."""
        if not self.texts:
            return {}
        _show(self._raw, self.texts, is_shown=True)
        found = hidden_words(self._raw, self._page, self.texts)
        _show(self._raw, self.texts, is_shown=False)
        return found

    def _has_layer(self, hidden: Sequence[HiddenText]) -> bool:
        """Say whether the page is a picture whose words a scanner's program has laid over it invisibly."""
        invisible = sum(text.reason in _LAYER for text in hidden)
        seen = len(self._objects.texts) - len(hidden)
        cover = max((area(common(one, self._box)) for one in self._objects.pictures()), default=0.0)
        return invisible > 0 and seen <= _LAYER_VISIBLE * invisible and cover >= _LAYER_COVER * area(self._box)


def _suspected(calls: Calls, objects: PageObjects, box: Bounds) -> list[HiddenText]:
    """Return the texts that nobody can see for certain, and those of which a picture must tell."""
    texts = objects.texts
    if not len(texts):
        return []
    reasons = _plain_reasons(texts, box)
    unflagged = np.flatnonzero(reasons == 0)
    covered, alike = _weigh(texts, unflagged, objects.paints)
    reasons[unflagged[alike]] = _REASONS.index(SAME_COLOR)
    reasons[unflagged[covered]] = _REASONS.index(COVERED)
    found = []
    for at in map(int, np.flatnonzero(reasons)):
        left, bottom, right, top = texts.bounds[at].tolist()
        reason = _REASONS[reasons[at]]
        found.append(
            HiddenText(
                raw=calls.pointer(texts.addresses[at]),
                bounds=(left, bottom, right, top),
                size=float(texts.sizes[at]),
                reason=reason,
                is_suspect=reason not in _CERTAIN,
            )
        )
    return found


def _plain_reasons(texts: Texts, box: Bounds) -> Column:
    """Return the number of the reason why nobody can see each text, or may not; 0 where it is plain to see."""
    areas = _areas(texts.bounds)
    lightness = texts.colors.min(axis=1)
    tests = {
        INVISIBLE: texts.modes == 3,
        TRANSPARENT: texts.alphas < _MIN_ALPHA,
        OFF_PAGE: (_areas(_shared(texts.bounds, np.array(box))) <= 0) & (areas > 0),
        TINY: texts.sizes < _MIN_SIZE,
        CLIPPED: _areas(_shared(texts.bounds, texts.clips)) < (1 - _CLIPPED) * areas,
        UNSEEN: texts.is_layered,
        WHITE: lightness >= _WHITE,
        SAME_COLOR: lightness >= _LIGHT,
    }
    return np.select(list(tests.values()), [_REASONS.index(reason) for reason in tests], default=0)


def _weigh(texts: Texts, rows: Column, paints: Sequence[Paint]) -> tuple[Column, Column]:
    """Say which of these texts lie under opaque paint, and which are in the colour of the paint under them."""
    boxes, orders = texts.bounds[rows], texts.orders[rows]
    x, y = (boxes[:, 0] + boxes[:, 2]) / 2, (boxes[:, 1] + boxes[:, 3]) / 2
    upwards = np.argsort(y, kind="stable")  # so that a paint need be held only against those at its height
    x, y, orders = x[upwards], y[upwards], orders[upwards]
    under = np.full((len(rows), 3), 255)
    covered = np.zeros(len(rows), dtype=bool)
    lowest = np.searchsorted(y, [paint.bounds[1] for paint in paints], side="left")
    highest = np.searchsorted(y, [paint.bounds[3] for paint in paints], side="right")
    for paint, first, end in zip(paints, lowest, highest, strict=True):
        if first >= end:
            continue
        across = x[first:end]
        inside = (across >= paint.bounds[0]) & (across <= paint.bounds[2])
        before = orders[first:end] < paint.order
        covered[first:end] |= inside & before & paint.is_opaque
        under[first:end][inside & ~before] = (-1, -1, -1) if paint.color is None else paint.color
    alike = np.abs(under - texts.colors[rows][upwards]).max(axis=1, initial=0) < _CONTRAST
    alike |= under[:, 0] < 0  # on a picture, whose colours are not known
    back = np.argsort(upwards, kind="stable")
    return covered[back], alike[back]


def _areas(bounds: Column) -> Column:
    sides: Column = np.maximum(bounds[:, 2:] - bounds[:, :2], 0.0)
    return sides[:, 0] * sides[:, 1]


def _shared(bounds: Column, others: Column) -> Column:
    """Return what bounds share with others."""
    lower = np.maximum(bounds[:, :2], others[..., :2])
    upper = np.minimum(bounds[:, 2:], others[..., 2:])
    return np.hstack([lower, upper])


class _Pictures:
    """Pictures of the part of a page where some texts stand, with texts and without."""

    def __init__(self, raw: Pdfium, page: Pdfium, texts: Sequence[HiddenText]) -> None:
        self._raw, self._page = raw, page
        width, height = page.get_size()
        self._scale = min(_SCALE, (_MAX_PIXELS / max(width * height, 1)) ** 0.5)
        self._size = ceil(width * self._scale), ceil(height * self._scale)
        self._places = {id(text): self._place(text) for text in texts}
        lefts, tops, rights, bottoms = zip(*self._places.values(), strict=True)
        across, down = self._size
        self._left, self._top = min(max(min(lefts), 0), across - 1), min(max(min(tops), 0), down - 1)
        self._right = max(min(max(rights), across), self._left + 1)
        self._bottom = max(min(max(bottoms), down), self._top + 1)
        self._now = self._picture()

    def show(self, texts: Sequence[HiddenText], *, is_shown: bool) -> None:
        """Make texts active, or take them away."""
        _show(self._raw, texts, is_shown=is_shown)

    def has_ink(self, text: HiddenText) -> bool:
        """Say whether there is something to read where the text stands."""
        part = self._part(self._now, text)
        return bool(part.size) and int(part.max()) - int(part.min()) >= _INK

    def unseen(self, suspects: Sequence[HiddenText]) -> list[HiddenText]:
        """Return the suspects whose absence nobody sees and take them away.

        First all of them are left out at once; then those that may hide others, in rounds in which none meet.
        """
        found: list[HiddenText] = []
        seen = self._without(suspects, found) if suspects else []
        for group in _rounds(seen):
            self._without(group, found)
        return found

    def _without(self, texts: Sequence[HiddenText], found: list[HiddenText]) -> list[HiddenText]:
        self.show(texts, is_shown=False)
        bare = self._picture()
        missed = [text for text in texts if self._differs(bare, text)]
        self.show(missed, is_shown=True)
        kept = set(map(id, missed))
        found += [text for text in texts if id(text) not in kept]
        return missed

    def _differs(self, picture: _Pixels, text: HiddenText) -> bool:
        one, other = self._part(self._now, text), self._part(picture, text)
        return bool(one.size) and int(np.abs(one.astype(np.int16) - other).max()) >= _TRACE

    def _part(self, picture: _Pixels, text: HiddenText) -> _Pixels:
        left, top, right, bottom = self._places[id(text)]
        rows = slice(max(top, self._top) - self._top, max(bottom - self._top, 0))
        return picture[rows, max(left, self._left) - self._left : max(right - self._left, 0)]

    def _place(self, text: HiddenText) -> tuple[int, int, int, int]:
        """Return from where to where a text reaches in a picture of the whole page, with a pixel around it."""
        left, bottom, right, top = text.bounds
        xs, ys = zip(*(self._pixel(x, y) for x in (left, right) for y in (bottom, top)), strict=True)
        return max(min(xs) - 1, 0), max(min(ys) - 1, 0), max(xs) + 2, max(ys) + 2

    def _pixel(self, x: float, y: float) -> tuple[int, int]:
        across, down = c_int(), c_int()
        self._raw.FPDF_PageToDevice(self._page, 0, 0, *self._size, 0, x, y, across, down)
        return across.value, down.value

    def _picture(self) -> _Pixels:
        """Return the pixels of the part that is looked at; the rest of the page need not be painted."""
        width, height = self._size
        cut = (self._left, height - self._bottom, width - self._right, self._top)
        # The library rounds what is cut off upwards to pixels: half a one less gives the very number.
        picture = self._page.render(scale=self._scale, crop=tuple((one - 0.5) / self._scale for one in cut))
        pixels: _Pixels = picture.to_numpy().copy()
        picture.close()
        return pixels


def _show(raw: Pdfium, texts: Iterable[HiddenText], *, is_shown: bool) -> None:
    for text in texts:
        raw.FPDFPageObj_SetIsActive(text.raw, is_shown)


def _rounds(texts: Sequence[HiddenText]) -> Iterator[list[HiddenText]]:
    """Yield those that lie on one another, apart: no two of a round meet."""
    meets = _meetings(texts)
    rounds: dict[int, int] = {}
    for at, others in meets.items():
        taken = {rounds[other] for other in others if other in rounds}
        rounds[at] = next(number for number in count() if number not in taken)
    for number in range(min(max(rounds.values(), default=-1) + 1, _MAX_ROUNDS)):
        yield [texts[at] for at, of in rounds.items() if of == number]


def _meetings(texts: Sequence[HiddenText]) -> dict[int, list[int]]:
    """Return who lies on whom; of twins one is named as such."""
    meets: dict[int, list[int]] = {}
    order = sorted(range(len(texts)), key=lambda at: texts[at].bounds[0])
    for place, at in enumerate(order):
        one = texts[at].bounds
        for other in order[place + 1 :]:
            two = texts[other].bounds
            if two[0] >= one[2]:
                break
            smaller = min(area(one), area(two))
            if smaller > 0 and area(common(one, two)) > _SHARED * smaller:
                meets.setdefault(at, []).append(other)
                meets.setdefault(other, []).append(at)
                if max(abs(a - b) for a, b in zip(one, two, strict=True)) < 1.0:
                    texts[at].reason = _TWIN
    return meets

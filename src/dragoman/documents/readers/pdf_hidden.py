"""Text of a PDF page that nobody can see.

What the file says about a text makes it suspect; a picture of the page decides: without hidden text it looks the same.
"""

from collections.abc import Iterable, Iterator, Sequence
from ctypes import c_int
from itertools import count

import numpy as np

from dragoman.documents.readers.pdf_letters import hidden_words
from dragoman.documents.readers.pdf_objects import Bounds, PageObjects, Pdfium, TextObject, area, common

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


_Pixels = np.ndarray[tuple[int, ...], np.dtype[np.int16]]


class Hidden:
    """The hidden text of one page; none of it is active any more when this is made."""

    def __init__(self, raw: Pdfium, page: Pdfium, objects: PageObjects) -> None:
        self._raw, self._page, self._objects = raw, page, objects
        self._box: Bounds = page.get_bbox()
        self.layer: list[TextObject] = []  # what a scanner's program read in a picture: words of the page, but not seen
        self.texts = self._found()

    def _found(self) -> list[TextObject]:
        for text in self._objects.texts:
            text.reason = self._plain_reason(text)
        _weigh(self._objects)
        plain = [text for text in self._objects.texts if text.reason and not text.is_suspect]
        suspects = [text for text in self._objects.texts if text.is_suspect]
        if not plain and not suspects:
            return []
        pictures = _Pictures(self._raw, self._page)
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

    def _plain_reason(self, text: TextObject) -> str:
        """Return why nobody can see a text for certain, and mark it where it may be."""
        if text.mode == 3:
            return INVISIBLE
        if text.alpha < _MIN_ALPHA:
            return TRANSPARENT
        if area(common(text.bounds, self._box)) <= 0 < area(text.bounds):
            return OFF_PAGE
        if text.size < _MIN_SIZE:
            return TINY
        if area(common(text.bounds, text.clip)) < (1 - _CLIPPED) * area(text.bounds):
            text.is_suspect = True
            return CLIPPED
        if text.is_layered:
            text.is_suspect = True
            return UNSEEN
        if min(text.color) >= _LIGHT:
            text.is_suspect = True
            return WHITE if min(text.color) >= _WHITE else SAME_COLOR
        return ""

    def _has_layer(self, hidden: Sequence[TextObject]) -> bool:
        """Say whether the page is a picture whose words a scanner's program has laid over it invisibly."""
        invisible = sum(text.reason in _LAYER for text in hidden)
        seen = len(self._objects.texts) - len(hidden)
        cover = max((area(common(one, self._box)) for one in self._objects.pictures()), default=0.0)
        return invisible > 0 and seen <= _LAYER_VISIBLE * invisible and cover >= _LAYER_COVER * area(self._box)


def _weigh(objects: PageObjects) -> None:
    """Make suspects of texts under opaque paint, and of those in the colour of the paint under them."""
    texts = [text for text in objects.texts if not text.reason]
    if not texts or not objects.paints:
        return
    boxes = np.array([text.bounds for text in texts])
    orders = np.array([text.order for text in texts])
    x, y = (boxes[:, 0] + boxes[:, 2]) / 2, (boxes[:, 1] + boxes[:, 3]) / 2
    under = np.full((len(texts), 3), 255)
    covered = np.zeros(len(texts), dtype=bool)
    for paint in objects.paints:
        left, bottom, right, top = paint.bounds
        inside = (x >= left) & (x <= right) & (y >= bottom) & (y <= top)
        if inside.any():
            before = orders < paint.order
            covered |= inside & before & paint.is_opaque
            under[inside & ~before] = (-1, -1, -1) if paint.color is None else paint.color
    alike = np.abs(under - np.array([text.color for text in texts])).max(axis=1) < _CONTRAST
    alike |= under[:, 0] < 0  # on a picture, whose colours are not known
    for text, is_covered, is_alike in zip(texts, covered, alike, strict=True):
        text.is_suspect = bool(is_covered or is_alike)
        text.reason = COVERED if is_covered else SAME_COLOR if is_alike else ""


class _Pictures:
    """Pictures of a page, with texts and without."""

    def __init__(self, raw: Pdfium, page: Pdfium) -> None:
        self._raw, self._page = raw, page
        width, height = page.get_size()
        self._scale = min(_SCALE, (_MAX_PIXELS / max(width * height, 1)) ** 0.5)
        self._now = self._picture()

    def show(self, texts: Sequence[TextObject], *, is_shown: bool) -> None:
        """Make texts active, or take them away."""
        _show(self._raw, texts, is_shown=is_shown)

    def has_ink(self, text: TextObject) -> bool:
        """Say whether there is something to read where the text stands."""
        part = self._part(self._now, text)
        return bool(part.size) and int(part.max()) - int(part.min()) >= _INK

    def unseen(self, suspects: Sequence[TextObject]) -> list[TextObject]:
        """Return the suspects whose absence nobody sees and take them away.

        First all of them are left out at once; then those that may hide others, in rounds in which none meet.
        """
        found: list[TextObject] = []
        seen = self._without(suspects, found) if suspects else []
        for group in _rounds(seen):
            self._without(group, found)
        return found

    def _without(self, texts: Sequence[TextObject], found: list[TextObject]) -> list[TextObject]:
        self.show(texts, is_shown=False)
        bare = self._picture()
        missed = [text for text in texts if self._differs(bare, text)]
        self.show(missed, is_shown=True)
        kept = set(map(id, missed))
        found += [text for text in texts if id(text) not in kept]
        return missed

    def _differs(self, picture: _Pixels, text: TextObject) -> bool:
        one, other = self._part(self._now, text), self._part(picture, text)
        return bool(one.size) and int(np.abs(one - other).max()) >= _TRACE

    def _part(self, picture: _Pixels, text: TextObject) -> _Pixels:
        height, width = picture.shape[:2]
        left, bottom, right, top = text.bounds
        places = [self._pixel(x, y, width, height) for x in (left, right) for y in (bottom, top)]
        xs, ys = zip(*places, strict=True)
        return picture[max(min(ys) - 1, 0) : max(ys) + 2, max(min(xs) - 1, 0) : max(xs) + 2]

    def _pixel(self, x: float, y: float, width: int, height: int) -> tuple[int, int]:
        across, down = c_int(), c_int()
        self._raw.FPDF_PageToDevice(self._page, 0, 0, width, height, 0, x, y, across, down)
        return across.value, down.value

    def _picture(self) -> _Pixels:
        picture = self._page.render(scale=self._scale)
        pixels: _Pixels = picture.to_numpy().astype(np.int16)
        picture.close()
        return pixels


def _show(raw: Pdfium, texts: Iterable[TextObject], *, is_shown: bool) -> None:
    for text in texts:
        raw.FPDFPageObj_SetIsActive(text.raw, is_shown)


def _rounds(texts: Sequence[TextObject]) -> Iterator[list[TextObject]]:
    """Yield those that lie on one another, apart: no two of a round meet."""
    meets = _meetings(texts)
    rounds: dict[int, int] = {}
    for at, others in meets.items():
        taken = {rounds[other] for other in others if other in rounds}
        rounds[at] = next(number for number in count() if number not in taken)
    for number in range(min(max(rounds.values(), default=-1) + 1, _MAX_ROUNDS)):
        yield [texts[at] for at, of in rounds.items() if of == number]


def _meetings(texts: Sequence[TextObject]) -> dict[int, list[int]]:
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

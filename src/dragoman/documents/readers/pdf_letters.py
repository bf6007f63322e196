"""Words of a PDF page, put together from its letters: for pages on which some of the text must not be read."""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from ctypes import addressof, c_int, c_uint16, create_string_buffer
from dataclasses import dataclass

from dragoman.documents.layout.page import Word, around
from dragoman.documents.readers.decode import clean
from dragoman.documents.readers.pdf_calls import Pdfium
from dragoman.documents.readers.pdf_objects import Bounds
from dragoman.domain.document import Box

BOLD = 600  # the weight from which a typeface counts as bold
_UPRIGHT = 0.09  # radians
_EDGE = 0.08  # of the page's height
_ENDS = 300  # characters
_LINES = 3
_GAP = 0.2  # of the type's size: a wider gap parts two words
_WORD = re.compile(r"[^\W_]")
_HYPHENS = {0x02: "-", 0xFFFE: "-"}  # what the library gives for the hyphen at the end of a line


@dataclass(frozen=True, slots=True)
class _Type:
    """The type that a piece of text is set in."""

    size: float
    is_bold: bool


@dataclass(frozen=True, slots=True)
class _Letter:
    text: str
    box: Box
    type: _Type
    is_upright: bool


_NOWHERE = Box(x0=0, y0=0, x1=0, y1=0)
_NO_TYPE = _Type(0.0, is_bold=False)


@dataclass(frozen=True, slots=True)
class Letters:
    """The words of a page, and how many of them are not set upright."""

    words: tuple[Word, ...]
    sideways: int


@dataclass(slots=True)
class HiddenText:
    """A piece of text that nobody can see, or that is suspected of it."""

    raw: Pdfium
    bounds: Bounds
    size: float  # of the type, in points
    reason: str  # why nobody can see it
    is_suspect: bool  # a picture of the page decides


def page_words(raw: Pdfium, page: Pdfium) -> Letters:
    """Return the words of the page's active text."""
    layer = page.get_textpage()
    try:
        groups = list(_words(_letters(raw, layer, _View(page))))
    finally:
        layer.close()
    upright = [group for group in groups if group[0].is_upright]
    words = tuple(word for word in map(_word, upright) if word.text)
    return Letters(words, len(groups) - len(upright))


def edge_text(page: Pdfium, layer: Pdfium) -> str:
    """Return the lines with which the text of a page begins and ends, in the file's order and as they stand on it."""
    left, bottom, right, top = page.get_bbox()
    across, down = _EDGE * (right - left), _EDGE * (top - bottom)
    bands = ((left, bottom, right, bottom + down), (left, top - down, right, top))
    if page.get_rotation() % 180:
        bands = ((left, bottom, left + across, top), (right - across, bottom, right, top))
    count = layer.count_chars()
    ends = [layer.get_text_range(at, min(_ENDS, count - at)) for at in (0, max(count - _ENDS, 0)) if count]
    parts = [*(str(layer.get_text_bounded(*band)) for band in bands), *map(str, ends)]
    lines = [[line.strip() for line in clean(part).split("\n") if line.strip()] for part in parts]
    return "\n".join(dict.fromkeys(line for some in lines for line in (*some[:_LINES], *some[-_LINES:])))


def hidden_words(raw: Pdfium, page: Pdfium, texts: Sequence[HiddenText]) -> dict[str, list[str]]:
    """Return the words of these texts by the reason for which nobody sees them; the texts must be active."""
    layer = page.get_textpage()
    said: dict[str, str] = {}
    before: HiddenText | None = None
    for text in texts:
        apart = " " if before and _is_apart(before, text) else ""
        said[text.reason] = f"{said.get(text.reason, '')}{apart}{_text(raw, layer, text)}"
        before = text
    layer.close()
    words = {reason: [word for word in clean(one).split() if _WORD.search(word)] for reason, one in said.items()}
    return {reason: found for reason, found in words.items() if found}


def _is_apart(before: HiddenText, text: HiddenText) -> bool:
    gap = text.bounds[0] - before.bounds[2]
    size = max(text.size, 1.0)
    return not -size < gap < _GAP * size or abs(text.bounds[1] - before.bounds[1]) > size


def _text(raw: Pdfium, layer: Pdfium, text: HiddenText) -> str:
    length = raw.FPDFTextObj_GetText(text.raw, layer, None, 0)
    buffer = (c_uint16 * (length // 2 + 1))()
    raw.FPDFTextObj_GetText(text.raw, layer, buffer, length)
    return bytes(buffer)[: max(length - 2, 0)].decode("utf-16-le", "replace")


class _View:
    """From where PDF puts a thing to where it stands on the page as it is seen, in points from the top left."""

    def __init__(self, page: Pdfium) -> None:
        self._left, self._bottom, self._right, self._top = page.get_bbox()
        self._turns = page.get_rotation() // 90 % 4

    def box(self, left: float, bottom: float, right: float, top: float) -> Box:
        """Return the box of PDF bounds."""
        match self._turns:
            case 0:
                return Box(x0=left - self._left, y0=self._top - top, x1=right - self._left, y1=self._top - bottom)
            case 1:
                return Box(x0=bottom - self._bottom, y0=left - self._left, x1=top - self._bottom, y1=right - self._left)
            case 2:
                return Box(
                    x0=self._right - right, y0=bottom - self._bottom, x1=self._right - left, y1=top - self._bottom
                )
            case _:
                return Box(x0=self._top - top, y0=self._right - right, x1=self._top - bottom, y1=self._right - left)

    def is_upright(self, angle: float) -> bool:
        """Say whether letters at this angle (radians) are seen upright."""
        turned = (angle - self._turns * math.pi / 2 + math.pi) % (2 * math.pi) - math.pi
        return bool(abs(turned) < _UPRIGHT)


def _letters(raw: Pdfium, layer: Pdfium, view: _View) -> Iterator[_Letter]:
    """Yield the letters in the order of the page, with blanks and line ends between words."""
    types: dict[int, _Type] = {}
    bounds = raw.FS_RECTF()
    for index in range(max(raw.FPDFText_CountChars(layer), 0)):
        text = _HYPHENS.get(raw.FPDFText_GetUnicode(layer, index)) or chr(raw.FPDFText_GetUnicode(layer, index))
        if text.isspace() or raw.FPDFText_IsGenerated(layer, index):
            yield _Letter(" ", _NOWHERE, _NO_TYPE, is_upright=True)
            continue
        raw.FPDFText_GetLooseCharBox(layer, index, bounds)
        one = raw.FPDFText_GetTextObject(layer, index)
        key = addressof(one.contents) if one else 0
        if key not in types:
            types[key] = _type(raw, layer, index, one)
        box = view.box(bounds.left, bounds.bottom, bounds.right, bounds.top)
        yield _Letter(text, box, types[key], view.is_upright(raw.FPDFText_GetCharAngle(layer, index)))


def _type(raw: Pdfium, layer: Pdfium, index: int, one: Pdfium) -> _Type:
    matrix = raw.FS_MATRIX()
    scale = 1.0
    if one and raw.FPDFPageObj_GetMatrix(one, matrix):
        scale = math.hypot(matrix.c, matrix.d)
    name = create_string_buffer(256)
    raw.FPDFText_GetFontInfo(layer, index, name, 256, c_int())
    is_bold = b"bold" in name.value.lower() or raw.FPDFText_GetFontWeight(layer, index) >= BOLD
    return _Type(raw.FPDFText_GetFontSize(layer, index) * scale, is_bold)


def _words(letters: Iterable[_Letter]) -> Iterator[list[_Letter]]:
    word: list[_Letter] = []
    for letter in letters:
        if word and (letter.text == " " or not _goes_on(word[-1], letter)):
            yield word
            word = []
        if letter.text != " ":
            word.append(letter)
    if word:
        yield word


def _goes_on(before: _Letter, letter: _Letter) -> bool:
    """Say whether a letter stands in the word of the one before it."""
    if before.is_upright != letter.is_upright:
        return False
    if not letter.is_upright:
        return True
    gap = letter.box.x0 - before.box.x1
    size = max(letter.type.size, before.type.size, 1.0)
    return -size < gap < _GAP * size and abs(letter.box.y1 - before.box.y1) < size


def _word(letters: Sequence[_Letter]) -> Word:
    return Word(
        text=clean("".join(letter.text for letter in letters)),
        box=around(letter.box for letter in letters),
        size=letters[0].type.size,
        is_bold=letters[0].type.is_bold,
    )

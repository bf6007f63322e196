"""Where a quote stands on a page of a PDF, found in the page's own text layer."""

import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any

from dragoman.domain.document import Box

MAX_LETTERS = 200_000  # of one page; more is no page that anybody reads
_Letter = tuple[str, int]  # folded, with the place of its character in the text layer


def boxes_of(layer: Any, height: float, quote: str, raw: Any) -> Iterator[Box]:  # noqa: ANN401 (pdfium has no types)
    """Yield a box for each line of the quote, in points from the top left; none where it is not found.

    White space, hyphens at a line's end and ligatures make no difference.
    """
    count = min(layer.count_chars(), MAX_LETTERS)
    characters = (chr(raw.FPDFText_GetUnicode(layer, index)) for index in range(count))
    letters = [(letter, index) for index, character in enumerate(characters) for letter in _folded(character)]
    wanted = "".join(letter for character in quote for letter in _folded(character))
    at = "".join(letter for letter, _ in letters).find(wanted) if wanted else -1
    if at < 0:
        return
    for line in _lines(layer, letters[at : at + len(wanted)]):
        lefts, bottoms, rights, tops = zip(*line, strict=True)
        x0, y0, x1, y1 = min(lefts), min(bottoms), max(rights), max(tops)
        yield Box(x0=x0, y0=height - y1, x1=x1, y1=height - y0)


def _folded(character: str) -> str:
    """Return the letters and digits of a character, one string for each way to write them."""
    return "".join(letter for letter in unicodedata.normalize("NFKC", character).casefold() if letter.isalnum())


def _lines(layer: Any, letters: Sequence[_Letter]) -> Iterator[list[tuple[float, ...]]]:  # noqa: ANN401 (as above)
    """Yield the boxes of characters (left, bottom, right, top), those of a line together."""
    line: list[tuple[float, ...]] = []
    for index in dict.fromkeys(index for _, index in letters):
        box = tuple(layer.get_charbox(index))
        if line and (box[3] < line[-1][1] or box[1] > line[-1][3] or box[0] < line[-1][0]):
            yield line
            line = []
        line.append(box)
    if line:
        yield line

"""The columns of print on a page: words that are read before others, though they stand beside them."""

from collections.abc import Sequence

from dragoman.documents.layout.cell import is_figure_text
from dragoman.documents.layout.line import Line, Piece, lines_of
from dragoman.documents.layout.page import PageLayout, Word

_MIN_LINES = 8  # that a gutter must part
_MIN_SHARE = 0.45  # of the page's lines of two or more pieces
_MIN_PIECE = 0.22  # of the page's width: a piece of prose is at least this wide
_TRIES = 40


def strips_of(page: PageLayout) -> list[tuple[Word, ...]]:
    """Return the words in strips that are read one after the other; one strip where the page has one column."""
    lines = lines_of(page.words)
    gutter = _gutter(lines, page.width)
    if gutter is None:
        return [page.words] if page.words else []
    strips: list[tuple[Word, ...]] = []
    band: list[Line] = []
    for line in lines:
        if any(piece.box.x0 < gutter < piece.box.x1 for piece in line.pieces):
            strips += _halves(band, gutter)
            band = []
            strips.append(_words([line]))
        else:
            band.append(line)
    return [strip for strip in [*strips, *_halves(band, gutter)] if strip]


def _halves(band: Sequence[Line], gutter: float) -> list[tuple[Word, ...]]:
    words = _words(band)
    left = tuple(word for word in words if word.box.x1 <= gutter)
    return [left, tuple(word for word in words if word.box.x1 > gutter)]


def _words(lines: Sequence[Line]) -> tuple[Word, ...]:
    return tuple(word for line in lines for piece in line.pieces for word in piece.words)


def _gutter(lines: Sequence[Line], width: float) -> float | None:
    """Return the place that parts two columns of prose, None where there is none.

    Tables have white strips too: here both sides must hold prose, line after line.
    """
    best, most = None, 0
    for step in range(_TRIES):
        x = width * (0.3 + 0.4 * step / _TRIES)
        parted = sum(_is_parted(line, x, width) for line in lines)
        if parted > most:
            best, most = x, parted
    crossing = sum(any(p.box.x0 < (best or 0) < p.box.x1 for p in line.pieces) for line in lines)
    return best if most >= _MIN_LINES and most >= _MIN_SHARE * (most + crossing) else None


def _is_parted(line: Line, x: float, width: float) -> bool:
    left = [piece for piece in line.pieces if piece.box.x1 <= x]
    right = [piece for piece in line.pieces if piece.box.x0 >= x]
    if len(left) + len(right) < len(line.pieces) or not left or not right:
        return False
    return _is_prose(left[-1], width) and _is_prose(right[0], width)


def _is_prose(piece: Piece, width: float) -> bool:
    return piece.box.x1 - piece.box.x0 >= _MIN_PIECE * width and not is_figure_text(piece.text)

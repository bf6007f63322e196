"""The columns of print on a page: words that are read before others, though they stand beside them."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from dragoman.documents.layout.cell import is_figure_text
from dragoman.documents.layout.line import Line, Piece, lines_of
from dragoman.documents.layout.page import PageLayout, Word

_MIN_LINES = 8  # that a gutter must part
_MIN_SHARE = 0.45  # of the page's lines of two or more pieces
_MIN_PIECE = 0.2  # of the page's width: a piece of prose is at least this wide
_BESIDE = 0.2  # of the type's size that two lines of different columns share in height
_TRIES = 40


def strips_of(page: PageLayout) -> list[tuple[Word, ...]]:
    """Return the words in strips that are read one after the other; one strip where the page has one column.

    A line across the columns parts what stands above it from what stands below.
    """
    return _strips(page.words, 0.0, page.width, page.width) if page.words else []


def _strips(words: tuple[Word, ...], left: float, right: float, width: float) -> list[tuple[Word, ...]]:
    """Part the words between two edges; `width` is that of the page."""
    lines = lines_of(words)
    gutter = _gutter(lines, left, right, width)
    if gutter is None:
        return [words]
    strips: list[tuple[Word, ...]] = []
    band: list[Line] = []
    for line in [*lines, None]:
        if line and not any(piece.box.x0 < gutter < piece.box.x1 for piece in line.pieces):
            band.append(line)
            continue
        before, behind = _halves(band, gutter)
        strips += _strips(before, left, gutter, width) if before else []
        strips += _strips(behind, gutter, right, width) if behind else []
        strips += [_words([line])] if line else []
        band = []
    return strips


def _halves(band: Sequence[Line], gutter: float) -> tuple[tuple[Word, ...], tuple[Word, ...]]:
    words = _words(band)
    left = tuple(word for word in words if word.box.x1 <= gutter)
    return left, tuple(word for word in words if word.box.x1 > gutter)


def _words(lines: Sequence[Line]) -> tuple[Word, ...]:
    return tuple(word for line in lines for piece in line.pieces for word in piece.words)


def _gutter(lines: Sequence[Line], left: float, right: float, width: float) -> float | None:
    """Return the place that parts two columns of prose, None where there is none.

    Tables have white strips too: here both sides must hold prose, line after line. The lines of two columns
    may stand at different heights.
    """
    gaps = [gap for line in lines for gap in _gaps(line.pieces, width)]
    gaps += [
        gap for one, other in pairwise(lines) if _are_beside(one, other) for gap in _gap_between(one, other, width)
    ]
    if len(gaps) < _MIN_LINES or right - left < 2 * _MIN_PIECE * width:
        return None
    places = [left + (right - left) * (0.3 + 0.4 * step / _TRIES) for step in range(_TRIES)]
    parted = {x: sum(start <= x <= end for start, end in gaps) for x in places}
    best = max(places, key=lambda x: parted[x])
    crossing = sum(any(p.box.x0 < best < p.box.x1 for p in line.pieces) for line in lines)
    most = parted[best]
    return best if most >= _MIN_LINES and most >= _MIN_SHARE * (most + crossing) else None


def _gaps(pieces: Sequence[Piece], width: float) -> Iterator[tuple[float, float]]:
    """Yield the white between pieces of prose."""
    if len(pieces) > 1:
        is_prose = [_is_prose(piece, width) for piece in pieces]
        for at, (before, behind) in enumerate(pairwise(pieces)):
            if is_prose[at] and is_prose[at + 1]:
                yield before.box.x1, behind.box.x0


def _are_beside(one: Line, other: Line) -> bool:
    """Say whether two lines stand beside one another, one a little lower."""
    shared = min(one.box.y1, other.box.y1) - max(one.box.y0, other.box.y0)
    return shared > _BESIDE * min(one.size, other.size)


def _gap_between(one: Line, other: Line, width: float) -> Iterator[tuple[float, float]]:
    before, behind = (one, other) if one.box.x0 < other.box.x0 else (other, one)
    if before.box.x1 < behind.box.x0:
        yield from _gaps((before.pieces[-1], behind.pieces[0]), width)


def _is_prose(piece: Piece, width: float) -> bool:
    return piece.box.x1 - piece.box.x0 >= _MIN_PIECE * width and not is_figure_text(piece.text)

"""Words to lines, and lines to pieces that a gap keeps apart."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from dragoman.documents.layout.page import Word, around
from dragoman.domain.document import Box

_SAME_LINE = 0.45  # of the lower word's height that two words of a line share at least
_STOPS = ".,;:)"
_TOUCHES = 0.05  # of the type's size
_GAP = 0.85  # of the type's size: a wider gap parts two pieces; blanks between words are about 0.3 wide


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """Words of a line with no more than a blank between them: a label, a figure, a line of a paragraph."""

    words: tuple[Word, ...]
    box: Box

    @property
    def text(self) -> str:
        """The words, a blank between; a stop that was cut off its word is part of it."""
        said = self.words[0].text if self.words else ""
        for before, word in pairwise(self.words):
            said += f"{'' if _is_cut_off(before, word) else ' '}{word.text}"
        return said

    @property
    def is_bold(self) -> bool:
        """Say whether every word is set in bold."""
        return all(word.is_bold for word in self.words)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line of print, its pieces from left to right."""

    pieces: tuple[Piece, ...]
    box: Box
    size: float  # the type's usual size in it

    @property
    def text(self) -> str:
        """All pieces, a blank between."""
        return " ".join(piece.text for piece in self.pieces)

    @property
    def is_bold(self) -> bool:
        """Say whether all of it is set in bold."""
        return all(piece.is_bold for piece in self.pieces)


@dataclass(slots=True)
class _Row:
    """Words of a line that is being gathered, and how high and low they reach."""

    words: list[Word]
    top: float
    bottom: float

    def add(self, word: Word) -> None:
        self.words.append(word)
        self.top, self.bottom = min(self.top, word.box.y0), max(self.bottom, word.box.y1)

    def takes(self, word: Word) -> bool:
        """Say whether the word stands on the line of the row's nearest word, as tall as both or raised."""
        if word.box.y0 >= self.bottom or word.box.y1 <= self.top:
            return False
        left = word.box.x0
        near = min(self.words, key=lambda other: abs(other.box.x0 - left)).box
        shared = min(near.y1, word.box.y1) - max(near.y0, word.box.y0)
        lower = min(near.y1 - near.y0, word.box.y1 - word.box.y0)
        return shared > _SAME_LINE * lower


def lines_of(words: Iterable[Word]) -> tuple[Line, ...]:
    """Return the lines from top to bottom."""
    rows: list[_Row] = []
    for word in sorted(words, key=lambda word: (word.middle, word.box.x0)):
        row = next((row for row in reversed(rows[-4:]) if row.takes(word)), None)
        if row is None:
            rows.append(_Row([word], word.box.y0, word.box.y1))
        else:
            row.add(word)
    return tuple(sorted((line_of(row.words) for row in rows), key=lambda line: line.box.y0 + line.box.y1))


def line_of(words: Sequence[Word]) -> Line:
    """Return one line of these words."""
    ordered = sorted(words, key=lambda word: word.box.x0)
    return Line(
        pieces=tuple(_pieces(ordered)),
        box=around(word.box for word in ordered),
        size=median(word.size for word in ordered),
    )


def piece_of(words: Sequence[Word]) -> Piece:
    """Return one piece of these words, in their order."""
    return Piece(words=tuple(words), box=around(word.box for word in words))


def _pieces(words: Sequence[Word]) -> Iterable[Piece]:
    part: list[Word] = []
    for word in words:
        if part and word.box.x0 - part[-1].box.x1 > _GAP * max(word.size, part[-1].size):
            yield piece_of(part)
            part = []
        part.append(word)
    if part:
        yield piece_of(part)


def _is_cut_off(before: Word, word: Word) -> bool:
    """Say whether a stop touches the word before it: programs cut "2.1." into three."""
    return word.text[0] in _STOPS and abs(word.box.x0 - before.box.x1) < _TOUCHES * word.size

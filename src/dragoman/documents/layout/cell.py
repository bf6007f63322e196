"""Pieces of a line to cells: labels, and figures with their sign, currency and percent mark."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from dragoman.documents.layout.line import Line, Piece, piece_of
from dragoman.documents.layout.page import Word, around
from dragoman.domain.document import Box

_CURRENCY = re.compile(r"(?:[A-Z]{1,3})?[$€£¥]|(?:USD|AUD|EUR|GBP)")
_NUMBER = r"[-–—−(]?\s?(?:[A-Z]{0,3}[$€£¥])?\s?[-–—−(]?\s?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?"
_MARK = r"(?:\s?(?:\([a-z0-9]{1,2}\)|\[[a-z0-9]{1,2}\]|[*†‡§]{1,3}|[¹²³⁴⁵⁶⁷⁸⁹⁰]+))?"
_FIGURE = re.compile(rf"(?=.*\d){_NUMBER}\s?[)%x]{{0,2}}\s?%?-?{_MARK}")
_SIGNED = re.compile(r"(?P<figure>\(?-?\d[\d,.]*\)?%?|[-–—−%)])(?P<sign>[$€£])")
_NOTHING = re.compile(r"[-–—−]{1,3}%?|n/?[am]|N/?[AM]|nil|Nil|n\.[am]\.|NMF|[Ff]lat")
_DASH = re.compile(r"[-–—−]")
_TAIL = re.compile(r"[)%]{1,2}|\)\s?%")
_REST = re.compile(r"[.,]\d+\)?")
_NOTE = re.compile(r"\([a-z0-9]{1,2}\)")
_YEAR = re.compile(r"(?:19|20)\d\d")
_TOUCHES = 0.3  # of the type's size
_REACH = 14.0  # points from a figure to a bracket that belongs to it
_PERCENT_REACH = 30.0  # and to a percent mark


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedCell:
    """A cell of a line: `box` is that of the figure itself, without a currency sign far to its left."""

    text: str
    box: Box
    is_figure: bool
    words: tuple[Word, ...]

    @property
    def outer(self) -> Box:
        """The box with the currency sign in it."""
        return around([self.box, *(word.box for word in self.words)])


def cells_of(line: Line) -> tuple[PrintedCell, ...]:
    """Return the cells from left to right; a currency sign goes with the figure behind it."""
    found: list[PrintedCell] = []
    sign: list[Word] = []
    for piece in _split(line.pieces):
        if _CURRENCY.fullmatch(piece.text):
            found += [_cell(sign, is_figure=False)] if sign else []
            sign = list(piece.words)
            continue
        is_figure = is_figure_text(piece.text)
        if _belongs_before(piece, found):
            found[-1] = _joined(found[-1], piece)
        elif sign and not is_figure:
            found += [_cell(sign, is_figure=False), _cell(piece.words, is_figure=False)]
        else:
            found.append(_signed(sign, piece, is_figure=is_figure))
        sign = []
    return (*found, _cell(sign, is_figure=False)) if sign else tuple(found)


def is_figure_text(text: str) -> bool:
    """Say whether a text is one figure, or the dash that stands for none."""
    return len(text) <= 30 and bool(_FIGURE.fullmatch(text) or _NOTHING.fullmatch(text))


def is_currency(text: str) -> bool:
    """Say whether a text is nothing but a sign of money."""
    return _CURRENCY.fullmatch(text) is not None


def is_amount(text: str) -> bool:
    """Say whether a figure has digits: a dash has none."""
    return any(map(str.isdigit, text))


def _split(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Part what is printed so close that two columns became one piece: "1,000.00 14,904.08" is never one number."""
    for whole in pieces:
        piece = piece_of([part for word in whole.words for part in _without_next_sign(word)])
        if len(piece.words) > 1 and _holds_several(piece):
            yield from (piece_of(group) for group in _groups(piece.words))
        else:
            yield piece


def _without_next_sign(word: Word) -> Iterator[Word]:
    """Part the currency sign of the next figure from a figure it touches: "44,538$"."""
    match = _SIGNED.fullmatch(word.text)
    if match is None:
        yield word
        return
    edge = word.box.x1 - (word.box.x1 - word.box.x0) / len(word.text)
    yield replace(word, text=match["figure"], box=replace(word.box, x1=edge))
    yield replace(word, text=match["sign"], box=replace(word.box, x0=edge))


def _holds_several(piece: Piece) -> bool:
    if is_figure_text(piece.text):
        ends_in_dash = is_amount(piece.words[0].text) and _DASH.fullmatch(piece.words[-1].text)  # of the next column
        return bool(ends_in_dash) or sum(is_amount(word.text) for word in piece.words) > 1
    return all(_is_part(word.text) for word in piece.words)


def _is_part(text: str) -> bool:
    return is_figure_text(text) or bool(_CURRENCY.fullmatch(text) or _TAIL.fullmatch(text) or text == "(")


def _groups(words: Sequence[Word]) -> Iterator[list[Word]]:
    group: list[Word] = []
    for word in words:
        is_tail = len(group) == 1 and _TAIL.fullmatch(group[0].text)  # of the figure before this piece
        if (is_tail or _is_whole(group)) and not _goes_on(group, word) and _begins(word):
            yield group
            group = []
        group.append(word)
    if group:
        yield group


def _is_whole(group: Sequence[Word]) -> bool:
    return any(is_amount(word.text) or _NOTHING.fullmatch(word.text) for word in group)


def _begins(word: Word) -> bool:
    return is_figure_text(word.text) or word.text == "(" or bool(_CURRENCY.fullmatch(word.text))


def _goes_on(group: Sequence[Word], word: Word) -> bool:
    """Say whether a word ends the figure before it: the rest of one cut in two, or the mark of a note on a year."""
    last = group[-1]
    if _REST.fullmatch(word.text) and word.box.x0 - last.box.x1 < _TOUCHES * word.size:
        return True
    return _NOTE.fullmatch(word.text) is not None and _YEAR.fullmatch(last.text) is not None


def _belongs_before(piece: Piece, found: Sequence[PrintedCell]) -> bool:
    if not found or not found[-1].is_figure or not _TAIL.fullmatch(piece.text):
        return False
    return piece.box.x0 - found[-1].box.x1 <= (_PERCENT_REACH if piece.text == "%" else _REACH)


def _joined(cell: PrintedCell, piece: Piece) -> PrintedCell:
    words = (*cell.words, *piece.words)
    return PrintedCell(text=f"{cell.text}{piece.text}", box=around([cell.box, piece.box]), is_figure=True, words=words)


def _signed(sign: Sequence[Word], piece: Piece, *, is_figure: bool) -> PrintedCell:
    text = "".join(word.text for word in sign) + piece.text
    return PrintedCell(text=text, box=piece.box, is_figure=is_figure, words=(*sign, *piece.words))


def _cell(words: Sequence[Word], *, is_figure: bool) -> PrintedCell:
    text = " ".join(word.text for word in words)
    return PrintedCell(text=text, box=around(word.box for word in words), is_figure=is_figure, words=tuple(words))

"""Footnotes of figures: the mark at a cell, its row or its column, and the text below its table that begins with it."""

import re
from collections.abc import Iterator, Sequence

from dragoman.domain.document import Cell, Footnote, Passage

_ONE = r"(?:\((?:[a-z]{1,2}|[ivx]{1,4}|\d{1,2})\)|\[[a-z\d]{1,2}\]|\*{1,3}|[†‡§]{1,3}|[¹²³⁴⁵⁶⁷⁸⁹⁰]{1,2})"
_MARKS = re.compile(rf"(?<=\S)\s*(?P<marks>{_ONE}(?:[\s,]*{_ONE})*)\s*[:.]?$", re.IGNORECASE)
_EACH = re.compile(_ONE, re.IGNORECASE)
_NOTE = re.compile(rf"(?P<mark>{_ONE})\s*(?P<text>[\w\"“'’$€£(].*)", re.IGNORECASE | re.DOTALL)
_STARTS = re.compile(rf"\n(?={_ONE}\s*\S)", re.IGNORECASE)
_DIGIT = re.compile(r"\d")
_RAISED = str.maketrans("¹²³⁴⁵⁶⁷⁸⁹⁰", "1234567890", "()[]")
_MAX_TEXT = 1_200  # characters of a footnote that are given


def footnotes_of(cell: Cell, page: Sequence[Passage]) -> tuple[Footnote, ...]:
    """Return the footnotes of a cell, in the order of its marks; `page` has all passages of its page, in their order.

    A mark is left alone where it cannot be told whose it is: where no text below the table begins with it, or where
    two do and another table stands before the first of them.
    """
    marks = list(dict.fromkeys(_marks_of(cell)))
    at = next((at for at, passage in enumerate(page) if _holds(passage, cell)), None) if marks else None
    if at is None:
        return ()
    found = ((mark, _text_of(_bare(mark), page[at + 1 :])) for mark in marks)
    return tuple(Footnote(mark=mark, text=text[:_MAX_TEXT]) for mark, text in found if text)


def _marks_of(cell: Cell) -> Iterator[str]:
    for words in (cell.text, cell.row_label, cell.column_label):
        if found := _MARKS.search(words):
            for mark in _EACH.findall(found["marks"]):
                # "12 (3)" in a cell may be two figures; "(3)" alone is one.
                if words is not cell.text or not _DIGIT.search(mark):
                    yield mark


def _holds(passage: Passage, cell: Cell) -> bool:
    """Say whether the row of the cell stands in the passage."""
    if passage.kind != "table":
        return False
    rows = (line.split(" | ") for line in passage.text.split("\n"))
    return any(row[0] == cell.row_label and cell.text in row for row in rows)


def _text_of(mark: str, below: Sequence[Passage]) -> str:
    """Return the text that begins with a mark, nothing where two tables may have one each."""
    tables = 0
    texts: dict[str, int] = {}  # with the tables that stand before them
    for passage in below:
        tables += passage.kind == "table"
        for known, text in _notes(passage):
            if known == mark:
                texts.setdefault(text, tables)
    first = next(iter(texts.items()), ("", 0))
    return first[0] if len(texts) == 1 or first[1] == 0 else ""


def _notes(passage: Passage) -> Iterator[tuple[str, str]]:
    if passage.kind == "table":
        return
    for part in _STARTS.split(passage.text):
        if found := _NOTE.match(part.strip()):
            yield _bare(found["mark"]), " ".join(found["text"].split("\n\n")[0].split())


def _bare(mark: str) -> str:
    return mark.translate(_RAISED).lower()

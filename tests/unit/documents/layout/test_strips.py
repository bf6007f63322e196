"""The order in which a page of columns is read."""

from collections.abc import Sequence

from dragoman.documents.layout.blocks import blocks_of_page
from dragoman.documents.layout.page import PageLayout, Word
from dragoman.documents.layout.strips import strips_of
from dragoman.documents.reading import Paragraph
from dragoman.domain.document import Box

SIZE = 9.0
WIDTH = 600.0


def column(name: str, left: float, right: float, *, top: float = 100, lines: int = 12) -> list[Word]:
    """Set a column of lines, each with words that name the column and the line."""
    found = []
    for line in range(lines):
        at, y = left, top + 12 * line
        while at + 40 <= right:
            box = Box(x0=at, y0=y, x1=at + 38, y1=y + SIZE)
            found.append(Word(text=f"{name}{line}", box=box, size=SIZE))
            at += 41
    return found


def order(*columns: Sequence[Word]) -> list[str]:
    """Return the names of the columns in the order in which they are read."""
    page = PageLayout(number=1, width=WIDTH, height=800, words=tuple(word for one in columns for word in one))
    names = [word.text[0] for strip in strips_of(page) for word in strip]
    return [name for at, name in enumerate(names) if not at or names[at - 1] != name]


def test_one_column_is_read_as_it_stands() -> None:
    assert order(column("a", 50, 550)) == ["a"]


def test_two_columns_are_read_one_after_the_other() -> None:
    assert order(column("a", 50, 290), column("b", 310, 550)) == ["a", "b"]


def test_columns_whose_lines_stand_at_different_heights_are_two_all_the_same() -> None:
    assert order(column("a", 50, 290), column("b", 310, 550, top=106)) == ["a", "b"]


def test_three_columns_are_read_one_after_the_other() -> None:
    assert order(column("a", 40, 210), column("b", 225, 395), column("c", 410, 580)) == ["a", "b", "c"]


def test_a_head_across_the_page_is_read_before_its_columns_and_a_foot_after_them() -> None:
    head, foot = column("h", 50, 550, top=80, lines=1), column("f", 50, 550, top=260, lines=2)
    assert order(head, column("a", 50, 290), column("b", 310, 550), foot) == ["h", "a", "b", "f"]


def test_a_line_across_parts_two_pairs_of_columns() -> None:
    first = column("a", 50, 290), column("b", 310, 550)
    second = column("c", 50, 290, top=280), column("d", 310, 550, top=280)
    assert order(*first, column("h", 50, 550, top=258, lines=1), *second) == ["a", "b", "h", "c", "d"]


def test_a_word_parted_at_the_end_of_a_line_is_one_word() -> None:
    lines = [("The reve-", 100), ("nue of the mi-", 112), ("ning company", 124)]
    words = [
        Word(text=text, box=Box(x0=50 + 60 * at, y0=y, x1=105 + 60 * at, y1=y + SIZE), size=SIZE)
        for line, y in lines
        for at, text in enumerate(line.split())
    ]
    blocks = list(blocks_of_page(PageLayout(number=1, width=WIDTH, height=800, words=tuple(words))))
    assert blocks == [Paragraph(page=1, text="The revenue of the mining company")]


def test_footnotes_are_paragraphs_of_their_own() -> None:
    lines = [
        ("We grew in every market", 10),
        ("and paid a dividend ¹", 10),
        ("1 Subject to approval", 8),
        ("* Restated", 8),
    ]
    words = [
        Word(
            text=text, box=Box(x0=50 + 60 * at, y0=100 + 11 * number, x1=105 + 60 * at, y1=110 + 11 * number), size=size
        )
        for number, (line, size) in enumerate(lines)
        for at, text in enumerate(line.split())
    ]
    blocks = list(blocks_of_page(PageLayout(number=1, width=WIDTH, height=800, words=tuple(words))))
    assert [getattr(block, "text", "") for block in blocks] == [
        "We grew in every market and paid a dividend ¹",
        "1 Subject to approval",
        "* Restated",
    ]

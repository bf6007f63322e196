"""Footnotes come with the figures that carry their mark, and none where it cannot be told whose they are."""

import pytest

from dragoman.documents.footnotes import footnotes_of
from dragoman.domain.document import Cell, Passage, PassageKind

TABLE = "US$ millions | 2024 (b) | 2023\nCosts (1) (2) | 12 | 13\nAssets* | 480 | 470\nOther ¹ | 3 (a) | (1)"
NOTES = (
    "* Unaudited.\n\n(1) Includes a gain of $20 million.\n\n(2) Net of tax.\n\n(a) Three months only.\n\n(b) Restated."
)


def passages(*texts: str) -> list[Passage]:
    """Return the passages of a page; texts with bars are tables."""
    kinds: list[PassageKind] = ["table" if " | " in text else "text" for text in texts]
    numbered = enumerate(zip(texts, kinds, strict=True))
    return [Passage(id=f"{n}", document="d", page=1, section=(), kind=kind, text=text) for n, (text, kind) in numbered]


def cell(row: str, text: str, column: str = "2023") -> Cell:
    return Cell(document="d", page=1, table=1, row=1, column=2, row_label=row, column_label=column, text=text)


def said(one: Cell, *texts: str) -> list[str]:
    return [f"{note.mark} {note.text}" for note in footnotes_of(one, passages(*texts))]


@pytest.mark.parametrize(
    ("one", "expected"),
    [
        (cell("Costs (1) (2)", "13"), ["(1) Includes a gain of $20 million.", "(2) Net of tax."]),
        (
            cell("Costs (1) (2)", "12", "2024 (b)"),
            ["(1) Includes a gain of $20 million.", "(2) Net of tax.", "(b) Restated."],
        ),
        (cell("Assets*", "470"), ["* Unaudited."]),
        (cell("Other ¹", "3 (a)"), ["(a) Three months only.", "¹ Includes a gain of $20 million."]),
    ],
)
def test_a_figure_brings_the_footnotes_of_its_cell_row_and_column(one: Cell, expected: list[str]) -> None:
    assert said(one, TABLE, NOTES) == expected


def test_a_figure_in_brackets_is_no_mark() -> None:
    assert said(cell("Other", "(1)"), TABLE.replace(" ¹", ""), NOTES) == []


def test_what_stands_above_the_table_is_none_of_its_footnotes() -> None:
    assert said(cell("Assets*", "470"), NOTES, TABLE) == []


def test_of_two_tables_each_has_the_footnote_that_follows_it() -> None:
    other = "US$ millions | 2024\nLeases (1) | 99"
    page = (TABLE, "(1) Of the first.", other, "(1) Of the second.")
    assert said(cell("Costs (1) (2)", "13"), *page) == ["(1) Of the first."]
    assert said(cell("Leases (1)", "99"), *page) == ["(1) Of the second."]


def test_a_footnote_that_either_of_two_tables_may_own_is_given_to_none() -> None:
    other = "US$ millions | 2024\nLeases (1) | 99"
    page = (TABLE, other, "(1) Of the first.", "(1) Of the second.")
    assert said(cell("Costs (1) (2)", "13"), *page) == []


def test_one_list_below_two_tables_is_of_both() -> None:
    other = "US$ millions | 2024\nLeases (1) | 99"
    assert said(cell("Costs (1) (2)", "13"), TABLE, other, "(1) Of both.") == ["(1) Of both."]


def test_a_sentence_goes_on_in_its_lines_and_the_next_mark_begins_another() -> None:
    notes = "(1) Includes a gain\nof $20 million.\n(2) Net of tax."
    assert said(cell("Costs (1) (2)", "13"), TABLE, notes) == ["(1) Includes a gain of $20 million.", "(2) Net of tax."]

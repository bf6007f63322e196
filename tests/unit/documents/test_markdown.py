"""Markdown: front matter, pages, headings, tables, prose; and files that are none."""

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.documents.readers.markdown import read_markdown
from dragoman.documents.reading import Grid, Heading, Paragraph, Reading, UnreadableDocumentError

PATH = Path("some.md")


def read(text: str) -> Reading:
    return read_markdown(text.encode(), PATH)


def test_front_matter_is_metadata_and_no_text() -> None:
    reading = read('---\ntitle: "BHP: a digest"\ncompany: BHP\ntags:\n  - a\n---\n\nWords.\n')
    assert reading.metadata == {"title": "BHP: a digest", "company": "BHP"}
    assert reading.blocks == (Paragraph(page=1, text="Words."),)
    assert reading.pages[0].text == "Words."


def test_a_title_is_taken_from_the_first_heading() -> None:
    assert read("intro\n\n# The *year*\n").metadata == {"title": "The year"}


@pytest.mark.parametrize("text", ["---\nno end", "---", "--- \ntitle: a\n---\n"])
def test_what_only_looks_like_front_matter_is_text(text: str) -> None:
    assert read(text).metadata == {}


@pytest.mark.parametrize("mark", ["<!-- page -->", "  <!--page-->  ", "\f"])
def test_a_page_break_starts_a_page(mark: str) -> None:
    reading = read(f"one\n{mark}\ntwo\n")
    assert [(page.number, page.text) for page in reading.pages] == [(1, "one"), (2, "two")]
    assert reading.blocks == (Paragraph(page=1, text="one"), Paragraph(page=2, text="two"))


def test_headings_of_both_kinds_are_read() -> None:
    blocks = read("# One #\n\n### Three\nText\n\nBig\n===\nSmall\n---\n").blocks
    assert blocks == (
        Heading(page=1, level=1, text="One"),
        Heading(page=1, level=3, text="Three"),
        Paragraph(page=1, text="Text"),
        Heading(page=1, level=1, text="Big"),
        Heading(page=1, level=2, text="Small"),
    )


def test_a_hash_inside_a_fence_is_no_heading() -> None:
    assert read("```\n# not a heading\n| a | b |\n```\n").blocks == (
        Paragraph(page=1, text="# not a heading | a | b |"),
    )


def test_a_table_is_rectangular_and_without_markup() -> None:
    (grid,) = read(
        "| US$ million | **FY2024** |\n|:---|---:|\n| [Revenue](a.md) | 55,658 | extra |\n| x \\| y |\n"
    ).blocks
    assert grid == Grid(
        page=1,
        header=("US$ million", "FY2024", ""),
        rows=(("Revenue", "55,658", "extra"), ("x | y", "", "")),
    )


def test_a_table_without_outer_bars_is_a_table_too() -> None:
    (grid,) = read("a | b\n--|--\n1 | 2\n\n").blocks
    assert grid == Grid(page=1, header=("a", "b"), rows=(("1", "2"),))


def test_wrapped_lines_are_one_paragraph_and_list_items_keep_their_lines() -> None:
    blocks = read("one\ntwo\n\n- a\n- b\n  and c\n").blocks
    assert blocks == (Paragraph(page=1, text="one two"), Paragraph(page=1, text="- a\n- b and c"))


def test_comments_are_left_out() -> None:
    assert read("seen <!-- not\nseen --> too\n").blocks == (Paragraph(page=1, text="seen  too"),)
    assert read("seen <!-- never closed\n").blocks == (Paragraph(page=1, text="seen <!-- never closed"),)


def test_characters_that_hide_are_left_out() -> None:
    assert read("re\u200bve\x07nue\n").blocks == (Paragraph(page=1, text="revenue"),)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"abc\x00def", "binary file"),
        (b"caf\xe9 au lait", "byte 3 is not valid UTF-8"),
        (b"\xff\xfea", "not valid UTF-16"),
    ],
)
def test_bytes_that_are_no_text_are_refused(data: bytes, problem: str) -> None:
    with pytest.raises(UnreadableDocumentError) as caught:
        read_markdown(data, PATH)
    assert problem in caught.value.problem
    assert "Nothing of it was kept." in caught.value.remedy


def test_a_table_that_would_fill_the_memory_is_refused() -> None:
    with pytest.raises(UnreadableDocumentError, match="a table of more than 500,000 cells"):
        read("|" * 100 + "\n" + "|-" * 100 + "\n" + "|\n" * 6_000)


def test_utf_16_with_a_mark_and_windows_lines_are_read() -> None:
    assert read_markdown("# Café\r\n\r\nWords".encode("utf-16"), PATH).blocks[0] == Heading(
        page=1, level=1, text="Café"
    )


@given(st.text(alphabet="#|-:`*_<!>\n\f ab1[]()\\~=.", max_size=200))
def test_any_text_is_read_and_no_word_is_lost(text: str) -> None:
    reading = read(text)
    assert all(1 <= block.page <= len(reading.pages) for block in reading.blocks)
    for block in reading.blocks:
        if isinstance(block, Grid):
            assert {len(row) for row in block.rows} <= {len(block.header)}


@pytest.mark.parametrize(
    "text",
    [
        "<!--" * 200_000,
        "|" * 500_000 + "\n" + "|-" * 250_000 + "\n" + "|a\n" * 4_000,
        "[" * 500_000,
        "*_" * 300_000,
        "\f" * 20_000,
    ],
    ids=["comments", "wide table", "brackets", "emphasis", "pages"],
)
def test_hostile_text_takes_linear_time(text: str) -> None:
    start = time.process_time()
    read(text)
    assert time.process_time() - start < 5

"""Sections, passages, and the headings and paragraphs of text without markup."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from dragoman.documents.passages import PROSE_SIZE, TABLE_SIZE, passages_of, prose_texts, table_texts
from dragoman.documents.prose import blocks_of, is_heading
from dragoman.documents.reading import Grid, Heading, Paragraph
from dragoman.documents.running import running_lines, without_running_lines
from dragoman.documents.sections import Prose, place
from dragoman.domain.document import Document, Page, Passage, Table

DOCUMENT = Document(id="d", path="d.md", title="A digest", digest="", company="BHP", period="FY2024")


def passages(*blocks: Heading | Paragraph | Grid) -> tuple[Passage, ...]:
    return passages_of(place(blocks), DOCUMENT)


def heading(level: int, text: str, page: int = 1) -> Heading:
    return Heading(page=page, level=level, text=text)


def words(text: str, page: int = 1) -> Paragraph:
    return Paragraph(page=page, text=text)


GRID = Grid(page=1, header=("US$ million", "FY2024"), rows=(("Revenue", "55,658"),))


def test_the_heading_path_is_outermost_first_and_lasts_over_pages() -> None:
    found = passages(
        heading(1, "A"), heading(2, "B"), words("x"), words("y", page=2), heading(2, "C"), words("z", page=2)
    )
    assert [passage.section for passage in found] == [("A", "B"), ("A", "B"), ("A", "C")]
    assert [passage.id for passage in found] == ["d:p1:1", "d:p2:1", "d:p2:2"]


def test_a_deeper_heading_ends_with_the_next_of_its_level() -> None:
    found = passages(heading(3, "Deep"), words("x"), heading(1, "Top"), words("y"))
    assert [passage.section for passage in found] == [("Deep",), ("Top",)]


def test_prose_and_tables_are_never_mixed() -> None:
    found = passages(words("before"), GRID, words("after"))
    assert [passage.kind for passage in found] == ["text", "table", "text"]


def test_a_table_passage_holds_caption_header_and_rows() -> None:
    found = passages(words("All figures are in US$ million."), GRID)
    assert found[1].text == "All figures are in US$ million.\nUS$ million | FY2024\nRevenue | 55,658"


def test_a_long_paragraph_or_one_of_another_page_is_no_caption() -> None:
    long, other = list(place([words("x" * 301), GRID])), list(place([words("x"), Grid(page=2, header=("a",), rows=())]))
    assert isinstance(long[1], Table)
    assert isinstance(other[1], Table)
    assert (long[1].caption, other[1].caption) == ("", "")


def test_tables_are_numbered_over_the_whole_document() -> None:
    tables = [block for block in place([GRID, heading(1, "A"), GRID]) if isinstance(block, Table)]
    assert [table.number for table in tables] == [1, 2]


def test_a_long_table_is_split_by_rows_with_its_header_repeated() -> None:
    rows = tuple((f"Row {n}", "1" * 40) for n in range(100))
    texts = list(table_texts(Table(page=1, number=1, header=("Mt", "FY2024"), rows=rows, caption="Shipments")))
    assert len(texts) > 1
    assert all(text.startswith("Shipments\nMt | FY2024\nRow ") and len(text) <= TABLE_SIZE + 60 for text in texts)
    assert sum(text.count("Row ") for text in texts) == 100


def test_lists_of_sources_are_notes() -> None:
    found = passages(heading(2, "Sources"), words("[S1] https://example.org"), heading(2, "Notes"), words("x"))
    assert [passage.kind for passage in found] == ["note", "text"]


@given(st.lists(st.text(alphabet="ab .!?\n", min_size=1, max_size=3000), max_size=6))
def test_prose_is_cut_to_size_and_no_word_is_lost(paragraphs: list[str]) -> None:
    texts = list(prose_texts(paragraphs))
    assert all(len(text) <= PROSE_SIZE + 2 for text in texts)
    assert "".join("".join(texts).split()) == "".join("".join(paragraphs).split())


def test_short_paragraphs_share_a_passage() -> None:
    assert list(prose_texts(["one", "two"])) == ["one\n\ntwo"]
    assert len(list(prose_texts(["x" * 600, "y" * 600]))) == 2


def test_headings_are_short_lines_written_like_one() -> None:
    for line in ("OPERATING REVIEW", "Results of Operations", "Highway Zone", "Notes to the Accounts"):
        assert is_heading(line), line
    for line in (
        "",
        "The net loss grew.",
        "Revenue 55,658 53,817",
        "of the Company",
        "Level 9, 28 The Esplanade,",
        "AB",
    ):
        assert not is_heading(line), line


def test_text_becomes_headings_and_paragraphs() -> None:
    text = "RISKS\nWe may fail to find ore in the years to come and\nin others.\n• one thing\n• another\n\nNew words"
    assert [block.text for block in blocks_of(Page(number=1, text=text))] == [
        "RISKS",
        "We may fail to find ore in the years to come and in others.",
        "• one thing",
        "• another",
        "New words",
    ]


def test_running_lines_and_page_numbers_are_left_out() -> None:
    body = "\n".join(f"line {word}" for word in "abcdefghij")
    pages = [f"BIG MINES LIMITED\nNotes (continued)\n{body}\n{word}\n7" for word in "stuvwxyz"]
    running = running_lines(pages)
    assert {"big mines limited", "notes"} <= running
    assert "BIG" not in without_running_lines(pages[0], running)
    assert without_running_lines("Risks (continued)\nwe may fail\n12", running) == "Risks\nwe may fail"


def test_a_few_pages_have_no_running_lines() -> None:
    assert running_lines(["same", "same", "same"]) == frozenset()


def test_passages_of_a_document_never_share_an_id() -> None:
    found = passages(*(words("x" * 900, page=page) for page in (1, 1, 2)), GRID)
    assert len({passage.id for passage in found}) == len(found)
    assert all(left.page <= right.page or right.kind == "table" for left, right in pairwise(found))


def test_prose_keeps_its_place() -> None:
    assert list(place([heading(1, "A"), words("x")])) == [Prose(page=1, section=("A",), text="x")]

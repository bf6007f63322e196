"""Tables that go on without a header of their own."""

from dragoman.documents.layout.continued import with_headers
from dragoman.documents.reading import Grid, Heading, Paragraph
from dragoman.domain.document import Box

FIRST = ("", "2022", "2021")


def grid(page: int, header: tuple[str, ...], edges: tuple[float, ...] = (300.0, 350.0), caption: str = "") -> Grid:
    boxes = (None, *(Box(x0=edge - 20, y0=0, x1=edge, y1=9) for edge in edges))
    return Grid(page=page, header=header, rows=(("Cash", "1", "2"),), boxes=(boxes,), caption=caption)


def last(*blocks) -> Grid:
    *_, found = with_headers(blocks)
    assert isinstance(found, Grid)
    return found


def test_a_table_that_goes_on_over_the_page_keeps_header_and_caption():
    title = Heading(page=5, level=1, text="CASH FLOWS (continued)")
    found = last(grid(4, FIRST, caption="(in millions)"), title, grid(5, ("", "", "")))
    assert (found.header, found.caption) == (FIRST, "(in millions)")


def test_units_of_the_first_page_hold_for_the_next_with_the_same_header():
    assert last(grid(4, FIRST, caption="(in millions)"), grid(5, FIRST)).caption == "(in millions)"


def test_a_table_with_other_columns_gets_no_header():
    assert last(grid(4, FIRST), grid(5, ("", "", ""), edges=(200.0, 350.0))).header == ("", "", "")


def test_a_table_pages_later_gets_no_header():
    assert last(grid(4, FIRST), grid(6, ("", "", ""))).header == ("", "", "")


def test_a_table_behind_a_paragraph_gets_no_header():
    story = Paragraph(page=5, text="Much happened in the year, " * 10)
    assert last(grid(4, FIRST), story, grid(5, ("", "", ""))).header == ("", "", "")

"""A page of a PDF that is looked at: its picture, its size, where a quote stands; one made to do harm ends in time."""

import pytest
from reportlab.pdfgen.canvas import Canvas
from tests.unit.documents.prints import page_with

from dragoman.documents.readers.pdf_page import page_size, quote_boxes, render_page
from dragoman.documents.readers.pdf_view import Viewer, ViewLimits
from dragoman.documents.reading import UnreadableDocumentError

LINES = ("Revenue was US$412 million in the", "year, and cost fell to US$98.", "It is dusty.")


@pytest.fixture
def page(tmp_path):
    canvas = Canvas(str(tmp_path / "page.pdf"), pagesize=(400, 500))
    for number, line in enumerate(LINES):
        canvas.drawString(40, 400 - 20 * number, line)
    canvas.save()
    return tmp_path / "page.pdf"


def test_a_quote_over_two_lines_has_two_boxes_from_the_top_left(page):
    first, second = quote_boxes(page, 1, "US$412 million in the year")
    assert 89 < first.y0 < first.y1 < 104
    assert 109 < second.y0 < second.y1 < 125
    assert first.x0 > 90
    assert second.x0 == pytest.approx(40, abs=2)


@pytest.mark.parametrize("quote", ["us$412  million", "US$412\nmillion", "“US$412 million”"])
def test_white_space_case_and_marks_make_no_difference(page, quote):
    assert len(quote_boxes(page, 1, quote)) == 1


@pytest.mark.parametrize(("number", "quote"), [(1, "US$413 million"), (1, ""), (1, "…"), (2, "dusty"), (-7, "dusty")])
def test_what_is_not_on_the_page_has_no_box(page, number, quote):
    assert quote_boxes(page, number, quote) == ()


def test_a_file_that_is_no_pdf_has_no_box(tmp_path):
    (tmp_path / "broken.pdf").write_bytes(b"no pdf")
    assert quote_boxes(tmp_path / "broken.pdf", 1, "dusty") == ()


def test_a_picture_has_the_pixels_of_its_scale(page):
    picture = render_page(page, 1, scale=1.5)
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    assert (int.from_bytes(picture[16:20]), int.from_bytes(picture[20:24])) == (600, 750)


def test_pages_that_are_not_there_have_no_size_and_no_picture(page):
    assert [page_size(page, number) for number in (0, 1, 2)] == [None, (400.0, 500.0), None]
    with pytest.raises(UnreadableDocumentError, match="page 2 cannot be shown: the file has no such page"):
        render_page(page, 2)


def test_a_page_is_painted_once_until_its_file_changes(page):
    viewer = Viewer()
    first = viewer.view(page, see="picture", page=1, scale=1.0)
    assert viewer.view(page, see="picture", page=1, scale=1.0) is first
    page.write_bytes(page_with("0 0 1 rg 0 0 600 800 re f"))
    assert viewer.view(page, see="picture", page=1, scale=1.0).rows != first.rows


def bomb() -> bytes:
    """Return a page of forms that paint the next one ten times each: ten to the twelve squares."""
    head = "<</Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<</XObject<</X {} 0 R>>>>/Length {}>>"
    head += "stream\n{}\nendstream"
    again = "/X Do " * 10
    forms = [head.format(number + 1, len(again), again) for number in range(6, 18)]
    last = head.format(5, 16, "0 0 500 500 re f")
    return page_with("/X1 Do", resources="/XObject<</X1 6 0 R>>", more=(*forms, last))


def test_a_page_that_paints_for_ever_ends_in_time_and_is_not_tried_again(tmp_path):
    path = tmp_path / "bomb.pdf"
    path.write_bytes(bomb())
    viewer = Viewer(ViewLimits(seconds=1))
    with pytest.raises(UnreadableDocumentError, match="page 1 cannot be shown: it took more than 1 seconds"):
        render_page(path, 1, scale=1.0, viewer=viewer)
    tried = viewer.view(path, see="picture", page=1, scale=1.0)
    assert viewer.view(path, see="picture", page=1, scale=1.0) is tried
    assert quote_boxes(path, 1, "dusty", viewer=viewer) == ()


def test_no_more_pages_are_painted_at_once_than_there_are_slots(page):
    viewer = Viewer(ViewLimits(seconds=0), at_once=0)
    assert viewer.view(page, see="sizes").problem == "too many pages are looked at just now"

"""Where a quote stands on a page of a PDF."""

import pytest
from reportlab.pdfgen.canvas import Canvas

from dragoman.documents.readers.pdf_place import quote_boxes

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

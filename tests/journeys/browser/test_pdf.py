"""A figure that stands in a PDF leads to the picture of its page, with a box around the words."""

import pytest
from tests.journeys.browser.reading import ask_and_wait, words_of

pytestmark = pytest.mark.browser
canvas = pytest.importorskip("reportlab.pdfgen.canvas")
LINES = ("The Copper Ridge mill cost US$412 million and was", "commissioned in May 2025.", "Dust is a risk there.")


@pytest.fixture
def letter(tmp_path):
    sheet = canvas.Canvas(str(tmp_path / "letter.pdf"), pagesize=(400, 500))
    for number, line in enumerate(LINES):
        sheet.drawString(40, 400 - 20 * number, line)
    sheet.save()
    return tmp_path / "letter.pdf"


@pytest.fixture
def asked(page, site, letter):
    """Return the page with an answer out of an uploaded PDF."""
    page.goto(f"{site.address}#documents")
    page.set_input_files("input[type=file]", letter)
    page.fill("[aria-label=Company]", "BHP")
    page.fill("[aria-label=Period]", "FY2025")
    page.click("text=Add")
    page.wait_for_selector("text=letter.pdf was read: 1 page, 1 passage, 0 facts.")
    page.click("text=New")
    ask_and_wait(page, "What does BHP say about the Copper Ridge mill?")
    yield page
    page.goto(f"{site.address}#documents")
    page.hover("tr:has-text('letter')")
    page.click("[aria-label='Remove letter from the index']")
    page.click("text=Remove?")
    page.wait_for_selector("text=letter is out of the index.")


def test_a_figure_of_a_pdf_is_boxed_on_the_picture_of_its_page(asked):
    assert "US$412 million" in words_of(asked, ".words")
    asked.click(".number >> text=412")
    asked.wait_for_selector("svg.picture .frame")
    frames = [box.bounding_box() for box in asked.locator("svg.picture .frame").all()]
    picture = asked.locator("svg.picture").bounding_box()
    scale = picture["width"] / 400
    assert len(frames) == 2  # the sentence goes over two lines
    top = (frames[0]["y"] - picture["y"]) / scale
    assert 85 < top < 100  # the first line stands 400 points from the foot of a page of 500
    assert 230 < frames[0]["width"] / scale < 330

"""A document is browsed: its pages as pictures, its figures with their audit marks, the cell of each on the page."""

from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.journeys.browser.reading import ask_and_wait, words_of

pytestmark = pytest.mark.browser
canvas = pytest.importorskip("reportlab.pdfgen.canvas")
ITEMS = (("Cash", "100", "90"), ("Receivables", "250", "210"), ("Inventories", "40", "30"))
RIGHT, WRONG = ("Total current assets", "390", "330"), ("Total current assets", "395", "330")
SIZE = (500, 600)
CONTRAST = Path(__file__).with_name("contrast.js").read_text("utf-8")


def table(sheet, rows):
    sheet.setFont("Helvetica-Bold", 12)
    sheet.drawString(40, 540, "Consolidated balance sheet")
    sheet.setFont("Helvetica", 10)
    sheet.drawString(40, 520, "US$ million")
    sheet.drawRightString(360, 500, "30 June 2024")
    sheet.drawRightString(460, 500, "30 June 2023")
    for number, (label, *figures) in enumerate(rows):
        sheet.drawString(40, 480 - 20 * number, label)
        for x, figure in zip((360, 460), figures, strict=True):
            sheet.drawRightString(x, 480 - 20 * number, figure)
    sheet.showPage()


@dataclass(frozen=True)
class Report:
    """A report of three pages in the index: sums that hold, a sum that does not, words."""

    id: str
    address: str


@pytest.fixture
def report(site, page, tmp_path):
    sheet = canvas.Canvas(str(tmp_path / "browsed.pdf"), pagesize=SIZE)
    for level, (key, title) in enumerate((("statements", "Statements"), ("sheet", "Balance sheet"))):
        sheet.bookmarkPage(key)
        sheet.addOutlineEntry(title, key, level=level)
    table(sheet, (*ITEMS, RIGHT))
    table(sheet, (*ITEMS, WRONG))
    sheet.bookmarkPage("words")
    sheet.addOutlineEntry("<b>Words</b>", "words", level=0)
    sheet.drawString(40, 500, "There is nothing in numbers on this page, only a sentence.")
    sheet.save()
    page.goto(f"{site.address}#documents")
    page.set_input_files("input[type=file]", tmp_path / "browsed.pdf")
    page.fill("[aria-label=Company]", "BHP")
    page.fill("[aria-label=Period]", "FY2024")
    page.click("text=Add")
    page.wait_for_selector("text=browsed.pdf was read")
    name = page.get_attribute("tr[data-document^=browsed]", "data-document")
    yield Report(name, f"{site.address}#documents/{name}")
    page.goto(f"{site.address}#documents")
    remove = page.locator(f"tr[data-document='{name}'] .forget")
    remove.click()
    remove.click()
    page.wait_for_selector("text=is out of the index.")


@pytest.fixture
def opened(page, report):
    page.goto(report.address)
    page.wait_for_selector("svg.picture image")
    return page


def box_in_points(page, selector):
    picture = page.locator("svg.picture").bounding_box()
    box = page.locator(selector).first.bounding_box()
    scale = picture["width"] / SIZE[0]
    return [round((box[side] - picture[side]) / scale) for side in ("x", "y")] + [round(box["width"] / scale)]


def test_a_figure_draws_its_cell_on_the_page(opened):
    opened.click(".fact-list li:has-text('Receivables') .fact >> nth=0")
    opened.wait_for_selector(".frame.chosen")

    left, top, width = box_in_points(opened, ".frame.chosen")
    assert (335 < left < 345, 120 < top < 140, 18 < width < 30) == (True, True, True)  # "250" at the right of 360
    assert "cell “250”, row 2" in words_of(opened, ".details")
    assert "fact=" in opened.url


def test_a_click_on_the_page_chooses_the_figure_there(opened):
    opened.locator(".spot").nth(2).click()
    opened.wait_for_selector(".fact[aria-pressed=true]")

    assert "250" in words_of(opened, ".fact[aria-pressed=true]")


def test_proved_figures_say_by_how_many_sums_in_words_too(opened):
    assert "✓ 1 proved by 1 identity" in words_of(opened, ".fact-list li:has-text('Cash') .fact")


def test_a_sum_that_does_not_hold_is_marked_on_its_table_and_its_cells(opened):
    opened.click("[aria-label='Next page']")
    opened.wait_for_selector(".frame.failed")

    assert opened.locator(".frame.table").count() == 1
    assert opened.locator(".frame.failed").count() == 4
    assert "is printed as 395, the other figures make 390" in words_of(opened, ".sums")
    assert "✕ a sum does not hold" in words_of(opened, ".figures h3:has-text('Table')")
    assert "✕" in words_of(opened, ".page-link[data-page='2'] .broken")


def test_a_page_without_figures_says_so_and_one_that_is_not_there_is_the_last(opened, report):
    opened.goto(f"{report.address}?page=99")
    opened.wait_for_selector("text=No figure was read from a table of this page.")

    assert words_of(opened, ".reading [role=status]") == "Page 3: no figures"
    assert opened.locator("[aria-label='Next page']").is_disabled()


def test_pages_turn_and_figures_are_walked_by_keys(opened):
    opened.keyboard.press("j")
    opened.wait_for_selector(".fact[aria-pressed=true]:focus")
    opened.keyboard.press("j")
    opened.wait_for_function("document.querySelectorAll('.fact')[1].matches('[aria-pressed=true]:focus')")
    opened.keyboard.press("ArrowRight")
    opened.keyboard.press("ArrowRight")
    opened.wait_for_selector(".reading >> text=Page 3:")
    opened.keyboard.press("ArrowLeft")
    opened.wait_for_selector(".reading >> text=Page 2:")
    opened.fill("[aria-label='Page, of 3']", "3")
    opened.press("[aria-label='Page, of 3']", "Enter")
    opened.wait_for_selector(".reading >> text=Page 3:")


def test_the_contents_tree_leads_to_its_pages_and_marks_where_one_is(opened):
    assert words_of(opened, ".tree > li > ol > li a") == "Balance sheet"
    opened.click(".tree >> text=<b>Words</b>")
    opened.wait_for_selector(".reading >> text=Page 3:")

    assert words_of(opened, ".tree [aria-current=location]") == "<b>Words</b>"
    assert opened.locator(".tree [aria-current=location]").count() == 1


def test_a_reload_leads_to_the_same_figure(opened):
    opened.click(".fact >> nth=1")
    opened.wait_for_selector(".frame.chosen")
    before = box_in_points(opened, ".frame.chosen")
    opened.reload()
    opened.wait_for_selector(".frame.chosen")

    assert box_in_points(opened, ".frame.chosen") == before


def test_only_the_page_that_is_shown_and_the_next_are_read(page, report):
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "/image" in request.url else None)
    page.goto(report.address)
    page.wait_for_selector("svg.picture image")
    page.wait_for_load_state("networkidle")

    assert sorted(url.split("/pages/")[1] for url in asked) == ["1/image", "2/image"]


def test_the_figures_of_a_document_are_saved_as_a_sheet(opened, report):
    with opened.expect_download() as saving:
        opened.get_by_label("Save the figures as a spreadsheet").click()
    assert saving.value.suggested_filename == f"{report.id}.xlsx"


def test_an_answers_number_is_boxed_from_its_fact_and_leads_to_the_document(page, site, report):
    page.goto(site.address)
    ask_and_wait(page, "What were BHP's total current assets at 30 June 2023?")
    page.keyboard.press("Escape")
    page.keyboard.press("e")
    page.wait_for_selector("evidence-pane svg.picture .frame")
    page.click("evidence-pane >> text=Open the document")
    page.wait_for_selector("document-view .frame.chosen")
    assert "330" in words_of(page, ".fact[aria-pressed=true]")
    assert report.id in page.url


def test_a_document_without_pictures_is_shown_as_text_with_the_cell_marked(page, site):
    page.goto(f"{site.address}#documents")
    page.click(".documents .link >> text=BHP digest FY2024")
    page.wait_for_selector(".leaf .sheet table")
    page.click(".fact-list li:has-text('Revenue') .fact >> nth=0")
    page.wait_for_selector(".leaf .boxed")
    assert words_of(page, ".leaf .boxed") == "55,658"


def test_a_document_that_is_not_there_is_told(page, site):
    page.goto(f"{site.address}#documents/none")
    assert "There is no document" in words_of(page, "document-view .notice")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_word_has_contrast_enough_where_sums_fail_too(opened, report, scheme):
    opened.emulate_media(color_scheme=scheme)
    opened.goto(f"{report.address}?page=2")
    opened.wait_for_selector(".frame.failed")
    opened.click(".fact >> nth=0")
    opened.wait_for_selector(".details")

    assert opened.evaluate(CONTRAST) == []


@pytest.mark.parametrize("width", [390, 1000, 1360])
def test_nothing_but_the_panes_scrolls(opened, width):
    opened.set_viewport_size({"width": width, "height": 760})
    opened.click(".fact >> nth=-1")
    opened.wait_for_selector(".frame.chosen")

    assert opened.evaluate("[document.scrollingElement.scrollTop, document.scrollingElement.scrollLeft]") == [0, 0]
    assert opened.evaluate(
        "document.querySelector('document-view').scrollWidth <= document.querySelector('main').clientWidth"
    )

"""An answer leaves the page as one file, with its sources, and with nothing that runs."""

from io import BytesIO

import pytest
from openpyxl import load_workbook
from tests.journeys.browser.reading import ask_and_wait

pytestmark = pytest.mark.browser
ATTACK = "<img src=x onerror=alert(1)><script>alert(1)</script></style></head>"


def saved(page):
    with page.expect_download() as saving:
        page.locator("text=HTML").last.click()
    assert saving.value.suggested_filename.endswith(".html")
    return saving.value.path()


def test_an_answer_is_saved_as_one_file_with_its_sources(page, context):
    ask_and_wait(page, "Rank the five miners by FY2024 revenue")
    file = context.new_page()
    asked_for = []
    file.on("request", lambda request: asked_for.append(request.url))
    file.set_content(saved(page).read_text("utf-8"))
    assert file.locator("h1").inner_text() == "Rank the five miners by FY2024 revenue"
    assert file.locator("blockquote").count() == 5
    assert file.locator("figure svg").count() == 2
    assert file.locator("tbody tr").count() == 5
    assert file.evaluate("getComputedStyle(document.body).maxWidth") == "720px"
    file.click("sup a >> nth=1")
    assert file.url.endswith("#source-2")
    assert asked_for == []


def test_words_that_look_like_html_stay_words_in_the_file(page, context):
    ask_and_wait(page, f"{ATTACK} What was BHP's FY2024 revenue?")
    file = context.new_page()
    file.set_content(saved(page).read_text("utf-8"))
    assert file.locator("h1").inner_text().startswith(ATTACK)
    assert file.locator("img, script").count() == 0
    assert file.locator("style").count() == 1


def test_an_answer_is_saved_as_a_sheet_that_calculates(page):
    ask_and_wait(page, "How much did BHP's revenue grow from FY23 to FY24?")
    with page.expect_download() as saving:
        page.get_by_label("Save this answer as a spreadsheet").click()
    assert saving.value.suggested_filename.endswith("-1.xlsx")
    assert (
        load_workbook(BytesIO(saving.value.path().read_bytes()))["Figures"]["N4"].value == "=($N$3-$N$2)/ABS($N$2)*100"
    )


def test_a_conversation_of_two_answers_is_saved_whole(page):
    ask_and_wait(page, "What was BHP's FY2024 revenue?")
    assert page.get_by_text("Save the conversation").count() == 0
    ask_and_wait(page, "and Rio's?")
    with page.expect_download() as saving:
        page.get_by_label("Save the conversation as CSV").click()
    rows = saving.value.path().read_text("utf-8").splitlines()
    assert ("55658" in rows[1], "53658" in rows[2]) == (True, True)

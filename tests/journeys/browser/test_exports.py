"""An answer leaves the page as one file, with its sources, and with nothing that runs."""

import pytest
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

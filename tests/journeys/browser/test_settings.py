"""Settings of the page in one browser."""

import pytest
from tests.journeys.browser.reading import ask_and_wait, words_of

pytestmark = pytest.mark.browser
PAPER = "getComputedStyle(document.body).backgroundColor"


def test_a_theme_is_kept_and_goes_before_the_system(page, site):
    page.emulate_media(color_scheme="light")
    page.goto(f"{site.address}#settings")
    page.click("text=Dark")
    assert page.evaluate(PAPER) == "rgb(23, 25, 28)"
    page.reload()
    page.wait_for_selector(".settings")
    assert page.evaluate(PAPER) == "rgb(23, 25, 28)"
    assert page.is_checked("input[value=dark]")
    page.click("text=As the system")
    assert page.evaluate(PAPER) == "rgb(255, 255, 255)"


def test_a_compact_page_shows_more_of_a_thread(page, site):
    ask_and_wait(page, "What was BHP's FY2024 revenue?")
    ask_and_wait(page, "and in FY2023?")
    thread, wide = page.url, page.locator("turn-view").first.bounding_box()["height"]
    page.goto(f"{site.address}#settings")
    page.click("text=Compact")
    page.goto(thread)
    page.wait_for_selector(".line")
    assert page.locator("turn-view").first.bounding_box()["height"] < wide


def test_the_day_and_what_is_covered_are_told(page, site):
    page.goto(f"{site.address}#settings")
    page.wait_for_selector(".server dd")
    assert "Today is 2026-11-30" in words_of(page, ".server .facts")
    assert "Rio Tinto FY2021–FY2025" in words_of(page, ".server .facts")

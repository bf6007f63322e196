"""What was assumed is said as chips, and changing one asks again with that slot changed."""

import pytest
from tests.journeys.browser.reading import ask_and_wait, words_of

pytestmark = pytest.mark.browser
LAST = "turn-view:last-child"


@pytest.fixture
def carried(page):
    """Return the page with a follow-up whose year and figure were carried over."""
    ask_and_wait(page, "What was BHP's FY2024 revenue?")
    ask_and_wait(page, "and how did Rio do that year?")
    return page


def slots(page):
    return {one.get_attribute("name"): one.input_value() for one in page.locator(".slots select").all()}


def test_a_chip_opens_its_slots_as_they_were_read(carried):
    carried.click(f"{LAST} .chip >> text=Carried over")
    carried.wait_for_selector(".slots")
    assert slots(carried) == {"company": "RIO", "fiscal_period": "FY2024", "metric": "revenue"}
    assert carried.evaluate("document.activeElement.name") == "fiscal_period"


def test_a_slot_that_is_changed_is_asked_again_with_the_others_as_they_were(carried):
    carried.click(f"{LAST} .chip >> text=Carried over")
    carried.select_option(".slots [name=fiscal_period]", "FY2022")
    carried.click("text=Ask again")
    carried.wait_for_selector("turn-view:nth-child(3) .line")
    assert words_of(carried, f"{LAST} .words") == "Rio Tinto's revenue for 2022 was US$55,554 million1."


def test_several_slots_are_changed_at_once(carried):
    carried.click(f"{LAST} .chip >> text=Carried over")
    carried.select_option(".slots [name=company]", "FMG")
    carried.select_option(".slots [name=metric]", "ebitda")
    carried.click("text=Ask again")
    carried.wait_for_selector("turn-view:nth-child(3) .line")
    assert words_of(carried, f"{LAST} .words").startswith("Fortescue's underlying EBITDA for FY2024 was")


def test_an_assumed_year_can_be_set_though_the_question_names_none(page):
    ask_and_wait(page, "What was BHP's revenue?")
    page.click(".chip >> text=latest")
    page.wait_for_selector(".slots")
    assert slots(page) == {"company": "BHP", "metric": "revenue", "fiscal_period": "FY2025"}
    page.select_option(".slots [name=fiscal_period]", "FY2023")
    page.click("text=Ask again")
    page.wait_for_selector("turn-view:nth-child(2) .line")
    assert words_of(page, f"{LAST} .words") == "BHP's revenue for FY2023 was US$53,817 million1."


def test_it_is_done_by_keys_alone_and_escape_leaves_it(carried):
    chip = carried.locator(f"{LAST} .chip").first
    chip.focus()
    carried.keyboard.press("Enter")
    carried.wait_for_selector(".slots")
    carried.keyboard.press("Escape")
    assert carried.locator(".slots").count() == 0
    assert chip.evaluate("chip => chip === document.activeElement")
    carried.keyboard.press("Enter")
    carried.wait_for_selector(".slots")
    carried.keyboard.type("FY2023")
    carried.keyboard.press("Tab")
    carried.keyboard.press("Tab")
    carried.keyboard.press("Enter")
    carried.wait_for_selector("turn-view:nth-child(3) .line")
    assert words_of(carried, f"{LAST} .words") == "Rio Tinto's revenue for 2023 was US$54,041 million1."


def test_what_nothing_can_be_chosen_for_is_told_without_a_pen(page):
    ask_and_wait(page, "Rank the five miners by FY2024 revenue")
    chip = page.locator(".chip >> text=two rankings")
    assert chip.evaluate("chip => chip.closest('button') === null")

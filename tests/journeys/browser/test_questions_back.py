"""A question back: buttons that survive a reload, reach every tab, and go once it is answered."""

import pytest
from tests.journeys.browser.reading import ask_and_wait, words_of

pytestmark = pytest.mark.browser
VAGUE = "Tell me about this company"


def test_a_click_on_an_option_finishes_the_turn(page):
    ask_and_wait(page, VAGUE)
    assert page.locator(".option").all_inner_texts()[0].split("\n")[-1] == "BHP"
    assert words_of(page, ".option[data-option='0']") == "0 none of these"
    page.click(".option >> text=Rio Tinto")
    page.wait_for_selector(".line")
    assert words_of(page, ".words").startswith("Rio Tinto's revenue for 2025")
    assert words_of(page, ".replied") == "Which company do you mean? Rio Tinto"
    assert page.locator(".question").count() == 0


def test_a_question_that_waits_is_there_again_after_a_reload(page):
    ask_and_wait(page, VAGUE)
    page.reload()
    page.wait_for_selector(".question")
    page.keyboard.press("1")
    page.wait_for_selector(".line")
    assert words_of(page, ".words").startswith("BHP's revenue for FY2025")


def test_a_question_answered_in_one_tab_vanishes_in_the_other(page, context):
    ask_and_wait(page, VAGUE)
    other = context.new_page()
    other.goto(page.url)
    other.wait_for_selector(".question")
    page.click(".option >> text=Fortescue")
    other.wait_for_selector(".line")
    assert other.locator(".question").count() == 0
    assert words_of(other, ".replied") == "Which company do you mean? Fortescue"


def test_a_question_can_be_answered_in_own_words(page):
    ask_and_wait(page, VAGUE)
    page.fill("input[name=reply]", "the one called Northern Star")
    page.click("text=Answer")
    page.wait_for_selector(".line")
    assert words_of(page, ".words").startswith("Northern Star's revenue")


def test_none_of_these_is_an_answer_too(page):
    ask_and_wait(page, VAGUE)
    page.keyboard.press("Escape")
    page.keyboard.press("0")
    page.wait_for_selector(".line")
    assert words_of(page, ".words").startswith("What you asked for was not found")
    assert words_of(page, ".line").startswith("? unchecked")


def test_another_question_may_be_asked_while_one_waits(page):
    ask_and_wait(page, VAGUE)
    ask_and_wait(page, "What was BHP's FY2024 revenue?")
    assert page.locator("turn-view").count() == 2
    assert page.is_visible("turn-view:first-child .question")
    page.click(".option >> text=BHP")
    page.wait_for_selector("turn-view:first-child .line")


def test_a_second_different_answer_is_refused_and_the_first_one_shown(page, context, site):
    ask_and_wait(page, VAGUE)
    job = page.request.get(f"{site.address}v1/jobs?limit=1").json()["jobs"][0]["id"]
    context.route("**/v1/jobs/*/stream*", lambda route: route.abort())  # so that this tab does not hear of it
    page.reload()
    page.wait_for_selector(".question")
    first = {"question_id": "q-1", "reply": "Fortescue"}
    assert page.request.post(f"{site.address}v1/jobs/{job}/resume", data=first).ok
    page.keyboard.press("1")
    context.unroute("**/v1/jobs/*/stream*")
    page.wait_for_selector(".line")
    assert words_of(page, ".words").startswith("Fortescue's revenue")

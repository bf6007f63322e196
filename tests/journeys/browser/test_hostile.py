"""Texts that steer, addresses that lead nowhere, more than fits, and a network that comes and goes."""

import pytest
from tests.journeys.browser.reading import ask_and_wait, words_of

pytestmark = pytest.mark.browser
REVENUE = "What was BHP's FY2024 revenue?"


def test_marks_that_turn_or_hide_text_do_nothing_to_the_lists(page):
    ask_and_wait(page, f"\u202e{REVENUE}\u202c \u200bhidden\u2066\x07")
    label = page.locator(".threads .current a").inner_text()
    assert label == f"{REVENUE} hidden"
    assert page.title() == f"{REVENUE} hidden · Dragoman"


def test_a_very_long_question_is_folded(page):
    ask_and_wait(page, "W" * 3000)
    assert page.locator(".asked-by-you").first.bounding_box()["height"] < 400
    page.click("text=All of the question")
    assert page.locator(".folded .asked-by-you").inner_text().endswith("W" * 100)
    assert page.evaluate("document.documentElement.scrollWidth") == page.viewport_size["width"]


@pytest.mark.parametrize("place", ["thread/%E0%A4%A", "thread/nope", "task/%", "nothing/here", "documents?document=x"])
def test_an_address_that_leads_nowhere_still_shows_a_page(page, site, place):
    page.goto("about:blank")
    page.goto(f"{site.address}#{place}")
    page.wait_for_selector("main :is(.notice, .example, .documents, .cards, .kinds)")


def test_two_hundred_threads_are_all_found(page, site):
    for number in range(200):
        assert page.request.post(f"{site.address}v1/chat", data={"message": f"hello {number}"}).ok
    page.reload()
    page.wait_for_selector(".threads li:nth-child(200)")
    page.fill("[aria-label='Find a thread']", "hello 17")
    assert page.locator(".threads li").count() == 11


def test_what_could_not_be_sent_stays_and_is_sent_when_the_server_is_back(page, site, context):
    context.set_offline(True)
    page.fill("#ask", REVENUE)
    page.press("#ask", "Enter")
    page.wait_for_selector("ask-box .notice >> text=Dragoman does not answer")
    assert page.input_value("#ask") == REVENUE
    context.set_offline(False)
    page.click("ask-box >> text=Try again")
    page.wait_for_selector(".line")
    assert page.locator("turn-view").count() == 1


def test_a_list_that_could_not_be_read_is_read_when_the_network_is_back(page, context):
    context.set_offline(True)
    page.click("text=Documents")
    page.wait_for_selector("main .notice")
    context.set_offline(False)
    page.wait_for_selector(".documents tbody tr")


def test_the_way_back_leads_from_the_evidence_to_the_answer_to_the_beginning(page):
    ask_and_wait(page, REVENUE)
    page.click(".number")
    page.wait_for_selector("evidence-pane .boxed")
    page.go_back()
    page.wait_for_selector("evidence-pane", state="hidden")
    page.go_back()
    page.wait_for_selector(".example")
    page.go_forward()
    page.wait_for_selector(".line")
    assert words_of(page, ".words").endswith("US$55,658 million1.")


def test_what_is_read_slowly_says_so(page, context):
    ask_and_wait(page, REVENUE)
    held = []

    def hold(route):
        held.append(route)

    context.route("**/pages/*", hold)
    page.click(".number")
    page.wait_for_selector("evidence-pane >> text=Reading the page…")
    held[0].continue_()
    page.wait_for_selector("evidence-pane .boxed")


def test_a_token_that_is_no_longer_right_asks_for_the_new_one(context, whole):
    page = context.new_page()
    page.goto(whole.closed)
    page.wait_for_selector("main .notice input[name=token]")
    page.fill("main input[name=token]", "an old token")
    page.click("main >> text=Use this token")
    page.wait_for_selector("main .notice >> text=wants its token")

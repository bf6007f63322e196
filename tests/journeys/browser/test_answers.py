"""Asking, and following an answer down to its cell."""

import pytest
from tests.journeys.browser.reading import ask_and_wait, words_of

pytestmark = pytest.mark.browser
REVENUE = "What was BHP's FY2024 revenue?"
GROWTH = "How much did BHP's revenue grow from FY23 to FY24?"


def test_a_number_of_an_answer_leads_to_its_cell(page):
    ask_and_wait(page, REVENUE)
    assert words_of(page, ".words") == "BHP's revenue for FY2024 was US$55,658 million1."
    page.click(".number")
    page.wait_for_selector("evidence-pane .boxed")
    assert words_of(page, "evidence-pane h2") == "BHP digest FY2024"
    assert words_of(page, "evidence-pane .boxed") == "55,658"
    assert words_of(page, "evidence-pane .cited th") == "Revenue"
    assert page.locator("evidence-pane .boxed").evaluate("cell => cell.cellIndex") == 1


def test_under_the_answer_stand_the_check_the_confidence_and_the_time(page):
    ask_and_wait(page, REVENUE)
    assert words_of(page, ".line").startswith("✓ checked high ")
    assert page.locator(".line .time").inner_text().endswith("s")
    page.hover(".confidence")
    assert words_of(page, "#hint") == "1 of 1 claim checked against the page"


def test_a_calculated_number_opens_its_sum_with_each_input_a_link(page):
    ask_and_wait(page, GROWTH)
    page.click(".number >> text=3.4 %")
    assert words_of(page, ".calculation .sum") == "(55,658 − 53,817) ÷ 53,817 = 3.42 %"
    page.click(".lineage ul .node >> nth=0")
    page.wait_for_selector("evidence-pane .boxed")
    assert words_of(page, "evidence-pane .boxed") == "53,817 [s]"
    page.click("text=← back to the sum")
    page.wait_for_selector(".calculation")


def test_shift_click_opens_the_lineage_before_the_page(page):
    ask_and_wait(page, REVENUE)
    page.click(".number", modifiers=["Shift"])
    page.wait_for_selector("evidence-pane .boxed")
    assert page.locator("evidence-pane .body > *").first.get_attribute("class") == "origin"
    assert "table's header" in words_of(page, ".lineage")


def test_a_marker_leads_to_the_quoted_sentence(page):
    ask_and_wait(page, GROWTH)
    page.click(".marker >> text=3")
    page.wait_for_selector("evidence-pane mark")
    assert "3.4 % more than the year before" in words_of(page, "evidence-pane mark")


def test_a_reload_shows_the_same_answer_and_the_same_evidence(page):
    ask_and_wait(page, REVENUE)
    page.click(".number")
    page.wait_for_selector("evidence-pane .boxed")
    page.reload()
    page.wait_for_selector("evidence-pane .boxed")
    assert words_of(page, ".words .number.open") == "US$55,658 million"


def test_a_follow_up_says_what_it_carried_as_chips(page):
    ask_and_wait(page, REVENUE)
    ask_and_wait(page, "and how did Rio do that year?")
    chips = page.locator("turn-view:last-child .chip").all_inner_texts()
    assert any("FY2024, revenue" in chip for chip in chips)


def test_the_trace_unfolds_from_one_line(page):
    ask_and_wait(page, REVENUE)
    assert not page.is_visible(".trace table")
    page.click(".trace summary")
    assert "Looking in the reports" in words_of(page, ".trace table")


def test_a_chart_has_its_figures_with_their_sources(page):
    ask_and_wait(page, "Show BHP's net profit trend from FY2021 to FY2024")
    assert page.locator(".chart polyline").count() == 1
    assert page.locator(".chart svg").get_attribute("aria-label").endswith("BHP FY2024: 7,897")
    page.click(".chart summary")
    assert page.locator(".chart tbody tr").count() == 4
    page.click(".chart .marker >> nth=1")
    page.wait_for_selector("evidence-pane .boxed")
    assert words_of(page, "evidence-pane .boxed") == "30,900 [r]"


def test_an_answer_to_a_question_of_ones_own_is_brought_into_view(page):
    ask_and_wait(page, "Rank the five miners by FY2024 revenue")
    page.evaluate("document.querySelector('.scroller').scrollTop = 0")
    ask_and_wait(page, REVENUE)
    top = page.locator("turn-view").last.evaluate("turn => turn.getBoundingClientRect().top")
    assert 0 <= top < page.viewport_size["height"] - 144


def test_what_is_not_covered_looks_different_from_what_was_checked(page):
    ask_and_wait(page, "What was Apple's FY2024 revenue?")
    assert words_of(page, ".line").startswith("– not covered")


def test_an_answer_is_saved_as_markdown_with_its_sources(page):
    ask_and_wait(page, REVENUE)
    with page.expect_download() as saving:
        page.click("text=Markdown")
    text = saving.value.path().read_text("utf-8")
    assert text.startswith("> What was BHP's FY2024 revenue?\n\nBHP's revenue for FY2024 was US$55,658 million [1].")
    assert '[1] BHP digest FY2024, page 1, "Headline figures", row Revenue' in text


def test_a_long_answer_is_folded_and_unfolds(page, context):
    ask_and_wait(page, REVENUE)
    sentences = "\n\n".join(f"Sentence {n} of a long answer that goes on." for n in range(200))

    def lengthen(route):
        record = route.fetch().json()
        record["turns"][0]["answer"]["answer"] = sentences
        route.fulfill(json=record)

    context.route("**/v1/threads/*", lengthen)
    page.reload()
    page.wait_for_selector(".words.long")
    folded = page.locator(".words").bounding_box()["height"]
    page.click("text=Show all of it")
    assert folded < 500 < page.locator(".words").bounding_box()["height"]


def test_a_ranking_is_drawn_as_one_bar_for_each_company(page):
    ask_and_wait(page, "Rank the five miners by FY2024 revenue")
    assert page.locator(".chart >> nth=0 >> rect").count() == 3
    ticks = page.locator(".chart >> nth=0 >> .tick").all_text_contents()
    assert ticks == ["BHP", "Rio Tinto", "Fortescue"]


def test_a_negative_figure_is_one_link_with_its_sign(page, site):
    page.goto(site.address)
    ask_and_wait(page, "What was BHP's investing cash flow in FY2024?")
    assert words_of(page, ".words .number") == "−US$8,762 million"

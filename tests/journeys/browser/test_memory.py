"""What the page shows of remembered answers, and what a person may do to them."""

import pytest
from tests.journeys.browser.reading import ask_and_wait, words_of

pytestmark = pytest.mark.browser
QUESTION = "What was BHP's FY2024 revenue?"
BLOCKED = "What was Fortescue's FY2022 revenue?"  # its pair stays called wrong


@pytest.fixture
def remembered(spoken):
    """Return the page with an answer that came from memory as its second turn."""
    ask_and_wait(spoken, QUESTION)
    ask_and_wait(spoken, QUESTION)
    return spoken


def open_memory(page, modelled):
    page.goto(f"{modelled.address}#memory")
    page.wait_for_selector(".statistics, .teaching")


def test_an_answer_from_memory_says_its_age_and_is_asked_again_anew(remembered):
    said = words_of(remembered, "turn-view:nth-child(2) .from-memory")
    assert said == "From memory, a moment old ask again wrong answer"
    assert remembered.locator("turn-view:nth-child(1) .from-memory").count() == 0
    remembered.click(".from-memory >> text=ask again")
    remembered.wait_for_selector("turn-view:nth-child(3) .line")
    assert remembered.locator("turn-view:nth-child(3) .from-memory").count() == 0


def test_a_wrong_answer_is_forgotten_with_its_reason_and_never_given_again(spoken, modelled):
    for _ in range(2):
        ask_and_wait(spoken, BLOCKED)
    spoken.click(".from-memory >> text=wrong answer")
    spoken.keyboard.type("another year")
    spoken.keyboard.press("Enter")
    spoken.wait_for_selector(".from-memory >> text=Forgotten as wrong: it will not be given again.")
    ask_and_wait(spoken, BLOCKED)
    assert spoken.locator("turn-view:nth-child(3) .from-memory").count() == 0
    open_memory(spoken, modelled)
    spoken.click(".past summary")
    spoken.wait_for_selector(".past td >> text=another year")


def test_an_answer_that_was_worked_out_can_be_called_wrong_too(spoken):
    question = "What was Fortescue's FY2023 EBITDA?"
    ask_and_wait(spoken, question)
    spoken.click("turn-view:nth-child(1) .tools >> text=wrong answer")
    spoken.keyboard.type("another year")
    spoken.keyboard.press("Enter")
    spoken.wait_for_selector(".said-wrong >> text=Forgotten as wrong: it will not be given again.")
    ask_and_wait(spoken, question)
    assert spoken.locator("turn-view:nth-child(2) .from-memory").count() == 0
    spoken.click("turn-view:nth-child(2) .tools >> text=wrong answer")
    spoken.keyboard.press("Enter")
    spoken.wait_for_selector(".said-wrong >> text=Noted as wrong: nothing was kept of it")


def test_wrong_can_be_taken_back_before_it_is_said(remembered):
    remembered.click(".from-memory >> text=wrong answer")
    remembered.keyboard.press("Escape")
    assert remembered.locator(".wrong").count() == 0
    assert remembered.evaluate("document.activeElement.textContent") == "wrong answer"


def test_an_entry_is_edited_by_keyboard_and_is_marked_when_it_is_given_again(remembered, modelled):
    thread = remembered.url
    open_memory(remembered, modelled)
    remembered.focus(".entry .actions .link")
    remembered.keyboard.press("Enter")
    remembered.keyboard.press("Control+A")
    remembered.keyboard.type("It was a lot [1].")
    remembered.keyboard.press("Control+Enter")
    remembered.wait_for_selector(".kept >> text=It was a lot [1].")
    remembered.goto(thread)
    remembered.wait_for_selector("turn-view:nth-child(2) .line")
    ask_and_wait(remembered, QUESTION)
    assert words_of(remembered, "turn-view:nth-child(3) .edited") == "edited by a person a moment ago"
    assert words_of(remembered, "turn-view:nth-child(3) .check") == "? unchecked"


def test_cancel_leaves_the_words_as_they_were(remembered, modelled):
    open_memory(remembered, modelled)
    before = words_of(remembered, ".kept")
    for leave in (lambda: remembered.click(".edit button >> text=Cancel"), lambda: remembered.keyboard.press("Escape")):
        remembered.click(".entry >> text=Edit")
        remembered.fill(".edit textarea", "something else")
        leave()
        assert words_of(remembered, ".kept") == before


def test_an_entry_is_deleted_after_a_second_press(remembered, modelled):
    open_memory(remembered, modelled)
    remembered.click(".entry >> text=Delete")
    remembered.click(".entry >> text=Delete it?")
    remembered.wait_for_selector(".teaching")
    assert "Deleted: What was BHP's FY2024 revenue?" in words_of(remembered, "memory-list [role=status]")


def test_the_empty_memory_teaches_and_its_example_runs(spoken, modelled):
    open_memory(spoken, modelled)
    assert "Nothing is remembered yet" in words_of(spoken, ".teaching")
    spoken.click(".teaching .example")
    spoken.wait_for_selector("turn-view .line")
    assert "55,658" in words_of(spoken, ".words")


def test_a_memory_of_many_is_searched_and_turned_page_by_page(spoken, modelled):
    modelled.fill(25)
    open_memory(spoken, modelled)
    assert (spoken.locator(".entry").count(), words_of(spoken, ".pager span")) == (20, "1–20 of 25")
    spoken.click("text=Older")
    spoken.wait_for_selector(".pager >> text=21–25 of 25")
    spoken.reload()
    spoken.wait_for_selector(".pager >> text=21–25 of 25")
    spoken.fill("memory-list input[type=search]", "number 7")
    spoken.wait_for_selector("memory-list:not(:has(.entry:nth-child(4)))")
    assert words_of(spoken, ".entry h2").endswith("number 17?")
    spoken.fill("memory-list input[type=search]", "nowhere")
    spoken.wait_for_selector("text=Nothing remembered has the words “nowhere”.")


def test_a_memory_that_is_switched_off_says_so(page, site):
    page.goto(f"{site.address}#memory")
    page.wait_for_selector("text=Memory is off (DRAGOMAN_MEMORY=off)")


def test_a_remembered_text_that_looks_like_html_stays_text(remembered, modelled):
    attack = "<img src=x onerror=\"document.title='broken'\">"
    entry = modelled.memory.entries("local")[0]
    modelled.memory.edit("local", entry.id, attack)
    open_memory(remembered, modelled)
    assert words_of(remembered, ".kept") == attack
    assert remembered.locator("main img").count() == 0

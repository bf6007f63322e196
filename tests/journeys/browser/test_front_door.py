"""The page over the whole product: words without a name go to the front door, and from there to what fits."""

import pytest
from tests.journeys.browser.conftest import TOKEN
from tests.journeys.browser.reading import ask, ask_and_wait, words_of

pytestmark = pytest.mark.browser
ENDED = "task-card[data-status=done]"


# C-017 C-018
def test_an_unclear_task_gives_buttons_and_a_click_leads_to_the_scenario(front, whole):
    ask_and_wait(front, "look at this for me")
    assert words_of(front, ".asked").startswith("I can see five things you may mean")
    assert front.locator(".option").count() == 6
    front.click(".option >> text=Security review")
    front.wait_for_selector("task-card .question")
    assert words_of(front, "task-card h3") == "Security review"
    front.fill("task-card input[name=reply]", str(whole.folder))
    front.click("task-card >> text=Answer")
    front.wait_for_selector(ENDED)
    assert "settings.py" in words_of(front, "task-card .answer")
    levels = words_of(front, "task-card .levels")
    assert all(level in levels for level in ("Classify", "Disambiguate", "Find", "Scan"))


# C-017
def test_what_writes_waits_with_its_plan_and_effects_before_the_buttons(front, whole):
    ask(front, "create a page called hello-there")
    front.wait_for_selector("task-card .question.approve")
    panel = words_of(front, "task-card .question")
    places = [panel.index(part) for part in ("Shall I write", "Plan", "Effects Writes", "Files", "Go ahead")]
    assert places == sorted(places)
    assert not (whole.workspace / "hello-there").exists()
    front.reload()
    front.click("task-card .option.primary")
    front.wait_for_selector(ENDED)
    assert (whole.workspace / "hello-there" / "index.html").exists()
    assert "every check passed" in words_of(front, "task-card .answer")
    front.reload()
    front.wait_for_selector(ENDED)


def test_a_plan_that_is_refused_writes_nothing(front, whole):
    ask(front, "create a page called never-there")
    front.click("task-card .option >> text=Stop")
    front.wait_for_selector(ENDED)
    assert words_of(front, "task-card .words") == "Stopped. Nothing was written."
    assert not (whole.workspace / "never-there").exists()


def test_a_question_about_a_report_is_an_answer_with_its_evidence(front):
    ask_and_wait(front, "What was BHP's FY2024 revenue?")
    assert words_of(front, ".words").endswith("US$55,658 million1.")
    assert front.locator("task-card").count() == 0
    front.click(".number")
    front.wait_for_selector("evidence-pane .boxed")
    ask_and_wait(front, "and in FY2023?")
    assert "53,817" in words_of(front, "turn-view:nth-child(2) .words")


def test_an_assistant_that_asks_back_goes_on_with_a_click(front):
    ask_and_wait(front, "What was the revenue in 2025?")
    front.click(".option >> text=Rio Tinto")
    front.wait_for_selector(".line")
    assert words_of(front, ".words").startswith("Rio Tinto's revenue for 2025")
    front.reload()
    front.wait_for_selector(".line")
    assert words_of(front, ".replied") == "Which company do you mean? Rio Tinto"


@pytest.mark.parametrize(
    ("example", "selector", "said"),
    [(0, ".words", "US$55,658 million"), (1, ".words", "1.5% per month"), (2, "task-card .levels", "Scan")],
)
def test_the_empty_page_has_an_example_for_each_assistant_that_runs_when_clicked(front, example, selector, said):
    assert front.locator(".example").count() == 3
    front.click(f".example >> nth={example}")
    front.wait_for_selector(f"{selector} >> text={said}")


def test_a_clause_of_an_agreement_opens_on_its_page(front):
    ask_and_wait(front, "What are the late payment penalties?")
    front.click(".number >> text=1.5%")
    front.wait_for_selector("evidence-pane mark")
    assert words_of(front, "evidence-pane .pages") == "‹ page 8 / 12 ›"
    assert words_of(front, "evidence-pane mark").startswith("Interest of 1.5% per month runs")


def test_the_steps_of_a_scenario_are_drawn_and_told(front, whole):
    front.goto(f"{whole.address}#tasks")
    front.click("[aria-label='Steps of Code build']")
    front.wait_for_selector("evidence-pane svg.graph")
    assert words_of(front, "evidence-pane .caveat") == "It writes, and waits for your yes before it does."
    assert front.locator("svg.graph .approve text").all_text_contents() == ["Agree", "waits for your yes"]
    assert "Brief → Agree when output.fits" in words_of(front, ".ways-of")
    front.reload()
    front.wait_for_selector("evidence-pane svg.graph")
    front.keyboard.press("Escape")
    front.wait_for_selector("evidence-pane", state="hidden")


@pytest.mark.parametrize("name", ["mines", "contracts", "intent_classifier", "nothing"])
def test_every_graph_can_be_opened_and_one_that_is_not_there_is_told(front, whole, name):
    front.goto(f"{whole.address}#tasks?graph={name}")
    front.wait_for_selector("evidence-pane :is(svg.graph, .notice)")
    assert (front.locator("evidence-pane .notice").count() == 1) is (name == "nothing")


# C-047
def test_whoever_signs_in_once_needs_no_header(context, whole):
    page = context.new_page()
    page.goto(whole.closed)
    page.fill("input[name=token] >> nth=0", TOKEN)
    page.click("text=Use this token >> nth=0")
    page.wait_for_selector(".example")
    ask_and_wait(page, "What was BHP's FY2024 revenue?")
    assert "55,658" in words_of(page, ".words")
    [cookie] = context.cookies()
    assert (cookie["httpOnly"], cookie["sameSite"], TOKEN in cookie["value"]) == (True, "Strict", False)

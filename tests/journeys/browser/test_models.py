"""What the page shows of models: who answered, at what price, what was only judged, what failed, and stopping."""

import pytest
from tests.journeys.browser.modelled import CAUSE, FAILS, FIGURE, SLOW, WHY
from tests.journeys.browser.reading import ask, ask_and_wait, words_of

pytestmark = pytest.mark.browser


def test_the_quiet_line_names_the_model_its_calls_and_their_price(spoken):
    ask_and_wait(spoken, WHY)
    assert words_of(spoken, ".words").startswith("Net operating cash flow rose 10.5 %")
    assert words_of(spoken, ".line .cost") == "scripted · 3 calls · US$0.0005"
    spoken.click(".trace summary")
    assert "synthesize@1" in words_of(spoken, ".versions")


def test_without_a_model_the_line_says_so(spoken):
    ask_and_wait(spoken, "What was Fortescue's FY2021 revenue?")
    assert words_of(spoken, ".line .cost") == "no model"


@pytest.mark.parametrize(
    ("amount", "said"),
    [("null", "price not known"), ("'0.00041'", "US$0.0004"), ("'0'", "free"), ("'0.00002'", "less than US$0.0001")],
)
def test_a_price_is_said_and_an_unknown_one_too(spoken, amount, said):
    cost = f"{{model_calls: 2, models: ['paid:deepseek'], prompts: [], amount: {amount}}}"
    told = spoken.evaluate(f"import('/js/answer-cost.js').then((file) => file.costWords({{cost: {cost}}}).words)")
    assert told == f"deepseek · 2 calls · {said}"


def test_what_a_model_judged_looks_unlike_what_code_checked(spoken, modelled):
    modelled.speaker.text = f"{FIGURE} {CAUSE}"
    ask_and_wait(spoken, WHY)
    ask_and_wait(spoken, "What was BHP's FY2024 revenue?")
    marks = spoken.locator(".check .mark").all()
    judged, checked = [(one.inner_text(), one.evaluate("one => getComputedStyle(one).color")) for one in marks]
    assert (judged[0], checked[0]) == ("≈", "✓")
    assert judged[1] != checked[1]
    assert spoken.locator(".words .judged").count() == 1
    assert "judged by a language model" in words_of(spoken, ".caveats")


def test_a_model_that_fails_leaves_an_answer_with_a_caveat(spoken, modelled):
    modelled.speaker.text = FAILS
    ask_and_wait(spoken, "Why did BHP's net operating cash flow change in FY2024?")
    assert "A language model was of no use here (synthesize): its server failed." in words_of(spoken, ".caveats")
    assert "20,665" in words_of(spoken, ".words")


def test_stopping_works_at_once_while_a_model_writes(spoken, modelled):
    modelled.speaker.text = SLOW
    ask(spoken, "Why did BHP's net operating cash flow rise so much in FY2024?")
    spoken.wait_for_selector("step-line .elapsed:not(:empty)")
    assert words_of(spoken, "step-line .step") == "Putting the answer together"
    spoken.click("step-line .stop")
    spoken.wait_for_selector(".stopped", timeout=1500)
    assert "Your question is kept" in words_of(spoken, ".stopped")
    modelled.speaker.reset()
    ask_and_wait(spoken, "What was BHP's FY2024 revenue?")


def test_news_has_its_source_and_age_and_a_source_that_failed_is_named(spoken):
    ask_and_wait(spoken, "Any recent news about BHP?")
    told = words_of(spoken, ".words")
    assert "20 November 2026 (1 week ago): “Port Hedland was closed for a day." in told
    assert "(news.example)" in told
    assert "I could not read mining news" in words_of(spoken, ".caveats")


def test_settings_tell_which_models_there_are_and_no_key(spoken, modelled):
    spoken.goto(f"{modelled.address}#settings")
    spoken.wait_for_selector("[data-model]")
    assert "US$0.27 in, US$1.10 out ready to be asked" in words_of(spoken, "[data-model='paid:scripted']")
    assert "price not known left out: FAR_API_KEY is not set" in words_of(spoken, "[data-model='paid:far']")
    told = words_of(spoken, ".models .facts")
    assert "Policy cascade: rules first" in told
    assert "Embedder none: search is by words alone" in told
    assert spoken.locator(".models input").count() == 0


def test_a_check_asks_each_model_and_tells_how_each_way_went(spoken, modelled):
    spoken.goto(f"{modelled.address}#settings")
    spoken.click("text=Check them")
    spoken.wait_for_selector("[data-checked='paid:far']")
    ways = spoken.locator("[data-checked='paid:scripted'] .state").all_text_contents()
    assert ways == ["✓ text", "✓ structured", "✕ tools", "✓ stream"]
    assert "no-key: FAR_API_KEY is not set" in words_of(spoken, "[data-checked='paid:far']")
    assert modelled.speaker.calls == 4


def test_without_any_model_settings_teach_how_to_have_one(page, site):
    page.goto(f"{site.address}#settings")
    page.wait_for_selector(".recipes")
    assert words_of(page, ".models").startswith("Language models None is configured")
    assert "DRAGOMAN_MODEL_URL=" in words_of(page, ".recipes code")
    page.click(".recipes .link >> nth=0")
    page.wait_for_selector(".recipes .link:has-text('Copied'), .recipes .link:has-text('Marked')")

"""Work in progress: the step line, stop, a broken connection, failures, tasks."""

import json

import pytest
from tests.journeys.browser.reading import ask, ask_and_wait, words_of

pytestmark = pytest.mark.browser
SLOW = "Slowly: what was BHP's FY2024 revenue?"


def begin_slowly(page, site):
    ask(page, SLOW)
    assert site.pace.begun.wait(10)
    page.wait_for_selector("step-line >> text=Looking in the reports")


def start_task(page, site):
    body = {"message": "Write me a site", "scenario_id": "code_build", "kind": "task"}
    return page.request.post(
        f"{site.address}v1/chat", data=json.dumps(body), headers={"Content-Type": "application/json"}
    )


def test_the_present_step_is_shown_and_after_two_seconds_the_time(page, site):
    page.clock.install()
    begin_slowly(page, site)
    assert words_of(page, ".elapsed") == ""
    page.clock.fast_forward(4000)
    page.wait_for_selector(".elapsed >> text=s")
    site.pace.go_on.set()
    page.wait_for_selector(".line")


def test_a_reload_in_the_middle_goes_on_with_the_same_job(page, site):
    begin_slowly(page, site)
    page.reload()
    page.wait_for_selector("step-line >> text=Looking in the reports")
    site.pace.go_on.set()
    page.wait_for_selector(".line")
    assert page.locator("turn-view").count() == 1


def test_a_broken_connection_is_taken_up_where_it_broke(page, site):
    begin_slowly(page, site)
    site.listener.stop()
    with page.expect_request(lambda request: "last-event-id" in request.headers) as again:
        site.listener.start()
    assert int(again.value.headers["last-event-id"]) >= 2
    site.pace.go_on.set()
    page.wait_for_selector(".line")
    assert words_of(page, ".words").endswith("US$55,658 million1.")


def test_stop_works_at_once_and_says_what_was_kept(page, site):
    begin_slowly(page, site)
    page.click("step-line .stop")
    page.wait_for_selector(".stopped")
    assert words_of(page, ".stopped").startswith("Stopped. Your question is kept; nothing was answered.")
    page.click("text=Ask again")
    assert page.input_value("#ask") == SLOW


def test_a_job_that_fails_says_what_to_do(page):
    ask_and_wait(page, "Fail, please")
    notice = words_of(page, ".notice")
    assert notice.startswith("The index cannot be read. Run: dragoman doctor")
    assert "code store" in notice
    assert "job j-" in notice


def test_a_thread_that_does_not_exist_is_a_problem_with_its_request(page, site):
    page.goto(f"{site.address}#thread/t-nope")
    page.wait_for_selector(".notice")
    assert "request r-" in words_of(page, ".notice")


def test_words_that_could_not_be_sent_stay_and_can_be_sent_again(page, context):
    context.route("**/v1/chat", lambda route: route.abort())
    ask(page, "What was BHP's FY2024 revenue?")
    page.wait_for_selector(".notice[data-code=offline]")
    assert "dragoman serve" in words_of(page, ".notice")
    assert page.input_value("#ask") == "What was BHP's FY2024 revenue?"
    context.unroute("**/v1/chat")
    page.click("text=Try again")
    page.wait_for_selector(".line")


def test_a_task_waits_for_approval_and_then_writes(page, site):
    start_task(page, site)
    page.click("thread-list >> text=Tasks")
    page.wait_for_selector("task-card .question.approve")
    assert words_of(page, "task-card h3") == "Code build"
    assert words_of(page, "task-card .levels") == "✓ Make plan"
    assert page.locator("input[name=reply]").count() == 0
    page.click("task-card .option.primary")
    page.wait_for_selector("task-card[data-status=done]")
    assert "Write files" in words_of(page, "task-card .levels")
    assert "site/<b>style</b>.css" in words_of(page, "task-card .result")


def test_a_task_lives_in_its_thread_too_and_its_log_can_be_replayed(page, site):
    thread = start_task(page, site).json()["thread"]
    page.goto(f"{site.address}#thread/{thread}")
    page.wait_for_selector("turn-view task-card .question")
    page.keyboard.press("Escape")
    page.keyboard.press("2")
    page.wait_for_selector("task-card[data-status=done]")
    assert words_of(page, "task-card .result") == "Nothing was written."
    page.click("text=Replay")
    page.wait_for_selector("task-card:not([data-status=done])")
    page.wait_for_selector("task-card[data-status=done]")


def test_many_tasks_that_wait_leave_connections_for_everything_else(page, site):
    for _ in range(8):
        start_task(page, site)
    page.goto(f"{site.address}#tasks")
    page.wait_for_selector("task-card .question >> nth=7")
    page.click("task-card:nth-child(8) .option.primary")
    page.wait_for_selector("task-card:nth-child(8)[data-status=done]")

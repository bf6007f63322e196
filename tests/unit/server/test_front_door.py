"""Messages that name nobody go to the scenarios; their questions and answers live in the thread."""

import asyncio
import json

import pytest

from dragoman.app.desk import Desk


def ask(client, message, **more):
    response = client.post("/v1/chat", json={"message": message, **more})
    assert response.status_code == 202, response.text
    return response.json()


def asked_by(frames, client, accepted):
    last = frames(client, accepted["stream"], until="question.asked")[-1]
    assert last["event"] == "question.asked", last
    return json.loads(last["data"])["question"]


def answer(client, accepted, question, reply):
    body = {"question_id": question["id"], "reply": reply}
    assert client.post(f"/v1/jobs/{accepted['job']}/resume", json=body).status_code == 202


def result_of(frames, client, accepted):
    last = frames(client, accepted["stream"])[-1]
    assert last["event"] == "job.done", last
    return json.loads(last["data"])["result"]


# C-044
def test_a_question_is_chained_to_the_reports_and_keeps_its_evidence(real, frames):
    accepted = ask(real, "What was BHP's FY2024 revenue?")
    result = result_of(frames, real, accepted)
    assert result["chain"] == ["intent_classifier", "mines_financial"]
    assert (result["citations"][0]["title"], result["grounding"]["verdict"]) == ("BHP digest FY2024", "yes")
    assert result["lineage"]
    job = real.get(f"/v1/jobs/{accepted['job']}").json()
    assert (job["scenario"], job["is_task"]) == ("mines_financial", False)


def test_the_direct_way_to_an_assistant_stays(real, frames):
    accepted = ask(real, "What was BHP's FY2024 revenue?", assistant="mines")
    result = result_of(frames, real, accepted)
    assert ("55,658" in result["answer"], "chain" in result) == (True, False)
    assert real.get(f"/v1/jobs/{accepted['job']}").json()["scenario"] is None


def test_a_question_about_an_agreement_goes_to_the_contracts(real, frames):
    result = result_of(frames, real, ask(real, "What are the late payment penalties?"))
    assert (result["scenario"], result["outcome"]) == ("contract_review", "answered")
    assert result["citations"]
    direct = result_of(frames, real, ask(real, "What are the late payment penalties?", assistant="contracts"))
    assert direct["answer"] == result["answer"]


@pytest.mark.parametrize("pin", [{"scenario_id": "quick_qa"}, {"intent_route": "help"}])
def test_a_pin_is_followed_without_a_decision(real, frames, pin):
    result = result_of(frames, real, ask(real, "What was BHP's FY2024 revenue?", **pin))
    assert result["chain"] == ["quick_qa"]


def test_a_pin_that_names_nothing_is_refused_before_a_job_is_made(real):
    before = real.get("/v1/jobs").json()
    refused = real.post("/v1/chat", json={"message": "hello", "scenario_id": "quick_q"})
    assert (refused.status_code, refused.json()["code"]) == (404, "unknown-name")
    assert "quick_qa" in refused.json()["remedy"]
    assert real.get("/v1/jobs").json() == before


# C-016 C-018
def test_an_unclear_task_is_asked_about_and_the_choice_leads_on(real, frames):
    accepted = ask(real, "look at this for me", assistant="tasks")
    question = asked_by(frames, real, accepted)
    values = [option["value"] for option in question["options"]]
    assert (question["kind"], question["schema"]["enum"]) == ("ask_user", [*values, "none of these"])
    answer(real, accepted, question, "quick_qa")
    assert result_of(frames, real, accepted)["chain"] == ["intent_classifier", "quick_qa"]
    [turn] = real.get(f"/v1/threads/{accepted['thread']}").json()["turns"]
    assert (turn["status"], turn["question"], turn["replies"][0]["reply"]) == ("done", None, "quick_qa")


def test_what_writes_shows_its_plan_and_each_of_its_levels_is_an_event(real, frames):
    accepted = ask(real, "create a page called front-door", kind="task")
    question = asked_by(frames, real, accepted)
    assert question["kind"] == "approve"
    assert "index.html" in question["schema"]["x-plan"]["files"]
    assert real.get(f"/v1/jobs/{accepted['job']}").json()["is_task"]
    answer(real, accepted, question, "approve")
    result = result_of(frames, real, accepted)
    assert (result["scenario"], result["effects"], result["output"]["passed"]) == ("code_build", "write", True)
    events = real.get(f"/v1/jobs/{accepted['job']}/events").json()["events"]
    levels = [event["data"]["level"] for event in events if event["type"] == "level.done"]
    assert levels == ["classify", "brief", "agree", "write", "accept"]
    assert {"scenario.started", "scenario_chained"} <= {event["type"] for event in events}


def test_a_question_of_a_job_that_is_answered_in_a_terminal_is_finished_by_the_server(real, frames, dragoman):
    accepted = ask(real, "create a page called beside")
    question = asked_by(frames, real, accepted)
    with dragoman.runtime.sole_worker():
        said = asyncio.run(dragoman.resume(accepted["thread"], question["id"], "reject"))
    assert said.text == result_of(frames, real, accepted)["answer"] == "Stopped. Nothing was written."


def test_a_hop_says_that_it_came_by_a_chain(real, frames):
    accepted = ask(real, "what can you do?", kind="task")
    result_of(frames, real, accepted)
    events = real.get(f"/v1/jobs/{accepted['job']}/events").json()["events"]
    assert [one["data"]["tier"] for one in events if one["type"] == "scenario.started"] == ["task", "chain"]


async def begin_in_a_terminal(dragoman, words):
    desk = Desk(dragoman.runtime, assistant="tasks")
    asked = await desk.finish(desk.begin(words), reference_date=dragoman.day(None))
    await desk.aclose()
    return asked


def test_a_task_that_was_begun_in_a_terminal_is_finished_over_http(real, frames, dragoman):
    asked = asyncio.run(begin_in_a_terminal(dragoman, "look at this for me"))
    body = {"thread_id": asked.thread, "resume": {"question_id": asked.question.id, "reply": "quick_qa"}}
    result = result_of(frames, real, real.post("/v1/chat", json=body).json())
    assert (result["turn"], result["decision"]["chain"]) == (1, ["intent_classifier", "quick_qa"])

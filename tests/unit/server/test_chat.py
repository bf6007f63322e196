"""Chat, jobs and streams over HTTP."""

import asyncio
import json
from datetime import date

import pytest

from dragoman.app.desk import Desk


def ask(client, message, **more):
    response = client.post("/v1/chat", json={"message": message, **more})
    assert response.status_code == 202, response.text
    return response.json()


# C-044 M-097
def test_a_message_becomes_a_job_whose_result_is_the_answer(real, frames):
    accepted = ask(real, "What was BHP's FY2024 revenue?")
    last = frames(real, accepted["stream"])[-1]
    assert last["event"] == "job.done"
    result = json.loads(last["data"])["result"]
    assert "55,658" in result["answer"]
    assert (result["thread"], result["turn"], result["job"]) == (accepted["thread"], 1, accepted["job"])
    assert real.get(f"/v1/jobs/{accepted['job']}").json()["result"] == result


# M-096
def test_a_stream_tells_which_nodes_begin_and_end(real, frames):
    events = frames(real, ask(real, "What was BHP's FY2024 revenue?", fresh=True)["stream"])
    assert [event["id"] for event in events] == [str(n) for n in range(1, len(events) + 1)]
    done = [json.loads(event["data"]) for event in events if event["event"] == "node.done"]
    assert {"compress_context", "retrieve_decision", "synthesize", "answer"} <= {node["node"] for node in done}
    assert {"node", "summary", "milliseconds"} == set(done[0])


# M-042 M-097 C-058
def test_a_question_back_is_answered_through_the_job(real, frames):
    accepted = ask(real, "Tell me about this company", assistant="mines")
    asked = json.loads(frames(real, accepted["stream"], until="question.asked")[-1]["data"])["question"]
    body = {"question_id": asked["id"], "reply": asked["options"][0]["value"]}
    assert real.post(f"/v1/jobs/{accepted['job']}/resume", json=body).status_code == 202
    result = json.loads(frames(real, accepted["stream"])[-1]["data"])["result"]
    assert (result["outcome"], result["turn"]) == ("answered", 1)
    assert "BHP" in result["answer"]


# M-097
def test_a_question_back_is_answered_through_the_chat(real, frames):
    accepted = ask(real, "Tell me about this company", assistant="mines")
    frames(real, accepted["stream"], until="question.asked")
    body = {"thread_id": accepted["thread"], "resume": {"question_id": "q-1", "reply": "2"}}
    again = real.post("/v1/chat", json=body).json()
    assert again["job"] == accepted["job"]
    assert "Rio Tinto" in json.loads(frames(real, again["stream"])[-1]["data"])["result"]["answer"]


async def ask_in_a_terminal(runtime, words):
    desk = Desk(runtime)
    answer = await desk.finish(desk.begin(words), reference_date=date(2026, 11, 30))
    await desk.aclose()
    return answer


def test_a_question_that_was_asked_in_a_terminal_gets_a_job_of_its_own(real, frames, dragoman):
    asked = asyncio.run(ask_in_a_terminal(dragoman.runtime, "Tell me about this company"))
    body = {"thread_id": asked.thread, "resume": {"question_id": asked.question.id, "reply": "BHP"}}
    first, second = (real.post("/v1/chat", json=body).json() for _ in range(2))
    assert first == second
    result = json.loads(frames(real, first["stream"])[-1]["data"])["result"]
    assert (result["outcome"], result["thread"], result["turn"]) == ("answered", asked.thread, 1)


def test_two_asks_at_once_in_one_thread_are_answered_in_turn(real, frames):
    first = ask(real, "What was BHP's FY2024 revenue?")
    second = ask(real, "and Rio Tinto's?", thread_id=first["thread"])
    results = [json.loads(frames(real, one["stream"])[-1]["data"])["result"] for one in (first, second)]
    assert [result["turn"] for result in results] == [1, 2]
    assert "55,658" in results[0]["answer"]
    assert "53,658" in results[1]["answer"]


def test_two_questions_of_a_thread_are_answered_in_either_order(real, frames):
    first = ask(real, "Tell me about this company", assistant="mines")
    second = ask(real, "Tell me about this company", assistant="mines", thread_id=first["thread"])
    asked = [
        json.loads(frames(real, one["stream"], until="question.asked")[-1]["data"])["question"]["id"]
        for one in (first, second)
    ]
    for one, question, company in ((second, asked[1], "Fortescue"), (first, asked[0], "BHP")):
        real.post(f"/v1/jobs/{one['job']}/resume", json={"question_id": question, "reply": company})
    answers = [json.loads(frames(real, one["stream"])[-1]["data"])["result"]["answer"] for one in (first, second)]
    assert ["BHP" in answers[0], "Fortescue" in answers[1]] == [True, True]


def test_the_same_reply_twice_is_fine_and_another_one_is_refused(client, frames):
    accepted = ask(client, "ask")
    frames(client, accepted["stream"], until="question.asked")
    path = f"/v1/jobs/{accepted['job']}/resume"
    replies = [client.post(path, json={"question_id": "q-1", "reply": reply}) for reply in ("left", "left", "right")]
    assert [response.status_code for response in replies] == [202, 202, 409]
    assert replies[-1].json()["code"] == "reply-conflict"


def test_a_known_key_gives_its_job_and_one_turn(client):
    key = {"Idempotency-Key": "k-1"}
    first, second = (client.post("/v1/chat", json={"message": "step"}, headers=key).json() for _ in range(2))
    assert first == second
    assert len(client.get(f"/v1/threads/{first['thread']}").json()["turns"]) == 1
    refused = client.post("/v1/chat", json={"message": "other"}, headers=key)
    assert (refused.status_code, refused.json()["code"]) == (409, "idempotency-key")


# C-045
def test_a_stream_replays_after_the_last_event_that_was_seen(client, frames):
    accepted = ask(client, "step step")
    events = frames(client, accepted["stream"])
    assert frames(client, accepted["stream"], headers={"Last-Event-ID": "3"}) == events[3:]
    assert frames(client, f"{accepted['stream']}?after=4") == events[4:]


def test_a_reader_who_has_everything_is_told_not_to_come_again(client, frames):
    accepted = ask(client, "step")
    last = frames(client, accepted["stream"])[-1]["id"]
    assert client.get(accepted["stream"], headers={"Last-Event-ID": last}).status_code == 204


# C-045
def test_a_reader_who_leaves_cancels_nothing(client, frames):
    accepted = ask(client, "step rest rest step")
    frames(client, accepted["stream"], until="job.started")
    assert frames(client, accepted["stream"])[-1]["event"] == "job.done"


def test_a_job_is_cancelled(client, frames):
    accepted = ask(client, "step hang")
    frames(client, accepted["stream"], until="node.done")
    assert client.post(f"/v1/jobs/{accepted['job']}/cancel").json()["status"] == "cancelled"
    assert frames(client, accepted["stream"])[-1]["event"] == "job.cancelled"


def test_a_full_queue_says_when_to_come_again(small, frames):
    first = ask(small, "step hang")
    frames(small, first["stream"], until="node.done")
    for _ in range(2):
        ask(small, "step", thread_id=first["thread"])
    refused = small.post("/v1/chat", json={"message": "step", "thread_id": first["thread"]})
    assert (refused.status_code, refused.json()["code"], refused.headers["Retry-After"]) == (429, "queue-full", "2")
    small.post(f"/v1/jobs/{first['job']}/cancel")


def test_jobs_are_listed_newest_first(small, frames):
    accepted = [ask(small, "step") for _ in range(2)]
    for one in accepted:
        frames(small, one["stream"])
    listed = small.get("/v1/jobs").json()["jobs"]
    assert [job["id"] for job in listed] == [one["job"] for one in reversed(accepted)]
    assert {job["status"] for job in listed} == {"done"}


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"message": " "}, 422, "empty-input"),
        ({"message": "x" * 20_001}, 413, "input-too-large"),
        ({"message": "step", "thread_id": "t-none"}, 404, "unknown-name"),
        ({"message": "step", "nonsense": 1}, 422, "request"),
        ({"message": "step", "assistant": "nobody"}, 404, "unknown-name"),
        ({"thread_id": "t-none", "resume": {"question_id": "q-1", "reply": "x"}}, 404, "unknown-name"),
    ],
)
def test_what_cannot_be_worked_on_is_refused_before_a_job_is_made(small, body, status, code):
    refused = small.post("/v1/chat", json=body)
    assert (refused.status_code, refused.json()["code"]) == (status, code)
    assert small.get("/v1/jobs").json() == {"jobs": []}

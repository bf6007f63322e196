"""A server that was stopped: its threads, open questions and jobs are there again."""

import httpx
from tests.serving import opened, served_at

from dragoman.jobs.envelope import Envelope
from dragoman.server.serve import working
from dragoman.server.served import Served
from dragoman.testing.job_conformance import read

VAGUE = "Tell me about this company"


def serve_once(home, work):
    """Open everything anew over the same home, do the work, and stop."""
    with opened(home) as dragoman, dragoman.runtime.sole_worker(), working(dragoman):
        dragoman.runtime.prepare()
        backend = dragoman.runtime.jobs
        served = Served(dragoman=dragoman, backend=backend)
        with served_at(served) as address, httpx.Client(base_url=address, timeout=30) as client:
            return work(client, backend)


def ask_twice(client, backend):
    first = client.post("/v1/chat", json={"message": VAGUE, "assistant": "mines"}).json()
    second = client.post("/v1/chat", json={"message": VAGUE, "assistant": "mines", "thread_id": first["thread"]})
    jobs = [first["job"], second.json()["job"]]
    for job in jobs:
        read(backend, backend.job(job), until="question.asked")
    return first["thread"], jobs


# M-042 M-098 C-058
def test_two_open_questions_are_answered_in_the_other_order_after_a_restart(tmp_path):
    thread, jobs = serve_once(tmp_path, ask_twice)

    def answer(client, backend):
        shown = client.get(f"/v1/threads/{thread}").json()["turns"]
        for turn, company in ((shown[1], "Fortescue"), (shown[0], "BHP")):
            body = {"question_id": turn["question"]["id"], "reply": company}
            assert client.post(f"/v1/jobs/{turn['job']}/resume", json=body).status_code == 202
        return [read(backend, backend.job(job))[-1].data["result"] for job in jobs]

    results = serve_once(tmp_path, answer)
    assert [result["turn"] for result in results] == [1, 2]
    assert ["BHP" in results[0]["answer"], "Fortescue" in results[1]["answer"]] == [True, True]


def test_a_prompt_that_nobody_worked_on_is_answered_by_the_next_process(tmp_path):
    with opened(tmp_path) as dragoman:
        words, thread = dragoman.desk.admit("What was BHP's FY2024 revenue?", None)
        job = dragoman.runtime.jobs.submit(Envelope(prompt=words, thread=thread))

    def follow(client, backend):
        events = read(backend, backend.job(job.id))
        return events[-1].data["result"], client.get(f"/v1/threads/{thread}").json()["turns"]

    result, turns = serve_once(tmp_path, follow)
    assert "55,658" in result["answer"]
    assert [(turn["turn"], turn["status"]) for turn in turns] == [(1, "done")]

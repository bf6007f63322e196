"""Jobs of the shipped scenarios on a real server: questions, replies and chains, also after it was killed."""

import pytest
from tests.journeys.real_server import serving

CHAIN = """
id: {id}
description: Goes on with the next one.
chains: true
levels:
  - {{ id: ask, kind: ask_user, question: "go on from {id}?" }}
edges:
  - {{ from: ask, to: __end__, chain: {to} }}
"""
LAST = """
id: e
description: The end of the line.
levels: [{ id: reply, kind: tool, tool: product_help, arguments: { text: prompt } }]
edges: [{ from: reply, to: __end__ }]
"""
ROUND = CHAIN.format(id="x", to="y"), CHAIN.format(id="y", to="x")
killed = pytest.mark.parametrize(
    "is_killed",
    [
        pytest.param(False, id="in one process"),
        pytest.param(True, marks=pytest.mark.slow, id="also when the server was killed between"),
    ],
)


@pytest.fixture
def project(shell, tmp_path):
    folder = tmp_path / "project"
    (folder / "scenarios").mkdir(parents=True)
    (folder / "dragoman.yaml").write_text("name: chains\n")
    for number, text in enumerate([CHAIN.format(id=a, to=b) for a, b in ("ab", "bc", "cd", "de")] + [LAST, *ROUND]):
        (folder / "scenarios" / f"{number}.yaml").write_text(text)
    return folder


@pytest.fixture
def server(shell, tmp_path):
    (tmp_path / "code" / "src").mkdir(parents=True)
    (tmp_path / "code" / "src" / "a.py").write_text("x = 1\n")
    with serving(shell, readable=tmp_path / "code") as server:
        yield server


@killed
def test_a_chain_ends_at_its_third_hop_exactly(shell, project, is_killed):
    with serving(shell, "--project", project) as server:
        job = server.ask("go", scenario_id="a")["job"]
        for _ in "abcd":
            question = server.asked(job)
            if is_killed:
                server.restart()
            server.reply(job, question["id"], "yes")
        result = server.end(job)["result"]
        started = [one["data"] for one in server.events(job) if one["type"] == "scenario.started"]
    assert result["chain"] == ["a", "b", "c", "d"]
    assert [(one["depth"], one["tier"]) for one in started] == [(0, "pin"), (1, "chain"), (2, "chain"), (3, "chain")]
    assert "e would be hop 4, and 3 are allowed" in result["answer"]


@killed
def test_a_chain_that_comes_back_ends_with_what_it_has(shell, project, is_killed):
    with serving(shell, "--project", project) as server:
        job = server.ask("go", scenario_id="x")["job"]
        for _ in "xy":
            question = server.asked(job)
            if is_killed:
                server.restart()
            server.reply(job, question["id"], "yes")
        ended = server.end(job)
    assert (ended["status"], ended["result"]["chain"]) == ("done", ["x", "y"])
    assert "x was there already" in ended["result"]["answer"]


def test_a_scenario_that_goes_on_with_itself_is_refused_and_the_others_stay(shell, project):
    with serving(shell, "--project", project) as server:
        (project / "scenarios" / "self.yaml").write_text(CHAIN.format(id="me", to="me"))
        refused = server.client.post("/v1/chat", json={"message": "go", "scenario_id": "me"})
        job = server.ask("what can you do?", scenario_id="quick_qa")["job"]
        assert (refused.status_code, server.end(job)["status"]) == (404, "done")


def test_a_hidden_scenario_is_reached_by_its_name_and_never_by_words(server):
    named = server.ask("build a page called hidden", scenario_id="code_build_strict")["job"]
    meant = server.ask("run code_build_strict: build a page called hidden")["job"]
    assert "(strict)" in server.asked(named)["text"]
    assert server.until(meant, "question.asked")["scenario"] in ("code_build", "intent_classifier", "quick_qa")


@killed
def test_two_asks_at_once_in_one_thread_are_answered_in_turn(server, is_killed):
    first = server.ask("What was BHP's FY2024 revenue?")
    second = server.ask("and for Rio Tinto?", thread_id=first["thread"])
    if is_killed:
        server.restart()
    ended = [server.end(accepted["job"])["result"] for accepted in (first, second)]
    assert [one["turn"] for one in ended] == [1, 2]
    assert ["BHP" in ended[0]["answer"], "Rio Tinto" in ended[1]["answer"]] == [True, True]


@killed
def test_two_open_questions_of_a_thread_are_answered_in_the_other_order(server, is_killed):
    first = server.ask("look into this for me", kind="task")
    asked = server.asked(first["job"])
    second = server.ask("build a page called either-order", thread_id=first["thread"])
    approval = server.asked(second["job"])
    if is_killed:
        server.restart()
    server.reply(second["job"], approval["id"], "reject")
    assert server.end(second["job"])["result"]["answer"] == "Stopped. Nothing was written."
    server.reply(first["job"], asked["id"], "quick_qa")
    assert server.end(first["job"])["result"]["chain"] == ["intent_classifier", "quick_qa"]


@killed
def test_a_question_inside_a_loop_is_asked_anew_each_time(server, is_killed):
    job = server.ask("check something for secrets", scenario_id="security_review")["job"]
    seen = []
    for reply in ("nowhere/at/all", "./src"):
        seen.append(server.asked(job)["id"])
        if is_killed:
            server.restart()
        assert server.reply(job, seen[-1], reply).status_code == 202
    assert "I looked at 1 file in src" in server.end(job)["result"]["answer"]
    assert len(set(seen)) == 2


@killed
def test_the_same_reply_twice_is_fine_and_another_one_is_refused(server, is_killed):
    job = server.ask("build a page called one-answer")["job"]
    question = server.asked(job)["id"]
    statuses = []
    for reply in ("approve", "approve", "reject"):
        statuses.append(server.reply(job, question, reply).status_code)
        if is_killed:
            server.restart()
    assert statuses == [202, 202, 409]
    assert server.end(job)["result"]["output"]["passed"]
    assert [one["type"] for one in server.events(job)].count("question.answered") == 1


@killed
def test_a_job_that_waits_is_cancelled_and_takes_no_reply(server, shell, is_killed):
    job = server.ask("build a page called never")["job"]
    question = server.asked(job)["id"]
    cancelled = server.client.post(f"/v1/jobs/{job}/cancel").json()
    if is_killed:
        server.restart()
    assert (cancelled["status"], server.reply(job, question, "approve").status_code) == ("cancelled", 409)
    assert server.events(job)[-1]["type"] == "job.cancelled"
    assert not (shell.home / "workspace" / "never").exists()


def test_a_job_that_runs_is_cancelled_and_the_next_of_its_thread_goes_on(server, tmp_path):
    for number in range(2_000):
        (tmp_path / "code" / "src" / f"f{number}.py").write_text("x = 1\n" * 400)
    first = server.ask("what can you do?", scenario_id="quick_qa")
    job = server.ask("scan ./src", scenario_id="parallel_review_demo", thread_id=first["thread"])["job"]
    next_job = server.ask("what can you do?", thread_id=first["thread"], scenario_id="quick_qa")["job"]
    server.until(job, "level.started")
    assert server.client.post(f"/v1/jobs/{job}/cancel").json()["status"] == "cancelled"
    assert (server.end(job)["status"], server.end(next_job)["status"]) == ("cancelled", "done")


@killed
def test_a_known_key_gives_its_job_and_refuses_other_words(server, is_killed):
    first = server.ask("what can you do?", key="k-1", scenario_id="quick_qa")
    if is_killed:
        server.restart()
    again = server.ask("what can you do?", key="k-1", scenario_id="quick_qa")
    other = server.client.post("/v1/chat", json={"message": "something else"}, headers={"Idempotency-Key": "k-1"})
    assert (again["job"], other.status_code, len(server.jobs())) == (first["job"], 409, 1)

"""`dragoman ask --assistant tasks` and `dragoman scenarios`."""

import json

import pytest

TASKS = ("--assistant", "tasks")


def test_a_question_about_a_miner_reaches_the_miners_assistant(dragoman):
    done = dragoman("ask", "What was BHP's FY2024 revenue?", *TASKS, "--json")
    assert done.status == 0
    assert "US$55,658 million" in done.record["answer"]
    assert done.record["decision"]["chain"] == ["intent_classifier", "mines_financial"]
    assert done.record["path"][0] == "intent_classifier.classify"


def test_a_follow_up_goes_where_the_question_before_it_went(dragoman):
    thread = dragoman("ask", "What was BHP's FY2024 revenue?", *TASKS, "--json").record["thread"]
    done = dragoman("ask", "and for 2022?", *TASKS, "--thread", thread, "--json")
    assert done.record["decision"]["chain"] == ["intent_classifier", "mines_financial"]
    assert "FY2022" in done.record["answer"]


# C-017
def test_an_unclear_task_is_asked_about_and_answered_by_number(dragoman):
    asked = dragoman("ask", "look into this for me", *TASKS)
    assert asked.status == 3
    thread = asked.out.split("--thread ")[1].split()[0]
    number = next(line.split()[0] for line in asked.out.splitlines() if "Quick answer" in line)
    done = dragoman("ask", number, *TASKS, "--thread", thread, "--answer", "q-1")
    assert (done.status, "What I can do" in done.out) == (0, True)


def test_a_thread_knows_that_its_tasks_go_to_the_tasks_assistant(dragoman):
    asked = dragoman("ask", "look into this for me", *TASKS)
    assert "answer with: dragoman ask --thread" in asked.out
    thread = asked.out.split("--thread ")[1].split()[0]
    done = dragoman("ask", "none of these", "--thread", thread, "--answer", "q-1")
    more = dragoman("ask", "what can you do?", "--thread", thread, "--json")
    assert (done.status, more.record["decision"]["chain"]) == (0, ["intent_classifier", "quick_qa"])


def test_a_scenario_that_is_named_runs_without_routing(dragoman):
    done = dragoman("ask", "what can you do?", "--scenario", "quick_qa", "--json")
    assert (done.status, done.record["decision"]["chain"]) == (0, ["quick_qa"])


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["--scenario", "quick_q"], "quick_qa"),
        (["--scenario", "quick_qa", "--assistant", "mines"], "run by the tasks assistant"),
        (["--scenario", "quick_qa", "--thread", "t-1", "--answer", "q-1"], "Leave --scenario out"),
    ],
)
def test_a_scenario_that_cannot_be_run_is_a_usage_error_and_stores_nothing(dragoman, options, code):
    refused = dragoman("ask", "hello", *options)
    assert (refused.status, refused.out) == (2, "")
    assert code in refused.err
    assert "hello" not in dragoman("threads", "list").out


def test_a_task_that_writes_waits_and_writes_after_a_yes(dragoman, tmp_path):
    asked = dragoman("ask", "build me a page called bake-sale", *TASKS, "--json")
    assert asked.status == 3
    question = asked.record["clarification"]
    assert [option["value"] for option in question["options"]] == ["approve", "reject"]
    done = dragoman("ask", "yes", *TASKS, "--thread", asked.record["thread"], "--answer", question["id"])
    assert (done.status, "every check passed" in done.out) == (0, True)


def test_what_fits_nothing_is_told_what_there_is(dragoman):
    done = dragoman("ask", "how warm is it in Rome?", *TASKS)
    assert "I have no answer to that" in done.out


@pytest.mark.parametrize(
    ("text", "status", "outcome"),
    [
        ("What was BHP's FY2024 revenue?", 0, "routed"),
        ("look into this for me", 3, "clarification"),
        ("how warm is it in Rome?", 4, "out_of_scope"),
    ],
)
def test_route_shows_where_a_task_would_go(dragoman, text, status, outcome):
    done = dragoman("route", text, *TASKS, "--json")
    assert (done.status, done.record["outcome"]) == (status, outcome)
    assert set(done.record) >= {"route", "candidates", "confidence", "decided_by", "clarification", "model_calls"}


def test_the_list_marks_what_is_hidden(dragoman):
    lines = dragoman("scenarios", "list").out.splitlines()
    hidden = [line.split()[0] for line in lines if line.endswith("(hidden)")]
    assert hidden == ["code_build_strict", "intent_classifier", "parallel_review_demo"]
    assert "quick_qa" in [one["id"] for one in dragoman("scenarios", "list", "--json").record]


def test_lint_says_place_code_and_remedy_and_counts(dragoman, tmp_path):
    (tmp_path / "refund.yaml").write_text(
        "id: refund\ndescription: x\nlevels:\n"
        "  - { id: find, kind: tool, tool: find_folder, arguments: { text: prompt } }\n"
        "edges:\n  - { from: find, to: fin }\n",
        encoding="utf-8",
    )
    done = dragoman("scenarios", "lint", str(tmp_path))
    assert done.status == 1
    first, second, last = done.out.splitlines()
    assert first == f'{tmp_path}/refund.yaml:6:23  unknown-level  edge "to: fin" names no level of this scenario'
    assert (second.strip(), last) == ('Did you mean "find"? Levels: find, __end__.', "1 problem in 1 scenario")


def test_lint_of_what_ships_finds_nothing(dragoman):
    done = dragoman("scenarios", "lint")
    assert (done.status, done.out.startswith("0 problems in ")) == (0, True)


def test_lint_of_a_folder_that_is_not_there_is_refused(dragoman, tmp_path):
    done = dragoman("scenarios", "lint", str(tmp_path / "nothing"))
    assert (done.status, "there is no scenario file here" in done.err) == (2, True)


def test_a_scenario_is_drawn(dragoman):
    assert dragoman("scenarios", "draw", "quick_qa").out.startswith("flowchart TD")
    assert dragoman("scenarios", "draw", "quick_q").status == 2


def test_the_schema_is_json_schema(dragoman):
    assert "ToolLevelSpec" in json.loads(dragoman("scenarios", "schema").out)["$defs"]


def test_every_example_leads_to_its_own_scenario_or_is_asked_about(dragoman):
    done = dragoman("scenarios", "test")
    assert (done.status, "0 lead elsewhere" in done.out) == (0, True)

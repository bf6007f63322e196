QUESTION = "What was BHP's FY2024 revenue?"


def remembered(dragoman) -> str:
    """Ask once, and return the id of what is remembered."""
    dragoman("ask", QUESTION)
    return dragoman("memory", "list", "--json").record[0]["id"]


def test_a_second_ask_comes_from_memory_and_says_so(dragoman):
    remembered(dragoman)
    again = dragoman("ask", QUESTION)
    assert "from memory, a moment old · ask again with --fresh" in again.out
    record = dragoman("ask", QUESTION, "--json").record
    assert (record["cached"], record["path"]) == (True, ["compress_context", "memory", "answer"])
    assert record["decision"]["decided_by"] == "cache"


def test_fresh_looks_at_no_memory(dragoman):
    remembered(dragoman)
    assert dragoman("ask", "--fresh", QUESTION, "--json").record["cached"] is False


def test_nothing_is_remembered_where_memory_is_off(dragoman, monkeypatch):
    monkeypatch.setenv("DRAGOMAN_MEMORY", "off")
    dragoman("ask", QUESTION)
    assert dragoman("ask", QUESTION, "--json").record["cached"] is False
    assert "Nothing is remembered." in dragoman("memory", "list").out


def test_an_entry_is_listed_shown_edited_and_deleted(dragoman):
    entry = remembered(dragoman)
    assert entry in dragoman("memory", "list").out
    assert "55,658" in dragoman("memory", "show", entry).out
    assert dragoman("memory", "edit", entry, "A lot.", "--json").record["answer"] == "A lot."
    assert "edited by a person" in dragoman("ask", QUESTION).out
    assert dragoman("memory", "delete", entry).out == f"deleted {entry}\n"
    assert dragoman("ask", QUESTION, "--json").record["cached"] is False


def test_a_wrong_answer_is_forgotten_and_the_reason_is_kept(dragoman):
    entry = remembered(dragoman)
    dragoman("memory", "wrong", entry, "--reason", "that is the half year")
    assert [dragoman("ask", QUESTION, "--json").record["cached"] for _ in range(2)] == [False, False]
    assert dragoman("memory", "audit", "--json").record[0]["reason"] == "that is the half year"
    counts = dragoman("memory", "stats", "--json").record
    assert (counts["entries"], counts["wrong"], counts["blocked"]) == (0, 1, 1)


def test_any_answer_is_called_wrong_by_its_place_in_its_thread(dragoman):
    first = dragoman("ask", QUESTION, "--json").record
    said = dragoman("memory", "wrong", f"{first['thread']}:{first['turn']}", "--reason", "half")
    assert said.out.startswith(f"forgot what was remembered of {first['thread']}:1")
    assert [dragoman("ask", QUESTION, "--json").record["cached"] for _ in range(2)] == [False, False]
    hello = dragoman("ask", "Hello!", "--json").record
    assert dragoman("memory", "wrong", f"{hello['thread']}:1", "--json").record["done"] == "noted"


def test_an_answer_of_a_contract_is_remembered_and_called_wrong(dragoman):
    ask = ("ask", "--assistant", "contracts", "What are the late payment penalties?", "--json")
    assert [dragoman(*ask).record["cached"] for _ in range(2)] == [False, True]
    again = dragoman(*ask).record
    assert dragoman("memory", "wrong", f"{again['thread']}:1", "--json").record["done"] == "forgotten"
    assert [dragoman(*ask).record["cached"] for _ in range(2)] == [False, False]


def test_a_turn_that_does_not_exist_is_named(dragoman):
    thread = dragoman("ask", QUESTION, "--json").record["thread"]
    assert f"thread {thread} has no answered turn 7" in dragoman("memory", "wrong", f"{thread}:7").err
    assert dragoman("memory", "wrong", "t-none:1").status == 2


def test_what_questions_are_compared_by_is_said(dragoman):
    assert "open questions are compared by words alone" in dragoman("memory", "stats").out


def test_an_entry_that_does_not_exist_is_named(dragoman):
    entry = remembered(dragoman)
    missing = dragoman("memory", "show", "m-nothing")
    assert missing.status == 2
    assert "there is no remembered answer 'm-nothing'" in missing.err
    assert entry in missing.err

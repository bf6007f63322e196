import stat

import pytest

from dragoman.cli.doctor import _years
from dragoman.cli.exits import status_of

COMMANDS = [
    ["ask"], ["chat"], ["demo"], ["ingest"], ["facts"], ["search"], ["interpret"], ["route"], ["ground"], ["trace"],
    ["new"], ["eval"], ["doctor"], ["documents", "list"], ["documents", "remove"], ["threads", "list"],
    ["threads", "show"], ["threads", "remove"], ["export"], ["grid"], ["vocabulary", "show"],
]  # fmt: skip
ROUTE_KEYS = {
    "outcome", "route", "flags", "companies", "periods", "metrics", "plan", "queries", "confidence", "candidates",
    "clarification", "direct_answer", "decided_by", "reason", "latency_ms", "model_calls", "cost",
}  # fmt: skip
INTERPRET_KEYS = {"text", "language", "entities", "constraints", "intents", "keywords", "unsupported", "notes"}
GROUND_KEYS = {"verdict", "score", "claims"}
FACT_KEYS = {
    "company", "metric", "basis", "share", "period", "value", "unit", "scale", "currency", "document", "page", "box",
    "label", "proofs", "broken",
}  # fmt: skip
PASSAGE_KEYS = {"document", "page", "section", "kind", "text", "score", "why"}
INGEST_KEYS = {"id", "path", "pages", "passages", "facts", "warnings", "seconds"}


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_help_shows_an_example(dragoman, command):
    done = dragoman(*command, "--help")

    assert done.status == 0
    assert f"dragoman {' '.join(command)}" in " ".join(done.out.split("Example")[1].split())


@pytest.mark.parametrize(
    ("outcome", "status"),
    [("answered", 0), ("routed", 0), ("clarification", 3), ("out_of_scope", 4), ("unsupported", 4), ("fallback", 4)],
)
def test_outcomes_have_their_exit_status(outcome, status):
    assert status_of(outcome) == status


@pytest.mark.parametrize(
    ("arguments", "keys"),
    [
        (["route", "Compare BHP and Rio EBITDA in FY2024"], ROUTE_KEYS),
        (["interpret", "Did Rio pay more than US$4 a share in FY2023?"], INTERPRET_KEYS),
        (["ground", "Revenue was US$5 million."], GROUND_KEYS),
    ],
)
def test_json_has_the_keys_that_others_rely_on(dragoman, arguments, keys):
    assert keys <= set(dragoman(*arguments, "--json").record)


def test_facts_and_passages_have_the_keys_that_others_rely_on(dragoman):
    facts = dragoman("facts", "--company", "BHP", "--metric", "revenue", "--period", "FY2024", "--json").record
    passages = dragoman("search", "iron ore shipments", "--company", "FMG", "--k", "3", "--json").record

    assert set(facts[0]) >= FACT_KEYS
    assert (type(facts[0]["value"]), type(facts[0]["scale"])) == (str, int)
    assert len(passages) == 3
    assert set(passages[0]) >= PASSAGE_KEYS


def test_ingest_counts_what_it_read(dragoman, tmp_path):
    (tmp_path / "note.md").write_text("# Results\n\nRevenue was US$5 million.\n")

    (document,) = dragoman("ingest", tmp_path / "note.md", "--company", "bhp", "--period", "fy24", "--json").record[
        "documents"
    ]

    assert set(document) >= INGEST_KEYS
    assert {type(document[name]) for name in ("pages", "passages", "facts", "warnings")} == {int}


def test_names_may_be_typed_as_people_type_them(dragoman):
    assert "US$11,552 million" in dragoman("facts", "--company", "rio tinto", "--metric", "net profit").out


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["facts", "--company", "Nope"], "unknown-name"),
        (["facts", "--metric", "revenu"], "unknown-name"),
        (["facts", "--document", "nope"], "unknown-name"),
        (["facts", "--period", "banana"], "period-name"),
        (["search", "iron", "--company", "Nope"], "unknown-name"),
        (["search", ""], "empty-input"),
        (["documents", "remove", "nope"], "unknown-name"),
        (["threads", "remove", "nope"], "unknown-name"),
        (["trace", "nope"], "unknown-name"),
        (["trace", "t-1:x"], "turn-name"),
        (["interpret", "x", "--dimensions", "banana"], "unknown-name"),
        (["interpret", "x", "--vocabulary", "banana"], "unknown-name"),
        (["ground", "x", "--passage", "/nowhere"], "passage-file"),
        (["ground", "--batch", "x", "--question", "y"], "options"),
        (["ingest", "/nowhere.md", "--company", "Nope"], "unknown-name"),
        (["ask", "x", "--project", "/nowhere"], "project"),
    ],
)
def test_a_name_that_means_nothing_is_said(dragoman, arguments, code):
    json_too = [] if arguments[1:2] == ["remove"] else ["--json"]
    done = dragoman(*arguments, *json_too)

    assert done.status == 2
    assert (done.record["error"]["code"] if json_too else done.err.split(" ")[0]) == (code if json_too else "error:")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["facts", "--company", "BHP", "--period", "FY1999"], "No fact matches"),
        (["search", "zzzqqq"], "No passage matches"),
        (["search", '"* OR NEAR('], "No passage matches"),
    ],
)
def test_nothing_found_is_said_and_has_status_four(dragoman, arguments, said):
    done = dragoman(*arguments)

    assert (done.status, done.out) == (4, "")
    assert said in done.err


def test_the_tree_of_a_number_goes_down_to_its_cells(dragoman):
    thread = dragoman("ask", "How much did BHP's revenue grow from FY23 to FY24?", "--json").record["thread"]

    tree, visits = dragoman("trace", thread).out.split("\n\n")

    assert tree.splitlines() == [
        "3.4 %   growth   (55,658 − 53,817) ÷ 53,817 = 3.42 %",
        "├─ US$53,817 million   revenue · BHP · FY2023",
        '│  └─ fact  "Revenue" 53,817 [s]   unit from the table\'s header "US$ million"',
        '│     └─ cell  BHP digest FY2023 · page 1 · table 1 · row 1, column "FY2023"',
        "└─ US$55,658 million   revenue · BHP · FY2024",
        '   └─ fact  "Revenue" 55,658   unit from the table\'s header "US$ million"',
        '      └─ cell  BHP digest FY2024 · page 1 · table 1 · row 1, column "FY2024"',
    ]
    assert [line.split()[0] for line in visits.splitlines()][:3] == ["compress_context", "memory", "retrieve_decision"]


def test_doctor_finds_nothing_wrong_with_a_filled_home(dragoman):
    done = dragoman("doctor")

    assert done.status == 0
    assert "FAULT" not in done.out


def test_doctor_says_when_others_can_read_the_home(dragoman, home):
    home.chmod(0o755)

    done = dragoman("doctor")

    assert done.status == 1
    assert f"others can read it: chmod 700 {home}" in done.out


def test_the_state_is_readable_by_its_owner_only(dragoman, home):
    dragoman("ask", "What was BHP's FY2024 revenue?")

    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in home.iterdir()}
    assert modes == dict.fromkeys(("corpus.db", "threads.db", "checkpoints.db", "memory.db", "samples.stamp"), 0o600)


def test_threads_are_shown_with_replies_and_can_be_forgotten(dragoman):
    asked = dragoman("ask", "Tell me about this company", "--json").record
    dragoman("ask", "--thread", asked["thread"], "--answer", asked["clarification"]["id"], "Fortescue")

    shown = dragoman("threads", "show", asked["thread"], "--json").record
    dragoman("threads", "remove", asked["thread"])

    assert shown["turns"][0]["replies"] == [{"question": "Which company do you mean?", "reply": "Fortescue"}]
    assert dragoman("threads", "list", "--json").record == []


def test_a_removed_document_stays_away_and_its_figures_with_it(dragoman):
    documents = dragoman("documents", "list", "--json").record
    name = next(one["id"] for one in documents if one["company"] == "NST" and one["period"] == "FY2021")

    assert dragoman("documents", "remove", name).out == "removed 1 document\n"
    assert name not in [one["id"] for one in dragoman("documents", "list", "--json").record]


def test_ingest_says_what_it_left_out_and_what_is_empty(dragoman, tmp_path):
    for name in ("sheet.ods", "notes", "empty.md", "blank.txt"):
        (tmp_path / "mixed").mkdir(exist_ok=True)
        (tmp_path / "mixed" / name).write_text(" \n")

    done = dragoman("ingest", tmp_path / "mixed")

    assert done.status == 0
    assert done.err == "2 files left out: only Markdown, text, PDF, Word, Excel and HTML are read.\n"
    assert done.out.count("there is no text in it, so nothing of it can be found") == 2
    assert "1 page, 0 passages, 0 facts" in done.out


def test_a_single_covered_year_is_no_range():
    assert (_years(("FY2022",)), _years(("H1 FY2022", "FY2021", "FY2022"))) == ("FY2022", "FY2021–FY2022")

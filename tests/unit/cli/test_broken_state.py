import sqlite3

import pytest

REVENUE = "What was BHP's FY2024 revenue?"


@pytest.mark.parametrize("name", ["corpus.db", "threads.db", "checkpoints.db"])
@pytest.mark.parametrize("start", [0, 4096], ids=["overwritten", "damaged"])
def test_a_damaged_file_is_named_with_what_to_do(dragoman, home, name, start):
    dragoman("ask", REVENUE)
    content = (home / name).read_bytes()
    (home / name).write_bytes(content[:start] + b"this is no database" * 4000)
    for side in home.glob(f"{name}-*"):
        side.unlink()

    asked, checked = dragoman("ask", REVENUE), dragoman("doctor")

    assert (asked.status, asked.out, checked.status) == (1, "", 1)
    assert asked.err.startswith(f"error: {home / name}  ")
    assert "Move it away" in asked.err
    assert "FAULT" in checked.out


def test_a_file_that_was_moved_away_is_made_anew_with_the_samples(dragoman, home):
    for path in home.glob("corpus.db*"):
        path.unlink()

    assert "US$55,658 million" in dragoman("ask", REVENUE).out


@pytest.mark.parametrize("name", ["corpus.db", "threads.db"])
def test_a_state_of_another_version_is_refused(dragoman, home, name):
    dragoman("ask", REVENUE)
    with sqlite3.connect(home / name) as connection:
        connection.execute("update schema_versions set version = 99")
    connection.close()

    done = dragoman("ask", REVENUE)

    assert (done.status, done.out) == (1, "")
    assert "has schema version 99" in done.err


def test_checkpoints_of_another_version_are_refused(dragoman, home):
    dragoman("ask", REVENUE)
    with sqlite3.connect(home / "checkpoints.db") as connection:
        connection.execute("pragma user_version = 99")
    connection.close()

    done = dragoman("ask", REVENUE)

    assert (done.status, done.out) == (1, "")
    assert "it has schema version 99" in done.err


@pytest.mark.parametrize("inside", ["", "deeper"])
def test_a_home_that_is_a_file_is_one_message(dragoman, tmp_path, monkeypatch, inside):
    (tmp_path / "file").write_text("x")
    monkeypatch.setenv("DRAGOMAN_HOME", str(tmp_path / "file" / inside))

    done = dragoman("ask", REVENUE)

    assert (done.status, done.out, done.err.count("\n")) == (1, "", 2)
    assert "Set DRAGOMAN_HOME to a folder you can write to." in done.err


def test_a_misspelt_variable_is_noticed(dragoman, monkeypatch):
    monkeypatch.setenv("DRAGOMAN_HOM", "/x")

    done = dragoman("ask", REVENUE)

    assert (done.status, done.err.count("\n")) == (2, 2)
    assert 'Did you mean "DRAGOMAN_HOME"?' in done.err


@pytest.fixture
def project(dragoman, tmp_path):
    assert dragoman("new", tmp_path / "my reports").status == 0
    return tmp_path / "my reports"


@pytest.mark.parametrize(
    ("file", "text", "place"),
    [
        ("vocabulary/companies.yaml", "companies:\n  - tiker: X\n", "companies.yaml:2:5"),
        ("vocabulary/companies.yaml", "companies: [\n", "companies.yaml:"),
        ("vocabulary/companies.yaml", "\0", "companies.yaml:1:1"),
        ("dragoman.yaml", "name: x\nvocabularly: extends\n", "dragoman.yaml:2:1"),
    ],
)
@pytest.mark.parametrize("command", ["ask", "interpret", "route", "doctor"])
def test_a_broken_project_is_named_with_file_line_and_column(dragoman, project, command, file, text, place):
    (project / file).write_text(text)

    done = dragoman(command, *([] if command == "doctor" else [REVENUE]), "--project", project)

    assert done.status == 1
    assert place in done.out + done.err


def test_a_project_answers_from_its_own_reports(dragoman, project):
    (project / "vocabulary" / "companies.yaml").write_text(
        "companies:\n  - {ticker: EXM, name: Example Mining, aliases: [], year_end_month: 6, currency: AUD}\n"
    )
    (project / "documents" / "exm.md").write_text(
        "---\ncompany: EXM\nperiod: FY2024\n---\n# Results\n\n"
        "| A$ million | FY2024 | FY2023 |\n| --- | --- | --- |\n| Revenue | 120 | 100 |\n"
    )
    before = dragoman("ask", "What was Example Mining's FY2024 revenue?", "--project", project)
    ingested = dragoman("ingest", project / "documents", "--project", project)

    after = dragoman("ask", "What was Example Mining's FY2024 revenue?", "--project", project)

    assert (before.status, ingested.status, after.status) == (4, 0, 0)
    assert "A$120 million" in after.out


def test_the_hint_how_to_answer_names_the_project(dragoman, project):
    done = dragoman("ask", "What was the FY2024 revenue?", "--project", project)

    assert f"answer with: dragoman ask --project '{project}' --thread " in done.out


@pytest.mark.parametrize(
    ("name", "content", "status", "said"),
    [
        ("binary.md", bytes(range(256)) * 20, 1, "this is no text"),
        ("picture.png", b"\x89PNG", 1, "error: "),
    ],
)
def test_a_file_that_is_no_report_is_one_message(dragoman, tmp_path, name, content, status, said):
    (tmp_path / name).write_bytes(content)

    done = dragoman("ingest", tmp_path / name)

    assert (done.status, done.out) == (status, "")
    assert said in done.err


def test_a_folder_without_documents_is_said(dragoman, tmp_path):
    (tmp_path / "empty").mkdir()

    assert "There is nothing to read here" in dragoman("ingest", tmp_path / "empty").err


def test_a_name_with_controls_cannot_steer_the_terminal(dragoman, tmp_path):
    folder = tmp_path / "reports"
    folder.mkdir()
    (folder / "a\x1b[31m\nb.md").write_text("# A \x1b[31m title\n\nIron \x1b]0;x\x07ore.\n")
    (folder / "c\x1b[31m\nd.md").write_bytes(b"\xff")

    done = dragoman("ingest", folder)
    shown = done.out + done.err + dragoman("documents", "list").out + dragoman("search", "iron ore", "--k", "1").out

    assert done.status == 1
    assert [character for character in shown if not character.isprintable() and character != "\n"] == []

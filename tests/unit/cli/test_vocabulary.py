"""The commands that show the vocabulary and add to it."""

from pathlib import Path

import pytest

ACME = ("vocabulary", "add", "company", "Acme Mining", "--ticker", "acm", "--year-end", "june", "--currency", "aud")


@pytest.fixture
def project(dragoman, tmp_path: Path) -> Path:
    folder = tmp_path / "mine"
    assert dragoman("new", folder).status == 0
    return folder


def test_a_company_that_is_added_to_a_project_is_listed(dragoman, project: Path) -> None:
    added = dragoman(*ACME, "--alias", "acme", "--project", project)

    assert (added.status, added.err) == (0, "")
    listed = dragoman("vocabulary", "list", "--project", project, "--json").record["companies"]
    assert listed[-1]["ticker"] == "ACM"
    assert (listed[-1]["aliases"], listed[-1]["year_end_month"]) == (["acme"], 6)


def test_without_a_project_it_goes_into_the_home(dragoman, home: Path) -> None:
    dragoman(*ACME)

    assert "ticker: ACM" in (home / "vocabulary" / "companies.yaml").read_text()
    assert dragoman("vocabulary", "show", "acme mining", "--json").record["ticker"] == "ACM"


def test_the_way_back_is_told_and_works(dragoman, project: Path) -> None:
    before = (project / "vocabulary" / "companies.yaml").read_bytes()

    record = dragoman(*ACME, "--project", project, "--json").record
    Path(record["backup"]).replace(record["file"])

    assert (project / "vocabulary" / "companies.yaml").read_bytes() == before


def test_a_clash_is_told_with_the_other_entry(dragoman, project: Path) -> None:
    outcome = dragoman(*ACME, "--alias", "Rio Tinto", "--project", project)

    assert outcome.status == 1
    assert "'Rio Tinto' is a name of Rio Tinto (RIO)" in outcome.err


@pytest.mark.parametrize(("option", "value"), [("--year-end", "ju"), ("--currency", "dollars"), ("--year-end", "13")])
def test_an_option_that_cannot_be_read_is_told(dragoman, option: str, value: str) -> None:
    given = list(ACME)
    given[given.index(option) + 1] = value

    outcome = dragoman(*given)

    assert outcome.status == 2
    assert repr(value) in outcome.err


def test_an_alias_and_a_row_are_shown_with_their_metric(dragoman, project: Path) -> None:
    dragoman("vocabulary", "add", "alias", "revenue", "gross takings of all tills", "--project", project)
    dragoman("vocabulary", "add", "row", "revenue", "Takings at the tills", "--project", project)

    shown = dragoman("vocabulary", "show", "revenue", "--project", project, "--json").record
    assert shown["more_synonyms"] == ["gross takings of all tills"]
    assert shown["rows"][-1] == "Takings at the tills"


def test_a_fault_in_a_file_is_found_by_check(dragoman, project: Path) -> None:
    assert dragoman("vocabulary", "check", "--project", project).status == 0
    (project / "vocabulary" / "companies.yaml").write_text("companies:\n  - tickr: X\n")

    outcome = dragoman("vocabulary", "check", "--project", project)

    assert outcome.status == 1
    assert "companies.yaml:2:" in outcome.err


def test_ingest_without_a_path_reads_the_documents_of_the_project(dragoman, project: Path) -> None:
    (project / "documents" / "note.md").write_text("# Note\n\nAcme digs.\n")

    (document,) = dragoman("ingest", "--project", project, "--json").record["documents"]

    assert document["status"] == "added"


def test_ingest_of_nothing_asks_for_a_file(dragoman) -> None:
    outcome = dragoman("ingest")

    assert outcome.status == 2
    assert "no file or folder is named" in outcome.err

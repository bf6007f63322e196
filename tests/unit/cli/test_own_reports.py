"""A newcomer with the report of a company that nobody knows: a folder, a file, a question."""

from pathlib import Path

import pytest

REPORT = """<html><body><p>UNITED STATES</p><p>SECURITIES AND EXCHANGE COMMISSION</p><p>Washington, D.C. 20549</p>
<p>FORM 10-K</p><p>For the fiscal year ended {end}</p><p>ACME STREAMING, INC.</p>
<p>(Exact name of registrant as specified in its charter)</p><hr style="page-break-after:always"/>
<p><b>CONSOLIDATED STATEMENTS OF OPERATIONS</b></p><p>(in thousands, except per share data)</p>
<table><tr><td></td><td colspan="4">Year ended</td></tr>
<tr><td></td><td colspan="2">{end}</td><td colspan="2">{before}</td></tr>
<tr><td>Revenues</td><td>$</td><td>11,692,713</td><td>$</td><td>8,830,669</td></tr>
<tr><td>Net income</td><td colspan="2">558,929</td><td colspan="2">186,678</td></tr></table>
<p>Acme Streaming grew.</p></body></html>"""
OF_2017 = REPORT.format(end="December 31, 2017", before="December 31, 2016")


@pytest.fixture
def project(dragoman, tmp_path: Path) -> Path:
    folder = tmp_path / "mine"
    dragoman("new", folder)
    (folder / "documents" / "report.html").write_text(OF_2017)
    return folder


def test_a_dropped_report_is_read_and_answers_with_figure_and_place(dragoman, project: Path) -> None:
    (document,) = dragoman("ingest", "--project", project, "--json").record["documents"]
    answer = dragoman("ask", "--project", project, "What was Acme Streaming's revenue in 2017?", "--json").record

    assert document["read_as"]["period"] == "FY2017"
    assert document["introduced"]["currency"] == "USD"
    assert answer["outcome"] == "answered"
    assert "US$11,692,713 thousand [1]" in answer["answer"]
    assert (answer["citations"][0]["page"], answer["grounding"]["verdict"]) == (2, "yes")


def test_it_says_as_what_the_report_was_taken(dragoman, project: Path) -> None:
    told = dragoman("ingest", "--project", project).out

    assert "read as: Acme Streaming, FY2017, annual report (10-K) · from the cover" in told
    assert "new company: Acme Streaming" in told


def test_reading_it_again_changes_nothing(dragoman, project: Path) -> None:
    dragoman("ingest", "--project", project)
    written = (project / "vocabulary" / "companies.yaml").read_text()

    (again,) = dragoman("ingest", "--project", project, "--json").record["documents"]

    assert (again["status"], again["read_as"]["company"]) == ("unchanged", "ACMESTREAMING")
    assert (project / "vocabulary" / "companies.yaml").read_text() == written


def test_without_a_project_the_company_joins_the_samples(dragoman, home: Path, project: Path) -> None:
    dragoman("ingest", project / "documents")

    assert "Acme Streaming" in (home / "vocabulary" / "companies.yaml").read_text()
    assert "11,692,713" in dragoman("ask", "Acme Streaming revenue 2017").out


def test_one_handle_answers_about_a_company_it_has_just_met(settings_of_home, project: Path) -> None:
    from dragoman.app.dragoman import open_handle

    with open_handle(settings=settings_of_home) as handle:
        assert "11,692,713" not in handle.ask("Acme Streaming revenue 2017").text
        handle.ingest([project / "documents"])
        assert "11,692,713" in handle.ask("Acme Streaming revenue 2017").text


@pytest.fixture
def settings_of_home(home: Path):
    from dragoman.app.settings import load_settings

    del home
    return load_settings()

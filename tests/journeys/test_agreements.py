"""Agreements from the command line: read, asked about, asked back, and kept apart from reports."""

import json

import docx
import pytest

LATE = "What are the late payment penalties?"


@pytest.fixture
def lease(tmp_path):
    file = docx.Document()
    file.add_heading("Mill Lease", level=0)
    for text in (
        "1. Rent. The Tenant shall pay rent of £900 per month within ten (10) days after the first of the month.",
        "2. Late Payments. Interest of 4% per annum runs on rent that is unpaid; the Tenant may not withhold it.",
        "3. Term. This lease runs for two (2) years and must be renewed by both parties.",
    ):
        file.add_paragraph(text)
    path = tmp_path / "lease.docx"
    file.save(path)
    return path


def test_the_late_payment_question_is_answered_from_page_eight(shell):
    ended = shell("ask", "--assistant", "contracts", LATE, "--json")
    record = json.loads(ended.out)
    assert ended.status == 0
    assert (record["outcome"], record["citations"][0]["page"]) == ("answered", 8)
    assert record["citations"][0]["place"] == 'page 8, "Late Payment Penalties", clause 9.1'
    assert record["path"] == ["decompose", "retrieve", "generate", "judge", "output"]


def test_what_the_agreement_does_not_say_ends_with_four(shell):
    ended = shell("ask", "--assistant", "contracts", "Must source code be placed in escrow?")
    assert ended.status == 4
    assert "The agreement does not say." in ended.out


def test_an_agreement_in_word_is_read_asked_about_and_the_thread_stays_with_its_assistant(shell, lease):
    assert "added" in shell("ingest", str(lease)).out
    asked = shell("ask", "--assistant", "contracts", "What interest runs on late payments?", "--json")
    question = json.loads(asked.out)
    assert (asked.status, question["clarification"]["question"]) == (3, "Which agreement do you mean?")
    thread = question["thread"]
    answered = shell("ask", "--thread", thread, "--answer", question["clarification"]["id"], "Mill Lease")
    assert answered.status == 0
    assert "4% per annum" in answered.out
    later = shell("ask", "--thread", thread, "How long is the term?")
    assert "two (2) years" in later.out


def test_a_project_holds_its_own_agreements_only(shell, lease, tmp_path):
    project = str(tmp_path / "own")
    shell("new", project)
    shell("ingest", "--project", project, str(lease), "--kind", "contract")
    ended = shell("ask", "--project", project, "--assistant", "contracts", "What interest runs on late payments?")
    assert "Interest of 4% per annum" in ended.out


def test_a_route_shows_the_intent_and_searches_nothing(shell):
    ended = shell("route", "--assistant", "contracts", LATE)
    assert ended.status == 0
    assert "routed → contracts" in ended.out
    assert "decided by rule: late_fee → penalty" in ended.out


def test_questions_about_reports_never_see_the_agreement(shell):
    assert "1.5%" not in shell("ask", LATE).out


@pytest.mark.parametrize("arguments", [("ask", "--assistant", "lawyers", LATE), ("ingest", "x.md", "--kind", "poem")])
def test_a_name_that_does_not_exist_is_refused_with_those_that_do(shell, arguments):
    ended = shell(*arguments)
    assert ended.status == 2
    assert "contract" in ended.err

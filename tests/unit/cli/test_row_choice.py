"""Words over several figures are asked back on the command line and answered there, and nothing waits for input."""

from pathlib import Path

import pytest

REPORT = """---
company: BHP
period: FY2024
kind: report
---
## Ports segment

| US$ million | FY2024 |
|---|---|
| Towage fees | 41 |

## Rail segment

| US$ million | FY2024 |
|---|---|
| Towage fees | 17 |
"""
QUESTION = "What were BHP's towage fees in FY2024?"


@pytest.fixture
def project(dragoman, tmp_path: Path) -> Path:
    folder = tmp_path / "mine"
    dragoman("new", folder)
    (folder / "documents" / "report.md").write_text(REPORT)
    dragoman("ingest", "--project", folder)
    return folder


def test_the_rows_are_listed_with_their_numbers_and_how_to_reply(dragoman, project: Path) -> None:
    asked = dragoman("ask", "--project", project, QUESTION)

    assert "1  Towage fees (Ports segment)" in asked.out
    assert "2  Towage fees (Rail segment)" in asked.out
    assert "--answer q-1" in asked.out


@pytest.mark.parametrize("reply", ["2", "the rail one"])
def test_a_program_reads_the_choices_and_replies_by_the_questions_id(dragoman, project: Path, reply: str) -> None:
    asked = dragoman("ask", "--project", project, QUESTION, "--json").record
    question = asked["clarification"]
    said = dragoman(
        "ask", "--project", project, "--thread", asked["thread"], "--answer", question["id"], reply, "--json"
    ).record

    assert (asked["outcome"], len(question["options"])) == ("clarification", 2)
    assert question["options"][1] == {"value": "Towage fees (Rail segment)", "text": "Towage fees (Rail segment)"}
    assert said["outcome"] == "answered"
    assert "US$17 million" in said["answer"]

"""Cases of a scenario, tried with the files that the how-to page shows."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dragoman.app.project import create_project
from dragoman.cli.main import app

PAGE = Path(__file__).parents[3] / "docs" / "how-to.md"
FILES = {"prompts/how_bad.yaml": "name: how_bad", "triage.yaml": "id: triage", "cases/triage.yaml": "scenario: triage"}


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A project with the files of the page, and a folder to look at."""
    blocks = re.findall(r"^```yaml\n(.*?)^```", PAGE.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    folder = tmp_path / "my-reports"
    create_project(folder)
    for name, start in FILES.items():
        path = folder / "scenarios" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(next(block for block in blocks if block.startswith(start)), "utf-8")
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "a.py").write_text("print(1)\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DRAGOMAN_HOME", str(tmp_path / "home"))
    return folder


def typed(*words):
    return CliRunner().invoke(app, ["scenarios", *map(str, words)])


def test_the_files_of_the_page_are_whole_and_go_as_they_say(project):
    assert typed("lint", project / "scenarios").output.startswith("0 problems")
    done = typed("test", project / "scenarios" / "cases" / "triage.yaml", "--project", project)
    assert (done.exit_code, done.output.strip()) == (0, "1 case: 1 as written, 0 otherwise")


def test_a_case_that_does_not_go_as_it_says_is_named_with_what_differs(project):
    cases = project / "scenarios" / "cases" / "triage.yaml"
    cases.write_text(cases.read_text("utf-8").replace("says: [A key lies open]", "says: [All is well]"), "utf-8")
    done = typed("test", cases, "--project", project)
    assert done.exit_code == 1
    assert "it does not say 'All is well'" in done.output


def test_a_prompt_that_the_case_says_nothing_for_is_named(project):
    cases = project / "scenarios" / "cases" / "triage.yaml"
    cases.write_text(re.sub(r"    model: .*\n", "", cases.read_text("utf-8")), "utf-8")
    assert "the model was asked how_bad" in typed("test", cases, "--project", project).output

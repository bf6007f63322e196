"""The runner: filters, reports and exit statuses."""

import json

import pytest
from typer.testing import CliRunner

from dragoman.cli.main import app
from dragoman.errors import UnknownNameError
from dragoman.evals.report import Bar, Judged, SuiteReport
from dragoman.evals.run import run_suites, suite_names

RUNNER = CliRunner()


# M-110
def test_only_the_suites_cases_and_number_that_were_asked_for_are_run():
    one = run_suites(["routing"], cases=["routing_001_greeting"])
    few = run_suites(["routing"], limit=3)
    assert [judged.case for judged in one[0].judged] == ["routing_001_greeting"]
    assert len(few[0].judged) == 3


# M-110
def test_an_unknown_suite_is_named_with_those_that_exist():
    with pytest.raises(UnknownNameError, match="routing"):
        run_suites(["nope"])


# M-110
@pytest.mark.parametrize(("case", "status"), [("routing_001_greeting", 0), ("no_such_case", 1)])
def test_the_exit_status_says_whether_every_suite_passed(case, status):
    done = RUNNER.invoke(app, ["eval", "--suite", "routing", "--id", case, "--json"])
    assert done.exit_code == status
    assert json.loads(done.stdout)[0]["suite"] == "routing"


# M-110
@pytest.mark.parametrize(("verdict", "passed"), [("right", True), ("wrong", False), ("asked", False)])
def test_a_suite_passes_when_it_reaches_its_bar(verdict, passed):
    judged = (Judged(case="a", verdict="right"), Judged(case="b", verdict=verdict))
    assert SuiteReport(suite="x", judged=judged, bar=Bar(max_wrong=0, min_right=1.0)).passed is passed


# M-088
def test_suites_of_the_router_and_of_the_whole_graph_both_exist():
    assert {"routing", "boundary", "lineage"} <= set(suite_names())

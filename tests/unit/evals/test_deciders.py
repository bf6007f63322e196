"""Who decides: the same questions under the three policies, with a model that is always right."""

import pytest

from dragoman.evals.case import CaseSpec, ExpectSpec
from dragoman.evals.perfect_model import route_of
from dragoman.evals.report import SuiteReport
from dragoman.evals.run import Decides, run_suites


@pytest.fixture(scope="module")
def reports() -> dict[str, tuple[SuiteReport, ...]]:
    names = ["routing", "freely"]
    policies = ("cascade", "model", "embedded")
    return {one: run_suites(names, decides=Decides(policy=one, is_perfect=True)) for one in policies}


def asked(report: SuiteReport) -> int:
    return sum(one.model_calls > 0 for one in report.judged)


# M-031
def test_the_cascade_asks_in_one_case_of_ten_at_most_and_is_at_least_as_right(reports):
    cascade, model = reports["cascade"][0], reports["model"][0]
    assert asked(cascade) <= len(cascade.judged) / 10
    assert cascade.count("right") >= model.count("right")


def test_no_case_asks_more_than_once(reports):
    judged = [one for policy in reports.values() for report in policy for one in report.judged]
    assert max(one.model_calls for one in judged) == 1


def test_the_model_policy_asks_about_all_but_blank_and_refused_questions(reports):
    model = reports["model"][0]
    assert 0.8 * len(model.judged) < asked(model) < len(model.judged)


def test_the_embedded_policy_never_asks_and_says_what_needs_a_model(reports):
    routing, freely = reports["embedded"]
    assert (asked(routing), freely.judged) == (0, ())
    assert "needs a model" in freely.skipped


def test_free_wording_is_put_to_the_model_and_understood(reports):
    freely = reports["cascade"][1]
    assert asked(freely) >= 0.9 * len(freely.judged)
    assert freely.passed


def test_calls_stand_in_the_report(reports):
    record = reports["cascade"][0].record()["metrics"]
    assert (record["model_calls"], record["cases_with_model_calls"], record["usd"]) == (1, 1, "0")
    assert "1 model calls in 1 cases" in reports["cascade"][0].text()


def test_a_perfect_model_says_what_the_case_expects():
    case = CaseSpec(id="a", text="?", rationale="r", expect=ExpectSpec(outcome="clarification"))
    assert route_of(case)["needs_clarification"]
    assert route_of(case)["clarification_question"]

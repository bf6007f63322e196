"""The written suites: the cases that must be there, and every case of them as a test of its own."""

from dataclasses import dataclass
from datetime import date

import pytest

from dragoman.app.dragoman import Handle, open_handle
from dragoman.app.records import answer_record
from dragoman.app.settings import Settings
from dragoman.domain.conversation import Turn
from dragoman.errors import DragomanError
from dragoman.evals.case import CaseSpec, SuiteSpec
from dragoman.evals.figures import SUITES
from dragoman.evals.judge import judge
from dragoman.evals.report import Judged
from dragoman.evals.run import CASE_SUITES
from dragoman.specs.reader import load

TODAY = date(2026, 11, 30)
WRITTEN = {name: load(SUITES / f"{name}.yaml", SuiteSpec) for name in CASE_SUITES}
ROUTING = {case.id: case for case in WRITTEN["routing"].cases}
BOUNDARY = {case.id: case for case in WRITTEN["boundary"].cases}


@dataclass(frozen=True)
class Product:
    handle: Handle

    def run(self, suite: str, case: CaseSpec) -> Judged:
        history = tuple(Turn(turn.role, turn.content) for turn in case.history)
        try:
            if WRITTEN[suite].runs == "router":
                record = self.handle.route(case.text, history=history, reference_date=TODAY)
            else:
                record = answer_record(self.handle.ask(case.text, history=history, reference_date=TODAY))
        except DragomanError as error:
            record = {"outcome": error.code, "answer": error.message, "path": []}
        return judge(case, record, 0.0)


@pytest.fixture(scope="module")
def product(tmp_path_factory: pytest.TempPathFactory) -> Product:
    with open_handle(settings=Settings(home=tmp_path_factory.mktemp("home")), reference_date=TODAY) as handle:
        yield Product(handle)


@pytest.mark.parametrize("name", ROUTING)
def test_every_case_of_routing_is_right(product, name):
    assert product.run("routing", ROUTING[name]).reason == ""


@pytest.mark.parametrize("name", BOUNDARY)
def test_every_case_of_boundary_is_right(product, name):
    assert product.run("boundary", BOUNDARY[name]).reason == ""


@pytest.mark.parametrize(
    ("suite", "case"), [(name, case.id) for name in ("followups", "asking") for case in WRITTEN[name].cases]
)
def test_every_case_that_leans_on_a_conversation_or_needs_one_is_right(product, suite, case):
    (found,) = [one for one in WRITTEN[suite].cases if one.id == case]
    assert product.run(suite, found).reason == ""


# M-081
def test_routing_runs_the_router_alone_and_boundary_the_whole_graph():
    runs = {name: suite.runs for name, suite in WRITTEN.items()}
    assert {name for name, how in runs.items() if how == "router"} == {"routing", "freely"}


# M-082
def test_routing_has_the_eight_cases_of_the_document():
    eight = [
        "routing_001_greeting",
        "routing_002_finance_concept",
        "routing_003_single_fact",
        "routing_004_two_company_comparison",
        "routing_005_growth",
        "routing_006_news_only",
        "routing_007_report_plus_news",
        "routing_008_clarification_needed",
    ]
    assert list(ROUTING)[:8] == eight


# M-083
def test_one_case_wants_reports_and_news_and_says_why():
    case = ROUTING["routing_007_report_plus_news"]
    assert case.expect.flags["needs_retrieval"]
    assert case.expect.flags["needs_news"]
    assert "historical report data and current external context" in case.rationale


# M-084
def test_one_case_wants_searching_and_asking_back():
    case = ROUTING["routing_008_clarification_needed"]
    assert case.text == "Tell me about this company."
    assert case.expect.flags["needs_retrieval"]
    assert case.expect.flags["needs_clarification"]


# M-085
def test_boundary_has_the_six_cases_of_the_document():
    six = ["empty", "vague", "unsupported_company", "out_of_range_year", "no_context", "prompt_injection"]
    assert list(BOUNDARY)[:6] == [f"boundary_{number:03}_{name}" for number, name in enumerate(six, start=1)]


# M-078
def test_a_case_covers_a_company_that_is_not_covered_and_forbids_the_search():
    case = BOUNDARY["boundary_003_unsupported_company"]
    assert case.text == "What was Apple's FY2024 revenue?"
    assert case.expect.outcome == "unsupported"
    assert "retrieval_agent" in case.expect.never_nodes


# M-089
def test_out_of_scope_is_asserted_both_ways():
    flags = [case.expect.flags.get("is_out_of_scope") for case in ROUTING.values()]
    assert flags.count(True) >= 5
    assert flags.count(False) >= 5

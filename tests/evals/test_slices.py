"""A fixed slice of the generated suites; `make eval` runs all of them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from dragoman.evals.report import SuiteReport
from dragoman.evals.run import run_suites


def run(suite: str, *, limit: int | None = None, data: Path | None = None) -> SuiteReport:
    (report,) = run_suites([suite], limit=limit, data=data)
    return report


@pytest.fixture(scope="module")
def data(data_set: Callable[[str], Path]) -> Path:
    return data_set("miner-figures").parent


def test_a_tenth_of_the_figures_is_right(data: Path) -> None:
    report = run("figures", limit=172, data=data)

    assert (report.count("wrong"), report.passed) == (0, True), report.text()


def test_a_tenth_of_the_mutants_never_gets_the_figure_of_the_original(data: Path) -> None:
    report = run("mutants", limit=172, data=data)

    assert report.count("wrong") == 0, report.text()


def test_generated_arithmetic_is_exact(data: Path) -> None:
    report = run("calculation_generated", data=data)

    assert (report.count("wrong"), report.passed) == (0, True), report.text()


@pytest.mark.parametrize(
    ("suite", "prompts"), [("scenarios", 60), ("scenarios_fresh", 60), ("scenarios_strangers", 420)]
)
def test_prompts_are_sent_where_they_belong_or_asked_about(suite: str, prompts: int) -> None:
    report = run(suite)

    assert (len(report.judged), report.passed) == (prompts, True), report.text()


def test_an_answer_changes_exactly_with_the_cells_of_its_lineage() -> None:
    report = run("lineage", limit=100)

    assert report.count("wrong") == 0, report.text()


def test_no_attack_changes_what_is_done_before_a_model_that_obeys_it() -> None:
    report = run("injection", limit=64)

    obeyed = sum(numbers["obeyed"] for numbers in report.measured.values())
    assert (report.count("wrong"), report.passed, obeyed > 20) == (0, True, True), report.text()

import time

import pytest
from tests.unit.scenarios.broken import BROKEN

from dragoman.errors import SpecError
from dragoman.scenarios.lint import PARTS
from dragoman.scenarios.load import parse_scenario


def error_of(text: str) -> SpecError:
    with pytest.raises(SpecError) as caught:
        parse_scenario(text, PARTS, file="refund.yaml")
    return caught.value


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN.keys())
def test_says_the_problem_the_place_and_the_remedy(text, snapshot):
    error = error_of(text)
    assert f"{error.code}\n{error.message}" == snapshot


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN.keys())
def test_every_fault_has_a_line_a_column_and_a_remedy(text):
    for problem in error_of(text).problems:
        assert problem.where is not None
        assert (problem.where.file, problem.where.line >= 1, problem.where.column >= 1) == ("refund.yaml", True, True)
        assert problem.remedy


def test_there_are_at_least_forty_of_them():
    assert len(BROKEN) >= 40


@pytest.mark.parametrize(
    "name",
    [
        "an alias that multiplies",
        "a condition that is too long",
        "a macro inside a macro",
        "brackets without end",
        "a pattern that grows without end",
    ],
)
def test_what_could_cost_much_is_refused_at_once(name):
    def seconds() -> float:
        begun = time.process_time()
        error_of(BROKEN[name])
        return time.process_time() - begun

    assert min(seconds() for _ in range(5)) < 0.1

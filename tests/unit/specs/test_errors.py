import pytest
from tests.unit.specs.broken import BROKEN
from tests.unit.specs.shapes import ShelfSpec

from dragoman.errors import SpecError
from dragoman.specs.reader import parse


def error_of(text: str) -> SpecError:
    with pytest.raises(SpecError) as caught:
        parse(text, ShelfSpec, file="shelf.yaml")
    return caught.value


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN.keys())
def test_says_the_problem_the_place_and_the_remedy(text, snapshot):
    error = error_of(text)
    assert f"{error.code}\n{error.message}" == snapshot


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN.keys())
def test_every_fault_has_a_line_a_column_and_a_remedy(text):
    for problem in error_of(text).problems:
        assert problem.where is not None
        assert problem.where.file == "shelf.yaml"
        assert problem.where.line >= 1
        assert problem.where.column >= 1
        assert problem.remedy


def test_several_faults_come_as_one_error_in_the_order_of_their_places():
    error = error_of(BROKEN["many faults at once"])
    places = [(problem.where.line, problem.where.column) for problem in error.problems if problem.where]
    assert len(places) == 5
    assert places == sorted(places)


def test_one_fault_comes_as_itself():
    error = error_of(BROKEN["a missing key"])
    assert error.problems == (error,)

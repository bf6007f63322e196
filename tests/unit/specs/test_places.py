import pytest
from tests.unit.specs.shapes import CompanySpec, ShelfSpec

from dragoman.errors import Source
from dragoman.specs.reader import parse

SHELF = """\
kind: money
companies:
  BHP:
    name: BHP
    aliases: [big, the
      Australian]
  RIO: {name: Rio Tinto}
wanted:
  - lookup: revenue
from: web
"""


@pytest.fixture
def shelf() -> ShelfSpec:
    return parse(SHELF, ShelfSpec, file="shelf.yaml")


@pytest.mark.parametrize(
    ("path", "line", "column"),
    [
        ((), 1, 1),
        (("kind",), 1, 7),
        (("companies",), 2, 1),
        (("companies", "BHP"), 3, 3),
        (("companies", "BHP", "name"), 4, 11),
        (("companies", "BHP", "aliases", 1), 5, 20),
        (("companies", "RIO", "name"), 7, 15),
        (("wanted", 0), 9, 5),
        (("wanted", 0, "lookup"), 9, 13),
        (("from",), 10, 7),
    ],
)
def test_knows_the_place_of_everything_in_the_file(shelf, path, line, column):
    assert shelf.where(*path) == Source("shelf.yaml", line, column)


def test_what_is_not_in_the_file_is_at_the_nearest_thing_above_it(shelf):
    assert shelf.where("companies", "BHP", "year_end_month") == shelf.where("companies", "BHP")
    assert shelf.where("wanted", 7) == shelf.where("wanted")


def test_a_spec_inside_another_knows_its_own_place(shelf):
    assert shelf.companies["BHP"].where() == Source("shelf.yaml", 3, 3)
    assert shelf.companies["BHP"].where("name") == Source("shelf.yaml", 4, 11)
    assert shelf.wanted[0].where("lookup") == Source("shelf.yaml", 9, 13)


def test_a_spec_made_in_a_program_says_its_class():
    assert str(CompanySpec(name="BHP").where("name")) == "<CompanySpec>"


def test_two_specs_that_say_the_same_are_equal_wherever_they_stand(shelf):
    assert shelf.companies["BHP"] == CompanySpec(name="BHP", aliases=("big", "the Australian"))
    assert shelf == parse("# moved down\n" + SHELF, ShelfSpec, file="other.yaml")

import json

import pytest
from jsonschema import Draft202012Validator, ValidationError
from tests.unit.specs.shapes import CompanySpec, ShelfSpec

from dragoman.specs.schema import json_schema, write_schemas


def test_the_schema_accepts_what_the_reader_accepts():
    shelf = {
        "companies": {"BHP": {"name": "BHP", "aliases": ["big"]}},
        "from": "web",
        "wanted": [{"lookup": "revenue"}],
    }
    Draft202012Validator(json_schema(ShelfSpec)).validate(shelf)


@pytest.mark.parametrize(
    "shelf", [{}, {"companies": {}, "knd": "money"}, {"companies": {}, "kind": "mony"}, {"companies": {"BHP": {}}}]
)
def test_the_schema_refuses_what_the_reader_refuses(shelf):
    with pytest.raises(ValidationError):
        Draft202012Validator(json_schema(ShelfSpec)).validate(shelf)


def test_the_schema_says_what_a_class_says():
    assert json_schema(CompanySpec)["description"] == "A company."


def test_schemas_are_written_one_file_each(tmp_path):
    paths = write_schemas(tmp_path / "schemas", {"company": CompanySpec, "shelf": ShelfSpec})
    assert [path.name for path in paths] == ["company.schema.json", "shelf.schema.json"]
    for path in paths:
        Draft202012Validator.check_schema(json.loads(path.read_text(encoding="utf-8")))

"""Examples made from a schema fit it, and spoiled ones do not."""

from typing import Annotated, Literal

import jsonschema
import pytest
from pydantic import BaseModel, Field

from dragoman.testing.json_example import example_of, with_wrong_words


class Part(BaseModel):
    kind: Literal["a", "b"]
    inner: "Part | None" = None


class Whole(BaseModel):
    part: Part
    parts: Annotated[list[Part], Field(min_length=2)]
    grade: Literal["high", "low"] | None
    share: Annotated[float, Field(ge=0.2, le=0.9)]
    count: Annotated[int, Field(gt=3)]
    name: Annotated[str, Field(min_length=5)]
    words: list[str]
    sure: bool


SCHEMA = Whole.model_json_schema()


def test_an_example_fits_its_schema():
    jsonschema.validate(example_of(SCHEMA), SCHEMA)
    Whole.model_validate(example_of(SCHEMA))


def test_a_schema_that_points_at_itself_comes_to_an_end():
    class Tree(BaseModel):
        branches: "list[Tree]"

    form = {"$ref": "#/$defs/T", "$defs": {"T": {"type": "object", "properties": {"t": {"$ref": "#/$defs/T"}}}}}
    assert example_of(Tree.model_json_schema()) == {"branches": []}
    assert str(example_of(form)).count("t") == 12


def test_every_closed_word_is_spoiled_and_nothing_else():
    before = example_of(SCHEMA)
    after = with_wrong_words(before, SCHEMA)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(after, SCHEMA)
    assert (after["part"]["kind"], after["parts"][1]["kind"], after["grade"]) == ("no_such_word",) * 3
    assert {name: after[name] for name in ("share", "count", "name", "words", "sure")} == {
        name: before[name] for name in ("share", "count", "name", "words", "sure")
    }

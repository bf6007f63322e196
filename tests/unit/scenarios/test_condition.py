"""Conditions: what they can see, what they cost, how they fail."""

import time
from contextlib import suppress

import pytest

from dragoman.errors import Source
from dragoman.scenarios.condition import Condition, EvaluationError
from dragoman.scenarios.errors import ConditionError

NAMES = {"prompt": {}, "output": {"confidence": None, "rows": None, "text": None}, "levels": {"scan": {"high": None}}}
HERE = Source("refund.yaml", 3, 7)


def condition(source):
    return Condition(source, names=NAMES, where=HERE)


@pytest.mark.parametrize(
    ("source", "values", "expected"),
    [
        ("output.confidence >= 0.7", {"output": {"confidence": 0.7}}, True),
        ("output.confidence >= 0.7", {"output": {"confidence": 0.69}}, False),
        (
            'output["text"] == "yes" && levels.scan.high == 0',
            {"output": {"text": "yes"}, "levels": {"scan": {"high": 0}}},
            True,
        ),
        ("output.rows.exists(row, row.size > 3)", {"output": {"rows": [{"size": 2}, {"size": 4}]}}, True),
        ("has(output.text) ? false : true", {"output": {}}, True),
        ("output.text.startsWith('a') || size(output.rows) > 1", {"output": {"text": "b", "rows": [1, 2]}}, True),
    ],
)
def test_a_condition_holds_or_does_not(source, values, expected):
    assert condition(source).holds(values) is expected


@pytest.mark.parametrize(
    ("source", "values"),
    [
        ("output.confidence >= 0.7", {"output": {}}),
        ("output.confidence >= 0.7", {"output": {"confidence": "high"}}),
        ("output.confidence", {"output": {"confidence": 0.7}}),
        ("1 / output.confidence == 1", {"output": {"confidence": 0}}),
    ],
)
def test_what_cannot_be_decided_is_neither_true_nor_false(source, values):
    with pytest.raises(EvaluationError):
        condition(source).holds(values)


def test_a_text_of_the_prompt_is_data_and_never_an_expression():
    assert condition("prompt == 'true || true'").holds({"prompt": "true || true"}) is True


@pytest.mark.parametrize("source", ["output['txet'] == 1", "levels.scan.hihg > 1", "rows.all(r, r > 1)"])
def test_a_name_that_nothing_puts_out_is_refused_at_load(source):
    with pytest.raises(ConditionError, match="nothing puts out"):
        condition(source)


@pytest.mark.parametrize(
    "source",
    [
        "[1].all(a, [1].all(b, [1].all(c, [1].all(d, true))))",
        "output.rows.map(a, output.rows.map(b, a + b)).size() > 0",
        "x" * 501,
        "(" * 400 + ")" * 90,
        "[" * 200,
        "output.confidence == " + "1 + " * 110 + "1",
    ],
)
def test_what_could_cost_much_is_refused_or_done_in_a_blink(source):
    def seconds() -> float:
        begun = time.process_time()
        with suppress(ConditionError, EvaluationError):
            condition(source).value({"output": {"confidence": 1, "rows": list(range(1000))}})
        return time.process_time() - begun

    assert min(seconds() for _ in range(5)) < 0.1


def test_a_macro_runs_over_short_lists_only():
    with pytest.raises(EvaluationError, match="1,000"):
        condition("output.rows.all(row, row > 0)").holds({"output": {"rows": [1] * 1_001}})


def test_a_mapping_comes_back_in_a_fixed_order():
    found = condition("output").value({"output": {"b": 1, "a": [{"d": 1, "c": 2}]}})
    assert (list(found), list(found["a"][0])) == (["a", "b"], ["c", "d"])


def test_an_error_has_the_place_of_the_expression():
    with pytest.raises(ConditionError) as caught:
        condition("output.")
    assert caught.value.where == HERE

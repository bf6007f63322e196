"""The evaluator of arithmetic: exact, small, and nothing of Python beside it."""

from decimal import Decimal

import pytest

from dragoman.calculate.errors import ExpressionError
from dragoman.calculate.evaluate import evaluate


@pytest.mark.parametrize(
    ("expression", "amount"),
    [
        ("1 + 2 * 3", "7"),
        ("(1 + 2) × 3", "9"),
        ("0.1 + 0.2", "0.3"),
        ("55,658 − 53,817", "1841"),
        ("-(4 - 6)", "2"),
        ("10 ÷ 4", "2.5"),
    ],
)
def test_it_calculates_in_decimals(expression, amount):
    assert evaluate(expression).amount == Decimal(amount)


def test_it_says_which_numbers_stand_in_it_and_whether_it_only_adds():
    found = evaluate("(55,658 - 53,817) / 53,817")
    assert found.operands == (Decimal(55658), Decimal(53817), Decimal(53817))
    assert not found.is_sum
    assert evaluate("1 - 2 + 3").is_sum


@pytest.mark.parametrize(
    "expression",
    [
        "",
        "1 +",
        "2 ** 99",
        "7 // 2",
        "__import__('os')",
        "a + 1",
        "1e9",
        "1 / 0",
        "9" * 31,
        " + ".join(["1"] * 21),
        "-" * 60 + "1",
        "(" * 150 + "1",
        "1, 2",
        "1 if 1 else 2",
        "1" + " " * 300 + "+ 1",
    ],
)
def test_everything_else_is_refused(expression):
    with pytest.raises(ExpressionError):
        evaluate(expression)

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.grounding.arithmetic import find_equation


@pytest.mark.parametrize(
    "text",
    [
        "(55,658 − 53,817) ÷ 53,817 = 3.42 %",
        "(114 − (−896)) ÷ |−896| = 112.72 %",
        "(51,262 ÷ 60,817)^(1/4) − 1 = −4.18 %",
        "(55,658 + 53,817 + 51,262) ÷ 3 = 53,579",
        "55,658 / 53,817 x 100 = 103.4%",
        "That makes US$55,658 million − US$53,817 million = US$1,841 million.",
    ],
)
def test_a_right_sum_is_right(text) -> None:
    assert find_equation(text).is_right


@pytest.mark.parametrize("text", ["(55,658 − 53,817) ÷ 53,817 = 3.24 %", "2 + 2 = 5", "5 − 7 = 2", "1 ÷ 0 = 5"])
def test_a_wrong_sum_is_wrong(text) -> None:
    assert not find_equation(text).is_right


@pytest.mark.parametrize("text", ["revenue = 5", "1,841 = 5", "9^999 = 5", "(((( = 5", "a + b = c", "1 + = 2", ""])
def test_what_is_no_sum_is_let_alone(text) -> None:
    assert find_equation(text) is None


def test_operands_are_those_that_are_written() -> None:
    assert find_equation("55,658 − 53,817 = 1,841").operands == (Decimal(55658), Decimal(53817))


@given(st.integers(0, 10**9), st.integers(1, 10**9), st.sampled_from("+−×"))
def test_sums_of_two_whole_numbers_come_out_exactly(left, right, sign) -> None:
    result = {"+": left + right, "−": left - right, "×": left * right}[sign]
    shown = f"{abs(result):,}" if result >= 0 else f"−{abs(result):,}"
    assert find_equation(f"{left:,} {sign} {right:,} = {shown}").is_right


@given(st.text(alphabet="0123456789 +-−×÷^()|.,=%x", max_size=60))
def test_any_jumble_of_signs_is_read_or_refused_quickly(text) -> None:
    find_equation(text)

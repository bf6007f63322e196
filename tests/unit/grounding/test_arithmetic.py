from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.grounding.arithmetic import find_equations


@pytest.mark.parametrize(
    "text",
    [
        "(55,658 − 53,817) ÷ 53,817 = 3.42 %",
        "(114 − (−896)) ÷ |−896| = 112.72 %",
        "(51,262 ÷ 60,817)^(1/4) − 1 = −4.18 %",
        "(55,658 + 53,817 + 51,262) ÷ 3 = 53,579",
        "55,658 / 53,817 x 100 = 103.4%",
        "COGS % margin = ($15,357 million / $38,655 million) * 100 ≈ 39.73%",
        "[($9,497,578 - $4,713,500) / $4,713,500] * 100 = 101.5%",
        "EBITDA (2018) = $20,437m + $10,529m = $30,966m",
        "Average = (6.2% + 6.3% + 6.1%) / 3 ≈ 6.2%",
        "FCF conversion was 7.40/4.76 = 155%",
        "That makes US$55,658 million − US$53,817 million = US$1,841 million.",
    ],
)
def test_a_right_sum_is_right(text) -> None:
    assert [equation.is_right for equation in find_equations(text)] == [True]


@pytest.mark.parametrize("text", ["(55,658 − 53,817) ÷ 53,817 = 3.24 %", "2 + 2 = 5", "5 − 7 = 2", "1 ÷ 0 = 5"])
def test_a_wrong_sum_is_wrong(text) -> None:
    assert [equation.is_right for equation in find_equations(text)] == [False]


@pytest.mark.parametrize(
    "text",
    [
        "revenue = 5",
        "1,841 = 5",
        "2018 - 2020",
        "6.2% - 7.2%",
        "on 10/12",
        "9^999 = 5",
        "(((( = 5",
        "a + b = c",
        "1 + = 2",
        "",
    ],
)
def test_what_is_no_sum_is_let_alone(text) -> None:
    assert find_equations(text) == ()


def test_operands_are_those_that_are_written() -> None:
    assert find_equations("55,658 − 53,817 = 1,841")[0].operands == (Decimal(55658), Decimal(53817))


@given(st.integers(0, 10**9), st.integers(1, 10**9), st.sampled_from("+−×"))
def test_sums_of_two_whole_numbers_come_out_exactly(left, right, sign) -> None:
    result = {"+": left + right, "−": left - right, "×": left * right}[sign]
    shown = f"{abs(result):,}" if result >= 0 else f"−{abs(result):,}"
    assert find_equations(f"{left:,} {sign} {right:,} = {shown}")[0].is_right


@given(st.text(alphabet="0123456789 +-−×÷^()|.,=%x", max_size=60))
def test_any_jumble_of_signs_is_read_or_refused_quickly(text) -> None:
    find_equations(text)

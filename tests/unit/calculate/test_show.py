from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.calculate.show import (
    MINUS,
    SCALES,
    rounded,
    show_amount,
    show_fact,
    show_percent,
    show_signed,
    show_value,
)


@pytest.mark.parametrize(
    ("value", "unit", "scale", "shown"),
    [
        ("55658", "USD", 10**6, "US$55,658 million"),
        ("1.46", "USD/share", 1, "US$1.46 per share"),
        ("1.70", "USD/share", 1, "US$1.70 per share"),
        ("191.6", "Mt", 1, "191.6 Mt"),
        ("1853", "AUD/oz", 1, "A$1,853 per oz"),
        ("-896", "AUD", 10**6, "−A$896 million"),
        ("12", "%", 1, "12 %"),
        ("5", "CHF", 10**9, "CHF 5 billion"),
    ],
)
def test_a_fact_is_shown_with_the_digits_of_its_cell(node, value, unit, scale, shown) -> None:
    assert show_fact(node(value, unit=unit, scale=scale).fact) == shown


@pytest.mark.parametrize(
    ("percent", "shown"),
    [
        ("3.4208", "3.4 %"),
        ("3.45", "3.5 %"),
        ("-2.449", "−2.4 %"),
        ("0.04", "0.04 %"),
        ("0", "0.0 %"),
        ("1234.5", "1,234.5 %"),
    ],
)
def test_a_percentage_has_one_decimal_unless_that_would_hide_it(percent, shown) -> None:
    assert show_percent(Decimal(percent)) == shown


def test_a_difference_always_shows_its_sign() -> None:
    assert show_signed(Decimal(1_841_000_000), "USD", 10**6) == "+US$1,841 million"
    assert show_signed(Decimal(-1_841_000_000), "USD", 10**6) == "−US$1,841 million"


def test_halves_are_rounded_away_from_zero_and_zero_has_no_sign() -> None:
    assert [str(rounded(Decimal(x), 1)) for x in ("0.45", "-0.45", "-0.04")] == ["0.5", "-0.5", "0.0"]


def read_back(shown: str) -> Decimal:
    """Read the convention of `show` with nothing but string operations."""
    sign = -1 if shown.startswith(MINUS) else 1
    digits = "".join(c for c in shown if c.isdigit() or c == ".")
    scale = next((scale for scale, word in SCALES.items() if word in shown), 1)
    return sign * Decimal(digits) * scale


amounts = st.decimals(min_value=-(10**12), max_value=10**12, places=3, allow_nan=False)


@given(amounts, st.sampled_from([1, *SCALES]), st.sampled_from(["USD", "AUD", "Mt", "USD/share"]))
def test_a_shown_amount_reads_back_exactly(amount, scale, unit) -> None:
    assert read_back(show_amount(amount, unit, scale)) == amount


@given(amounts, st.sampled_from([1, *SCALES]))
def test_a_shown_value_keeps_every_digit(value, scale) -> None:
    assert read_back(show_value(value, "USD", scale)) == value * scale


@given(amounts)
def test_a_shown_percentage_is_within_half_of_its_last_digit(percent) -> None:
    shown = show_percent(percent)
    decimals = len(shown.removesuffix(" %").partition(".")[2])
    assert abs(read_back(shown) - percent) * 2 <= Decimal(1).scaleb(-decimals)

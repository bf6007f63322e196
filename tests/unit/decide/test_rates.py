"""Rates of exchange that questions give."""

from decimal import Decimal

import pytest

from dragoman.decide.rates import read_rate


@pytest.mark.parametrize(
    ("text", "currency", "value", "divides", "shown"),
    [
        ("Rank the miners by FY2024 revenue at 0.65", "AUD", "0.65", False, "US$0.65 for A$1"),
        ("rank them using an exchange rate of 0.6523", "AUD", "0.6523", False, "US$0.6523 for A$1"),
        ("rank them at AUD/USD 0.66", "AUD", "0.66", False, "US$0.66 for A$1"),
        ("rank them at US$0.65", "AUD", "0.65", False, "US$0.65 for A$1"),
        ("rank them with a rate of 1.54", "AUD", "1.54", True, "A$1.54 for US$1"),
        ("rank them at A$1.54", "AUD", "1.54", True, "A$1.54 for US$1"),
        ("rank them in Australian dollars at 0.65", "USD", "0.65", True, "US$0.65 for A$1"),
        ("rank them in AUD at A$1.54", "USD", "1.54", False, "A$1.54 for US$1"),
    ],
)
def test_a_rate_is_read_with_its_direction(text, currency, value, divides, shown):
    rate = read_rate(text)
    assert rate is not None
    assert (rate.currency, rate.value, rate.divides, rate.text) == (currency, Decimal(value), divides, shown)
    assert {rate.currency, rate.into} == {"USD", "AUD"}


@pytest.mark.parametrize(
    "text",
    [
        "Rank the five miners by FY2024 revenue",
        "who grew at 0.65 %",
        "who grew at 3.5 per cent",
        "which pay dividends at US$0.65 per share",
        "rank those at 1.5 million",
        "rank them at 0.0001",
        "rank them at 65.5",
        "rank them at 1.0",
        "gold at 0.65 per ounce",
        "look at 2.10.5",
    ],
)
def test_what_is_no_rate_is_none(text):
    assert read_rate(text) is None

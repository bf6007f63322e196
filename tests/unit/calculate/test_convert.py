"""Money into another currency, at a rate that was given."""

from decimal import Decimal

import pytest

from dragoman.calculate.convert import convert
from dragoman.calculate.operations import rank
from dragoman.domain.plan import Rate

INTO_USD = Rate(currency="AUD", into="USD", value=Decimal("0.65"), text="US$0.65 for A$1")
INTO_AUD = Rate(currency="USD", into="AUD", value=Decimal("0.65"), divides=True, text="US$0.65 for A$1")


def test_an_amount_is_turned_exactly_and_shown_as_finely_as_it_was_printed(node):
    turned = convert(node("5278", unit="AUD"), INTO_USD)
    assert (turned.amount, turned.unit, turned.shown) == (Decimal("3430700000.00"), "USD", "US$3,431 million")
    assert turned.expression == "5,278 × 0.65 = 3,431"
    assert turned.note == "at US$0.65 for A$1, the rate that was given"


@pytest.mark.parametrize(
    ("value", "unit", "rate", "shown"),
    [
        ("55658", "USD", INTO_AUD, "A$85,628 million"),
        ("-896", "AUD", INTO_USD, "−US$582 million"),
        ("0", "AUD", INTO_USD, "US$0 million"),
        ("21.5", "AUD", INTO_USD, "US$14.0 million"),
    ],
)
def test_the_sign_and_the_decimals_stay(node, value, unit, rate, shown):
    assert convert(node(value, unit=unit), rate).shown == shown


def test_rates_in_money_are_turned_too(node):
    assert convert(node("1.70", unit="AUD/share", scale=1), INTO_USD).shown == "US$1.11 per share"


@pytest.mark.parametrize("unit", ["USD", "USD/share", "Mt", "%", "EUR"])
def test_what_is_in_no_such_currency_stays_as_it_is(node, unit):
    leaf = node("12", unit=unit)
    assert convert(leaf, INTO_USD) is leaf


def test_a_ranking_goes_by_the_exact_amounts(node):
    near, far = node("5278", unit="AUD"), node("3430", unit="USD")
    assert [one.amount for one in rank([far, convert(near, INTO_USD)]).operands] == [3_430_700_000, 3_430_000_000]

from decimal import Decimal

import pytest

from dragoman.calculate.change import cagr, growth
from dragoman.calculate.errors import ChronologyError, MixedUnitsError, TooFewValuesError


def test_growth_is_new_minus_old_over_the_absolute_base(node) -> None:
    grown = growth([node("53817", "FY2023"), node("55658", "FY2024")])
    assert grown.expression == "(55,658 − 53,817) ÷ 53,817 = 3.42 %"
    assert (grown.shown, grown.unit, grown.note) == ("3.4 %", "%", "")
    assert round(grown.amount, 2) == Decimal("3.42")


def test_growth_keeps_both_operands_as_its_lineage(node) -> None:
    old, new = node("53817", "FY2023"), node("55658", "FY2024")
    assert growth([old, new]).operands == (old, new)


def test_growth_over_reversed_years_is_taken_oldest_first_and_says_so(node) -> None:
    grown = growth([node("55658", "FY2024"), node("53817", "FY2023")])
    assert grown.shown == "3.4 %"
    assert grown.note == "taken oldest first, FY2023 to FY2024"


def test_growth_from_a_zero_base_is_not_defined(node) -> None:
    grown = growth([node("0", "FY2023"), node("55658", "FY2024")])
    assert (grown.amount, grown.shown) == (None, "not defined")
    assert "base is zero" in grown.note


def test_growth_from_a_negative_base_is_given_with_a_warning(node) -> None:
    grown = growth([node("-896", "FY2024"), node("114", "FY2025")])
    assert grown.expression == "(114 − (−896)) ÷ |−896| = 112.72 %"
    assert "base is negative" in grown.note


def test_growth_into_a_loss_is_given_with_a_warning(node) -> None:
    grown = growth([node("243", "FY2023"), node("-896", "FY2024")])
    assert grown.shown == "−468.7 %"
    assert "sign changes" in grown.note


@pytest.mark.parametrize(
    "periods",
    [("FY2024", "FY2024"), ("FY2023", "H1 FY2024"), ("FY2023", None)],
    ids=["same year twice", "a half among years", "no period"],
)
def test_growth_refuses_figures_without_an_order_of_time(node, periods) -> None:
    with pytest.raises(ChronologyError):
        growth([node(f"{index}", period) for index, period in enumerate(periods, start=1)])


def test_growth_refuses_two_currencies_and_names_both(node) -> None:
    with pytest.raises(MixedUnitsError) as caught:
        growth([node("5", "FY2023", unit="AUD"), node("6", "FY2024", unit="USD")])
    assert caught.value.units == ("AUD", "USD")
    assert "AUD and USD cannot be combined" in caught.value.message


def test_growth_over_different_scales_is_calculated_in_whole_units(node) -> None:
    grown = growth([node("53817", "FY2023"), node("55.7", "FY2024", scale=10**9)])
    assert grown.expression == "(55,700,000,000 − 53,817,000,000) ÷ 53,817,000,000 = 3.50 %"


def test_growth_needs_two_figures(node) -> None:
    with pytest.raises(TooFewValuesError, match="at least 2 figures and got 1"):
        growth([node("1")])


def test_compound_growth_counts_years_and_not_figures(node) -> None:
    rate = cagr([node("60817", "FY2021"), node("53817", "FY2023"), node("51262", "FY2025")])
    assert rate.expression == "(51,262 ÷ 60,817)^(1/4) − 1 = −4.18 %"
    assert rate.shown == "−4.2 %"


def test_compound_growth_needs_three_figures(node) -> None:
    with pytest.raises(TooFewValuesError, match="at least 3"):
        cagr([node("1", "FY2023"), node("2", "FY2024")])


@pytest.mark.parametrize("first", ["0", "-5"])
def test_compound_growth_needs_positive_ends(node, first) -> None:
    rate = cagr([node(first, "FY2022"), node("2", "FY2023"), node("3", "FY2024")])
    assert (rate.amount, rate.shown) == (None, "not defined")
    assert "positive figures at both ends" in rate.note


def test_growth_of_a_calculated_margin_is_in_order_of_its_years(node) -> None:
    from_node = growth([node("0", "FY2022"), node("5", "FY2023")])
    with pytest.raises(ChronologyError):
        growth([from_node, from_node])

from decimal import Decimal

import pytest

from dragoman.calculate.errors import LengthMismatchError, MixedUnitsError, TooFewValuesError
from dragoman.calculate.operations import (
    average,
    count,
    difference,
    group_by_unit,
    growth,
    holders,
    maximum,
    minimum,
    places,
    rank,
    ratio,
    ratios,
    reading_note,
    same_reading,
    total,
)


def test_difference_is_left_minus_right_in_the_printed_scale(node) -> None:
    found = difference(node("55658"), node("53817", "FY2023"))
    assert found.expression == "55,658 − 53,817 = 1,841"
    assert (found.amount, found.shown) == (Decimal(1_841_000_000), "US$1,841 million")


def test_difference_of_a_negative_figure_is_bracketed(node) -> None:
    assert difference(node("5"), node("-3", "FY2023")).expression == "5 − (−3) = 8"


def test_ratio_in_percent_shows_one_decimal_and_two_in_the_expression(node) -> None:
    margin = ratio(node("29016", metric="ebitda"), node("55658"), as_percent=True)
    assert (margin.expression, margin.shown) == ("29,016 ÷ 55,658 = 52.13 %", "52.1 %")


def test_ratio_as_a_multiple_has_two_decimals(node) -> None:
    assert ratio(node("9120"), node("29016")).shown == "0.31×"


def test_ratio_over_zero_is_not_defined(node) -> None:
    found = ratio(node("1"), node("0"))
    assert (found.amount, found.shown, found.expression) == (None, "not defined", "1 ÷ 0 is not defined")
    assert "denominator is zero" in found.note


def test_ratio_of_unlike_units_is_refused(node) -> None:
    with pytest.raises(MixedUnitsError):
        ratio(node("5", unit="USD"), node("5", unit="AUD"))


def test_ratios_pair_figure_by_figure(node) -> None:
    pairs = ratios([node("1"), node("3")], [node("2"), node("4")], as_percent=True)
    assert [pair.shown for pair in pairs] == ["50.0 %", "75.0 %"]


def test_ratios_of_lists_of_different_length_are_refused(node) -> None:
    with pytest.raises(LengthMismatchError, match="2 figures cannot be paired with 1"):
        ratios([node("1"), node("2")], [node("3")])


def test_total_adds_whole_units_whatever_the_scales(node) -> None:
    found = total([node("55658"), node("1.5", "FY2023", scale=10**9)])
    assert found.amount == Decimal(57_158_000_000)
    assert found.expression == "55,658,000,000 + 1,500,000,000 = 57,158,000,000"


def test_total_keeps_the_decimals_that_are_printed(node) -> None:
    parts = [node("0.70", unit="USD/share", scale=1), node("0.80", unit="USD/share", scale=1)]
    assert total(parts).shown == "US$1.50 per share"


def test_average_is_shown_with_one_decimal_more_than_its_figures(node) -> None:
    found = average([node("55658"), node("53817", "FY2023"), node("51262", "FY2025")])
    assert found.expression == "(55,658 + 53,817 + 51,262) ÷ 3 = 53,579"
    assert average([node("1"), node("2")]).shown == "US$1.5 million"


def test_lowest_and_highest_name_their_holders(node) -> None:
    low, high = node("51262", "FY2025"), node("55658")
    assert holders(minimum([low, high])) == (low,)
    assert holders(maximum([low, high])) == (high,)
    assert maximum([low, high]).expression == "highest of 51,262; 55,658 = 55,658"


def test_count_mixes_units_and_may_be_of_nothing(node) -> None:
    assert count([node("1"), node("2", unit="Mt", scale=1)]).shown == "2"
    assert count([]).amount == 0


@pytest.mark.parametrize("operation", [total, average, minimum, maximum, rank])
def test_nothing_is_calculated_over_no_figures(operation) -> None:
    with pytest.raises(TooFewValuesError):
        operation([])


@pytest.mark.parametrize("operation", [total, average, minimum, maximum, rank])
def test_currencies_are_never_combined(node, operation) -> None:
    with pytest.raises(MixedUnitsError, match="USD and AUD"):
        operation([node("1"), node("2", unit="AUD")])


def test_rank_orders_by_amount_and_equal_figures_share_a_place(node) -> None:
    figures = [node("5", company="A"), node("7", company="B"), node("5", company="C"), node("1", company="D")]
    ranked = rank(figures)
    assert [operand.fact.company for operand in ranked.operands] == ["B", "A", "C", "D"]
    assert places(ranked) == (1, 2, 2, 4)
    assert (ranked.expression, ranked.note) == ("7 > 5 = 5 > 1", "places 2, 3 are equal")


def test_rank_from_the_lowest_compares_across_scales(node) -> None:
    ranked = rank([node("2", scale=10**9), node("900")], descending=False)
    assert [str(operand.fact.value) for operand in ranked.operands] == ["900", "2"]


def test_an_undefined_operand_makes_the_result_undefined(node) -> None:
    undefined = growth([node("0", "FY2023"), node("5", "FY2024")])
    assert total([undefined]).amount is None
    assert average([undefined]).note == "one of the figures is itself not defined"


def test_groups_keep_the_order_of_first_use(node) -> None:
    first, second, third = node("1"), node("2", unit="AUD"), node("3")
    assert group_by_unit([first, second, third]) == {"USD": (first, third), "AUD": (second,)}


def test_figures_on_two_bases_are_told_apart(node) -> None:
    facts = [node("7897", basis="statutory").fact, node("13660", basis="underlying").fact]
    assert not same_reading(facts)
    assert reading_note(facts) == "The figures are on different bases (statutory, underlying)."
    assert same_reading(facts[:1])


def test_rates_are_ranked_without_the_scale_of_their_operands(node) -> None:
    rates = [ratio(node("1"), node("3"), as_percent=True), ratio(node("2"), node("3"), as_percent=True)]
    ranked = rank(rates)
    assert (ranked.expression, ranked.unit) == ("66.67 > 33.33", "%")


def test_an_extreme_keeps_the_digits_of_its_own_figure(node) -> None:
    found = minimum([node("349.2"), node("-904", "FY2023")])
    assert found.expression == "lowest of 349.2; −904 = −904"


def test_a_share_that_only_some_reports_name_is_said_in_words(node) -> None:
    facts = [node("1").fact, node("2", share="attributable").fact]
    assert (
        reading_note(facts) == "Not every report says whose share its figure is; where one does, it is: attributable."
    )

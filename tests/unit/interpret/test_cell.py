"""One number in a cell, or none; never a guess."""

from decimal import Decimal

import pytest

from dragoman.interpret.cell import CellNumber, read_cell
from dragoman.interpret.unit import Unit


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("55,658", "55658"),
        ("0.93", "0.93"),
        ("+5", "5"),
        ("nil", "0"),
        ("Nil", "0"),
        ("0", "0"),
        ("1.234,56", "1234.56"),
        ("55\u00a0658", "55658"),
    ],
)
def test_reads_the_number_as_printed(text: str, value: str) -> None:
    assert CellNumber(Decimal(value)) == read_cell(text)


@pytest.mark.parametrize("text", ["(896)", "( 896 )", "-896", "\u2212896", "896-", "US$(896)", "(US$896)", "-US$896"])
def test_brackets_and_minus_signs_make_it_negative(text: str) -> None:
    cell = read_cell(text)

    assert cell is not None
    assert cell.value == -896


@pytest.mark.parametrize(
    "text", ["1,234[a]", "1,234 [1]", "1,234*", "1,234\u00b9", "1,234 (a)", "1,234 \u00b9 *", "1,234\u2020"]
)
def test_footnote_marks_fall_off(text: str) -> None:
    assert CellNumber(Decimal(1234)) == read_cell(text)


@pytest.mark.parametrize(
    "text", ["", "-", "\u2013", "\u2014", "n/a", "n.a.", "*", "[a]", "Revenue", "FY2024", "30 June 2024"]
)
def test_a_cell_without_a_number_is_none(text: str) -> None:
    assert read_cell(text) is None


@pytest.mark.parametrize(
    "text",
    ["1,000.00 14,904.08", "55 658", "1,5", "-(5)", "(5", "5)", "<1", "1.2.3", "1,234 (1)", "12,34", "1H25", "5" * 200],
)
def test_what_can_be_read_in_two_ways_is_none(text: str) -> None:
    assert read_cell(text) is None


def test_a_cell_may_bring_its_own_unit() -> None:
    assert CellNumber(Decimal("3.4"), is_percent=True) == read_cell("3.4%")
    assert CellNumber(Decimal("-3.4"), is_percent=True) == read_cell("(3.4%)")
    assert CellNumber(Decimal("1.46"), "USD") == read_cell("US$1.46")
    assert CellNumber(Decimal("191.6"), unit=Unit("Mt")) == read_cell("191.6 Mt")
    assert CellNumber(Decimal("55.7"), "USD", unit=Unit("USD", "USD", 10**9)) == read_cell("US$55.7bn")
    assert CellNumber(Decimal(1853), "AUD", unit=Unit("AUD/oz", "AUD")) == read_cell("A$1,853/oz")

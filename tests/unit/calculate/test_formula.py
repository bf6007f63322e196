"""Formulas are worked out exactly and shown with every figure they rest on."""

from decimal import Decimal

import pytest

from dragoman.calculate.errors import MixedUnitsError
from dragoman.calculate.formula import work_out
from dragoman.domain.lineage import FactNode
from dragoman.domain.period import Period
from dragoman.domain.plan import AnswerForm, Constant, Lookup, Mean, Operation, Size


def cell(metric: str, year: int = 2024) -> Lookup:
    return Lookup(company="BHP", metric=metric, period=Period(year))


COST, STOCK, STOCK_BEFORE = cell("cost_of_sales"), cell("inventories"), cell("inventories", 2023)
TURNOVER = Operation(operator="/", left=COST, right=Mean(terms=(STOCK_BEFORE, STOCK)))


@pytest.fixture
def facts(node) -> dict[Lookup, FactNode]:
    return {COST: node("300"), STOCK_BEFORE: node("90", "FY2023"), STOCK: node("110")}


def test_every_figure_stands_in_the_expression(facts) -> None:
    found = work_out(TURNOVER, facts)
    assert (found.expression, found.shown, found.amount) == ("300 ÷ ((90 + 110) ÷ 2) = 3.00", "3.00", Decimal(3))
    assert {one.fact.value for one in found.operands} == {Decimal(300), Decimal(90), Decimal(110)}


def test_a_difference_on_the_right_keeps_its_brackets(facts) -> None:
    term = Operation(operator="-", left=COST, right=Operation(operator="-", left=STOCK, right=STOCK_BEFORE))
    assert work_out(term, facts).expression.startswith("300 − (110 − 90) = ")


def test_a_quotient_may_be_wanted_in_percent_and_rounded(facts) -> None:
    term = Operation(operator="/", left=STOCK, right=COST)
    assert work_out(term, facts, as_percent=True).shown == "36.7 %"
    assert work_out(term, facts, as_percent=True, form=AnswerForm(places=3)).shown == "36.667 %"


def test_money_is_shown_in_the_scale_that_is_asked_for(facts) -> None:
    term = Operation(operator="+", left=STOCK, right=STOCK_BEFORE)
    assert work_out(term, facts).shown == "US$200 million"
    assert work_out(term, facts, form=AnswerForm(scale=1_000_000_000, places=1)).shown == "US$0.2 billion"


def test_nothing_is_divided_by_zero(facts) -> None:
    term = Operation(operator="/", left=COST, right=Operation(operator="-", left=STOCK, right=STOCK))
    found = work_out(term, facts)
    assert (found.amount, found.shown) == (None, "not defined")
    assert "zero" in found.note


def test_money_is_not_added_to_a_plain_number(facts) -> None:
    with pytest.raises(MixedUnitsError):
        work_out(Operation(operator="+", left=COST, right=Constant(value=Decimal(1))), facts)


def test_what_went_out_counts_by_its_size(node) -> None:
    spent = cell("capital_expenditure")
    term = Operation(operator="-", left=COST, right=Size(of=spent))
    found = work_out(term, {COST: node("300"), spent: node("-50")})
    assert (found.expression, found.amount) == ("300 − 50 = US$250 million", Decimal(250_000_000))

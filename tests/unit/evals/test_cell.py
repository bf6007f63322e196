"""The scorer of checked cells: what counts as right, wrong and missing."""

from dataclasses import replace
from decimal import Decimal

import pytest

from dragoman.domain.document import Box, Cell
from dragoman.domain.fact import Fact
from dragoman.domain.period import Period
from dragoman.evals.cell import find
from dragoman.evals.truth import CellSpec, read_truth

CELL = CellSpec(
    page=3,
    kind="income",
    group="Earnings per share",
    label="Interest expense, net",
    column="2023",
    printed="(81)",
    value="-81",
    scale=1_000_000,
    unit="USD",
    period="Q2 FY2023",
    periods_too=("H1 FY2023",),
    box=(100, 200, 120, 210),
)
FACT = Fact(
    id="f1",
    company=None,
    metric=None,
    basis=None,
    share=None,
    period=Period(2023, "Q2"),
    value=Decimal(-81),
    unit="USD",
    scale=1_000_000,
    currency="USD",
    label="Interest expense, net",
    cell=Cell(
        document="d",
        page=3,
        table=1,
        row=1,
        column=2,
        row_label="Interest expense, net (2)",
        column_label="2023",
        text="(81)",
        box=Box(x0=90, y0=199, x1=121, y1=211),
    ),
)
ELSEWHERE = replace(FACT.cell, box=Box(x0=140, y0=199, x1=171, y1=211))


@pytest.mark.parametrize("same", [{}, {"period": Period(2023, "H1")}, {"value": Decimal("-81000000"), "scale": 1}])
def test_a_fact_on_the_figure_that_says_what_the_page_says_is_right(same):
    assert find(CELL, [replace(FACT, **same)]).outcome == "right"


@pytest.mark.parametrize(
    ("change", "way"),
    [
        ({"value": Decimal(81)}, "sign"),
        ({"scale": 1_000}, "scale"),
        ({"value": Decimal(-18)}, "value"),
        ({"period": Period(2022, "Q2")}, "period"),
        ({"period": None}, "period"),
        ({"unit": "USD/share"}, "unit"),
        ({"label": "Cost of sales", "cell": replace(FACT.cell, row_label="Cost of sales")}, "label"),
    ],
)
def test_a_fact_on_the_figure_that_says_anything_else_is_wrong_and_in_which_way_is_said(change, way):
    finding = find(CELL, [replace(FACT, **change)])
    assert (finding.outcome, finding.ways) == ("wrong", (way,))


def test_another_figure_of_the_row_under_the_same_period_is_a_wrong_column():
    finding = find(CELL, [replace(FACT, value=Decimal(-72), cell=ELSEWHERE)])
    assert (finding.outcome, finding.ways) == ("wrong", ("column",))


@pytest.mark.parametrize(
    ("facts", "how"),
    [
        ([], "no fact of the page"),
        ([replace(FACT, cell=replace(FACT.cell, box=Box(x0=90, y0=300, x1=121, y1=311)))], "no fact of the row"),
        ([replace(FACT, period=Period(2022, "Q2"), cell=ELSEWHERE)], "no fact of the cell"),
    ],
)
def test_a_figure_of_which_no_fact_was_made_is_missing_and_how_much_is_missing_is_said(facts, how):
    finding = find(CELL, facts)
    assert (finding.outcome, finding.ways) == ("missing", (how,))


def test_a_fact_under_a_lesser_part_of_its_label_cannot_be_found_and_is_missing():
    long = CELL.model_copy(update={"label": "Income before taxes and equity in income of affiliated companies"})
    cut = replace(FACT, label="affiliated companies", cell=replace(FACT.cell, row_label="affiliated companies"))
    assert find(long, [cut]).ways == ("label cut",)


@pytest.mark.parametrize(("period", "outcome"), [(None, "right"), (Period(2023), "wrong")])
def test_a_change_in_percent_must_not_become_a_fact_of_a_period(period, outcome):
    change = CELL.model_copy(update={"period": None, "periods_too": ()})
    assert find(change, [replace(FACT, period=period)]).outcome == outcome
    assert find(change, []).outcome == "right"


@pytest.mark.parametrize(("unit", "currency", "outcome"), [("shares", None, "right"), ("USD", "USD", "wrong")])
def test_what_is_only_counted_may_have_any_unit_but_money(unit, currency, outcome):
    counted = CELL.model_copy(update={"unit": "count"})
    assert find(counted, [replace(FACT, unit=unit, currency=currency)]).outcome == outcome


def test_a_right_fact_that_its_label_does_not_tell_from_another_is_noted():
    other = replace(FACT, value=Decimal(5), cell=replace(FACT.cell, box=Box(x0=90, y0=300, x1=121, y1=311)))
    assert find(CELL, [FACT, other]).has_twin
    assert not find(CELL, [FACT]).has_twin


@pytest.mark.parametrize("aside", [False, True])
def test_every_checked_cell_says_what_its_printed_figure_says(aside):
    for truth in read_truth(aside=aside):
        for name, cell in truth.named():
            digits = "".join(sign for sign in cell.printed if sign.isdigit())  # a dash has none
            assert (digits or "0") == "".join(sign for sign in cell.value if sign.isdigit()), name
            assert cell.value.startswith("-") is (bool(digits) and cell.printed.startswith(("(", "-"))), name
            assert all(Period.parse(label) for label in cell.periods), name


def test_no_cell_is_checked_twice():
    for truth in (*read_truth(aside=False), *read_truth(aside=True)):
        places = [(cell.page, cell.box) for cell in truth.cells]
        assert len(places) == len(set(places)), truth.document

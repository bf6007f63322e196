"""Calculations as formulas of a spreadsheet."""

from dataclasses import replace
from decimal import Decimal

import pytest
from tests.unit.export.conftest import column_of, node_of, said_of, values_of, workbook_of, worked_out

from dragoman.calculate.change import cagr, growth
from dragoman.calculate.convert import convert
from dragoman.calculate.operations import average, count, difference, maximum, minimum, rank, ratio, total
from dragoman.domain.plan import Rate
from dragoman.export.formula import formula_of

OLD, MIDDLE, NEW = node_of("53817", 2023), node_of("54000", 2024), node_of("55658", 2025)
CALCULATIONS = {
    "growth": (growth((OLD, NEW)), "($N$3-$N$2)/ABS($N$2)*100"),
    "from a loss": (growth((node_of("-50", 2023), node_of("25", 2024))), "($N$3-$N$2)/ABS($N$2)*100"),
    "cagr": (cagr((OLD, MIDDLE, NEW)), "(($N$4/$N$2)^(1/2)-1)*100"),
    "ratio": (ratio(OLD, NEW), "$N$2/$N$3"),
    "percentage": (ratio(OLD, NEW, as_percent=True), "$N$2/$N$3*100"),
    "difference": (difference(NEW, OLD), "$N$2-$N$3"),
    "total": (total((OLD, MIDDLE, NEW)), "SUM($N$2,$N$3,$N$4)"),
    "average": (average((OLD, MIDDLE, NEW)), "AVERAGE($N$2,$N$3,$N$4)"),
    "min": (minimum((OLD, NEW)), "MIN($N$2,$N$3)"),
    "max": (maximum((OLD, NEW)), "MAX($N$2,$N$3)"),
    "rank": (rank((OLD, NEW)), "MAX($N$2,$N$3)"),
    "rank upwards": (rank((OLD, NEW), descending=False), "MIN($N$2,$N$3)"),
    "count": (count((OLD, NEW)), "COUNT($N$2,$N$3)"),
    "convert": (convert(OLD, Rate(currency="USD", into="AUD", value=Decimal("0.65"), divides=True, text="0.65")),
                "$N$2/0.65"),
}  # fmt: skip


@pytest.mark.parametrize(("node", "text"), CALCULATIONS.values(), ids=CALCULATIONS)
def test_a_calculation_is_a_formula_that_comes_to_its_amount(node, text):
    sheet = workbook_of(said_of(node))["Figures"]

    last = sheet.max_row
    assert sheet[f"N{last}"].value == f"={text}"
    assert worked_out(sheet, f"N{last}") == pytest.approx(float(node.amount))


def test_a_program_that_does_not_calculate_finds_what_a_formula_comes_to():
    sheet = values_of(said_of(growth((OLD, NEW))))["Figures"]

    assert column_of(sheet, "Amount") == [53817000000, 55658000000, pytest.approx(3.42085, abs=1e-5)]


def test_a_calculation_over_another_points_at_its_row():
    sheet = workbook_of(said_of(ratio(difference(NEW, OLD), OLD)))["Figures"]

    assert (sheet["N4"].value, sheet["N5"].value) == ("=$N$2-$N$3", "=$N$4/$N$3")
    assert column_of(sheet, "Inputs")[-1] == "1.3 1.2"


def test_a_sum_that_would_come_to_something_else_is_written_as_a_number():
    wrong = replace(total((OLD, NEW)), amount=Decimal(1))

    assert formula_of(wrong, ["A1", "A2"]) is None
    assert workbook_of(said_of(wrong))["Figures"]["N4"].value == 1


def test_free_arithmetic_and_what_is_not_defined_have_no_formula():
    undefined = growth((node_of("0", 2023), NEW))

    assert formula_of(undefined, ["A1", "A2"]) is None
    assert formula_of(replace(total((OLD, NEW)), operation="arithmetic"), ["A1", "A2"]) is None
    assert workbook_of(said_of(undefined))["Figures"]["N4"].value is None

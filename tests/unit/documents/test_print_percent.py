"""Printed tables of percentages, debts named by their rates, and shares under "(In thousands)"."""

import pytest

from dragoman.documents.facts import read_facts
from dragoman.documents.percent_rows import rows_of_percent
from dragoman.documents.presentation import Presentation
from dragoman.domain.document import Box, Document, Table
from dragoman.domain.period import FiscalCalendar
from dragoman.interpret.vocabulary import Vocabulary

FILING = Document(id="acme", path="acme.pdf", title="Acme", digest="")
SAYS = Presentation(
    currency="USD", currency_source="it reports", calendar=FiscalCalendar(12), last_year=2023, is_scaled=True
)
RATES = (
    " | 2022 | 2021",
    "Statutory income tax rate | 21.0 % | 21.0 %",
    "State income taxes | 3.2 | 4.1",
    "Health insurer fee | (1.4) | -",
    "Effective income tax rate | 22.8 % | 25.1 %",
)


def printed(*lines: str, caption: str = "") -> Table:
    rows = [tuple(cell.strip() for cell in line.split("|")) for line in lines]
    boxes = tuple(tuple(Box(x0=0, y0=0, x1=1, y1=1) for _ in row) for row in rows[1:])
    return Table(page=4, number=1, header=rows[0], rows=tuple(rows[1:]), caption=caption, boxes=boxes)


@pytest.fixture
def read(vocabulary: Vocabulary):
    def read(*lines: str, caption: str = "") -> list[str]:
        facts, _ = read_facts([printed(*lines, caption=caption)], FILING, vocabulary, SAYS)
        return [f"{fact.label}: {fact.value} {fact.scale} {fact.unit}" for fact in facts]

    return read


def test_figures_between_marked_percentages_are_percentages(read) -> None:
    assert "State income taxes: 3.2 1 %" in read(*RATES)
    assert "Health insurer fee: -1.4 1 %" in read(*RATES)


def test_a_row_of_years_between_percentages_is_none() -> None:
    table = printed(*RATES[:2], "Expected life (in years) | 6.3 | 6.3", RATES[-1])
    assert not rows_of_percent(table)


def test_rows_below_the_last_marked_percentage_are_none() -> None:
    assert rows_of_percent(printed(*RATES[:-1])) == frozenset()


@pytest.mark.parametrize("row", ["Stores | 32 | 41", "Costs | 3,200 | 4,100", "Fee | $3.2 | $4.1"])
def test_rows_that_are_printed_otherwise_leave_the_block_alone(row: str) -> None:
    assert not rows_of_percent(printed(*RATES[:2], row, RATES[-1]))


@pytest.mark.parametrize("label", ["2.75% senior notes due 2022", "$850 million 8.625% notes", "4.1% Debentures"])
def test_a_debt_is_money_though_its_name_has_a_rate(read, label: str) -> None:
    assert read("(In millions) | 2022", f"{label} | 1,250") == [f"{label}: 1250 1000000 USD"]


def test_a_weighted_rate_is_no_money(read) -> None:
    assert read("(In millions) | 2022", "Average interest rate, % | 3.8") == []


def test_shares_under_a_head_that_speaks_of_no_money_are_scaled_by_it(read) -> None:
    row = "Weighted average common shares outstanding - basic | 409,201"
    assert read("Numerator: (In thousands) | 2022", row)[0].endswith("409201 1000 shares")
    assert read("(Dollars in thousands) | 2022", row) == []


def test_a_class_of_shares_that_says_how_many_is_money(read) -> None:
    label = "Class A convertible - 305 and 315 shares outstanding"
    assert read("(In millions) | 2022", f"{label} | 3") == [f"{label}: 3 1000000 USD"]

import pytest

from dragoman.interpret.row_label import MetricReading
from dragoman.interpret.vocabulary import Vocabulary


@pytest.mark.parametrize(
    ("label", "reading"),
    [
        ("Revenue", MetricReading("revenue")),
        ("Consolidated sales revenue", MetricReading("revenue")),
        ("Underlying EBITDA", MetricReading("ebitda", "underlying")),
        (
            "Profit after tax attributable to BHP shareholders (statutory)",
            MetricReading("net_profit", "statutory", "attributable"),
        ),
        ("Free cash flow (per data aggregator)", MetricReading("free_cash_flow", "per_data_aggregator")),
        ("Mined copper (consolidated basis), kt", MetricReading("mined_copper", None, "consolidated")),
        ("Pilbara shipments (100% basis)", MetricReading("pilbara_shipments", None, "100%")),
        ("AISC (A$/oz)", MetricReading("aisc")),
        ("Operating cash flow [a]", MetricReading("operating_cash_flow")),
        ("Net (cash)/debt*", MetricReading("net_debt")),
        ("Capital & exploration expenditure", MetricReading("capital_and_exploration_expenditure")),
        ("Total dividend, US$ per share", MetricReading("dividend")),
    ],
)
def test_a_row_label_names_metric_basis_and_share(vocabulary: Vocabulary, label: str, reading: MetricReading) -> None:
    assert vocabulary.read_row_label(label) == reading


@pytest.mark.parametrize(
    "label",
    [
        "Revenue from copper",
        "Total",
        "",
        "Revenue and EBITDA",
        "revenu",
        "Dividend reinvestment plan",
        "—",
        "Iron ore price realised in March",
    ],
)
def test_a_row_label_that_says_anything_else_names_no_metric(vocabulary: Vocabulary, label: str) -> None:
    assert vocabulary.read_row_label(label) is None


@pytest.mark.parametrize(
    ("label", "company", "period"),
    [
        ("FY2024", "BHP", "FY2024"),
        ("FY24 US$m", "BHP", "FY2024"),
        ("FY2024 (A$ million)", "MIN", "FY2024"),
        ("2024", "RIO", "FY2024"),
        ("2023-24", "NST", "FY2024"),
        ("30 June 2024", "BHP", "FY2024"),
        ("31 December 2024", "BHP", "H1 FY2025"),
        ("30 June 2024", "RIO", "H1 FY2024"),
        ("Year ended 30 June 2024", "BHP", "FY2024"),
        ("Half year ended 31 December 2024", "BHP", "H1 FY2025"),
        ("1H25", "FMG", "H1 FY2025"),
        ("H1 FY25", "FMG", "H1 FY2025"),
        ("first half of FY25", "FMG", "H1 FY2025"),
        ("Q3 FY24", None, "Q3 FY2024"),
    ],
)
def test_a_column_label_names_a_period(vocabulary: Vocabulary, label: str, company: str | None, period: str) -> None:
    read = vocabulary.read_period_label(label, company)
    assert read is not None
    assert read.label == period


@pytest.mark.parametrize(
    "label", ["", "3", "24", "[S1]", "Source", "Unit", "FY2024 change", "2024 Mt sold", "1850", "H3 FY24", "May"]
)
def test_a_column_label_that_says_anything_else_names_no_period(vocabulary: Vocabulary, label: str) -> None:
    assert vocabulary.read_period_label(label, "BHP") is None


def test_a_year_that_ends_in_another_month_is_not_the_companys_year(vocabulary: Vocabulary) -> None:
    assert vocabulary.read_period_label("Year ended 30 June 2024", "RIO") is None

"""Printed tables to facts: what statements say in their own ways, and what stays unsaid."""

from decimal import Decimal

import pytest

from dragoman.documents.facts import read_facts
from dragoman.documents.presentation import Presentation
from dragoman.domain.document import Box, Document, Table
from dragoman.domain.fact import Fact
from dragoman.domain.period import FiscalCalendar
from dragoman.interpret.vocabulary import Vocabulary

FILING = Document(id="acme", path="acme.pdf", title="Acme", digest="")
DECEMBER = Presentation(
    currency="USD", currency_source="it reports", calendar=FiscalCalendar(12), last_year=2023, is_scaled=True
)
MILLIONS = "(in millions, except per share data)"


def printed(*lines: str, caption: str = MILLIONS, section: tuple[str, ...] = ()) -> Table:
    rows = [tuple(cell.strip() for cell in line.split("|")) for line in lines]
    boxes = tuple(tuple(Box(x0=0, y0=0, x1=1, y1=1) for _ in row) for row in rows[1:])
    return Table(page=4, number=1, header=rows[0], rows=tuple(rows[1:]), caption=caption, section=section, boxes=boxes)


@pytest.fixture
def read(vocabulary: Vocabulary):
    def read(*lines: str, says: Presentation = DECEMBER, caption: str = MILLIONS, section: tuple[str, ...] = ()):
        return read_facts([printed(*lines, caption=caption, section=section)], FILING, vocabulary, says)

    return read


def shown(facts: tuple[Fact, ...]) -> list[str]:
    return [f"{fact.period and fact.period.label} {fact.value} {fact.scale} {fact.unit}" for fact in facts]


@pytest.mark.parametrize(
    ("column", "period"),
    [
        ("Three months ended June 30, 2023", "Q2 FY2023"),
        ("Six months ended June 30, 2023", "H1 FY2023"),
        ("Year ended December 31, 2022", "FY2022"),
        ("52 weeks ended January 1, 2023", "FY2022"),
        ("December 31, 2022", "FY2022"),
        ("March 31, 2023", "Q1 FY2023"),
        ("SECOND QUARTER 2023", "Q2 FY2023"),
        ("SIX MONTHS 2023 Amount", "H1 FY2023"),
        ("TWELVE MONTHS 2022", "FY2022"),
        ("2023 Q1 Amount", "Q1 FY2023"),
        ("2023 SIX MONTHS Amount", "H1 FY2023"),
        ("2022 FULL YEAR Amount", "FY2022"),
        ("2022 (Unaudited)", "FY2022"),
    ],
)
def test_a_printed_column_names_its_period(read, column: str, period: str) -> None:
    assert shown(read(f" | {column}", "Net sales | 5")[0]) == [f"{period} 5 1000000 USD"]


@pytest.mark.parametrize(
    "header",
    [
        " | Nine months ended September 30, 2023",
        " | % Change 2023 vs. 2022",
        "Three months ended | 2023",
        " | 2023 | 2024 | Thereafter",
        " | 2023 | 2023",
        " | FY2025",
    ],
)
def test_a_column_that_may_be_something_else_has_no_facts(read, header: str) -> None:
    assert read(header, "Net sales | 5 | 6 | 7"[: 13 + 4 * (header.count("|") - 1)])[0] == ()


def test_a_bare_year_in_a_quarterly_report_may_be_a_quarter(read) -> None:
    says = Presentation(currency="USD", calendar=FiscalCalendar(12), is_of_part=True)
    facts, doubts = read(" | 2023", "Net sales | 5", says=says)
    assert facts == ()
    assert "may be of a year or of part of one" in doubts[0]


def test_fiscal_years_counted_by_their_first_year_are_called_by_their_last(read) -> None:
    says = Presentation(currency="USD", calendar=FiscalCalendar(1), counts_by_first_year=True)
    facts, _ = read(" | Fiscal 2022 | February 3, 2024", "Net sales | 5 | 6", says=says)
    assert [fact.period.label for fact in facts if fact.period] == ["FY2023", "FY2024"]


def test_one_of_several_headings_says_how_long_its_column_is(read) -> None:
    assert read(" | Three months ended June 30, 2023 | 2022", "Net sales | 5 | 6")[0][1:] == ()


def test_rows_per_share_are_whole_in_a_table_of_millions(read) -> None:
    facts, _ = read(" | 2022", "Net income | 558", "Earnings per share: | ", "Basic | 1.29", "Diluted | 1.25")
    assert shown(facts)[1:] == ["FY2022 1.29 1 USD/share", "FY2022 1.25 1 USD/share"]
    assert [fact.metric for fact in facts] == ["net_profit", "eps", "eps_diluted"]


def test_rows_per_share_without_a_word_or_sign_have_no_unit(read) -> None:
    facts, doubts = read(" | 2022", "Earnings per share | 1.29", caption="(in millions)")
    assert (facts, doubts) == ((), ("page 4, table 1: row 'Earnings per share', column '2022': no unit is given",))


def test_a_row_of_cents_holds_for_the_rows_below_it(read) -> None:
    facts, _ = read(" | 2022 $", "Net loss | (4)", "Loss per share: | ¢", "Basic | (0.65)", caption="")
    assert shown(facts) == ["FY2022 -4 1 USD", "FY2022 -0.65 1 US cents/share"]


@pytest.mark.parametrize(
    ("caption", "scale"), [(MILLIONS, "1000000"), ("(in thousands, except share and per share data)", "1")]
)
def test_shares_count_no_money(read, caption: str, scale: str) -> None:
    facts, _ = read(" | 2022", "Weighted average shares outstanding | 431", caption=caption)
    assert shown(facts) == [f"FY2022 431 {scale} shares"]


@pytest.mark.parametrize(
    "label",
    [
        "Common stock, $0.10 par value, 754.6 shares issued",
        "Effect of exchange rate changes on cash",
        "Cash and cash equivalents, beginning of year",
        "Purchases of treasury shares",
        "Common dividends ($0.56 per share)",
    ],
)
def test_money_is_money_though_its_label_speaks_of_shares_and_rates(read, label: str) -> None:
    assert shown(read(" | 2022", f"{label} | 75.5")[0]) == ["FY2022 75.5 1000000 USD"]


@pytest.mark.parametrize("label", ["Number of employees", "Effective tax rate", "Warehouses", "Current ratio"])
def test_what_is_no_money_has_no_unit_unless_it_is_printed(read, label: str) -> None:
    assert read(" | 2022", f"{label} | 75.5")[0] == ()


def test_a_dash_is_zero_in_a_column_of_figures(read) -> None:
    assert shown(read(" | 2022", "Divestitures | -", "Revenue | 5")[0])[0] == "FY2022 0 1000000 USD"
    assert read(" | 2022", "Divestitures | -", "Other | n/a")[0] == ()


def test_percentages_of_sales_are_facts_of_their_own_and_of_no_metric(read) -> None:
    facts, _ = read(" | 2022 Amount | 2022 Percent to Sales", "Gross profit | 722 | 19.6")
    assert [(fact.unit, fact.metric) for fact in facts] == [("USD", "gross_profit"), ("%", None)]


def test_a_column_that_starts_with_a_percentage_holds_no_money(read) -> None:
    assert read(" | 2022", "Sales | 10.2 %", "Costs | 10.2", "Profit | 5")[0] == ()


def test_a_scale_over_the_columns_counts_for_a_lone_sign(read) -> None:
    assert shown(read("(in thousands) | 2022 $", "Revenue | 5", caption="")[0]) == ["FY2022 5 1000 USD"]


def test_a_sign_alone_is_no_scale_in_a_document_that_has_scales(read) -> None:
    facts, doubts = read(" | 2022", "Revenue | $5", caption="")
    assert (facts, len(doubts)) == ((), 1)


def test_changes_of_balances_and_taxes_paid_are_other_metrics(read) -> None:
    facts, _ = read(
        " | 2022",
        "Cash from operating activities | 9",
        "Inventories | (3)",
        "Income taxes paid | 4",
        "Dividends paid | (1)",
        "Net cash used in investing activities | (5)",
    )
    assert [fact.metric for fact in facts] == [
        "operating_cash_flow",
        None,
        None,
        "dividend_outflow",
        "investing_cash_flow",
    ]


def test_a_segment_s_revenue_is_not_the_company_s(read) -> None:
    (fact,) = read(" | 2022", "Net sales | 5", section=("Rigid segment",))[0]
    assert (fact.metric, fact.label) == (None, "Net sales")


def test_the_statement_says_which_figure_a_metric_has(vocabulary: Vocabulary) -> None:
    summary = printed(" | 2022", "Net income | 5.3", "EBITDA | 9", caption="(in millions)")
    lines = ("Net income | 815", "Income before income taxes | 900", "Basic earnings per share | 1.29")
    statement = printed(" | 2022", *lines)
    facts, _ = read_facts([summary, *_numbered(statement)], FILING, vocabulary, DECEMBER)
    assert [fact.metric for fact in facts] == [None, "ebitda", "net_profit", "profit_before_tax", "eps"]


def test_tables_that_contradict_each_other_without_a_statement_name_no_metric(vocabulary: Vocabulary) -> None:
    tables = [printed(" | 2022", "EBITDA | 9", "Capex | 4"), *_numbered(printed(" | 2022", "EBITDA | 5", "Capex | 4"))]
    facts, _ = read_facts(tables, FILING, vocabulary, DECEMBER)
    assert [fact.metric for fact in facts] == [None, "capital_expenditure", None, "capital_expenditure"]


def _numbered(table: Table) -> list[Table]:
    return [Table(page=5, number=2, header=table.header, rows=table.rows, caption=table.caption, boxes=table.boxes)]


def test_figures_that_share_a_doubt_are_told_in_one_line(read) -> None:
    _, doubts = read(" | 2022", "Revenue | 5", "Costs | 6", "Profit | 7", caption="")
    assert doubts == ("page 4, table 1: no unit is given (3 figures)",)


def test_the_value_keeps_the_digits_that_are_printed(read) -> None:
    (fact,) = read(" | 2022", "Net sales | $18,127.0")[0]
    assert (fact.value, str(fact.value)) == (Decimal(18127), "18127.0")


def test_percentages_below_a_percentage_are_no_money(read) -> None:
    rows = ("Income | $900 | 800", "Statutory rate | 21.0 % | 21.0", "Operations abroad | (4.5) | (16.4)")
    facts, _ = read(" | 2022 | 2021", *rows)
    assert shown(facts)[2:] == ["FY2022 21.0 1 %", "FY2021 21.0 1 %"]


def test_percentages_beside_their_amounts_do_not_make_the_period_double(read) -> None:
    facts, _ = read(" | Year ended December 31, 2022 | Year ended December 31, 2022", "Sales | $5,144 | 100.0 %")
    assert shown(facts) == ["FY2022 5144 1000000 USD", "FY2022 100.0 1 %"]


@pytest.mark.parametrize(
    ("group", "label", "kind"),
    [
        ("Revenues:", "Rooms", "FY2022 3 1000000 USD"),
        ("Memberships:", "Net additions", "FY2022 3 1000000 memberships"),
        ("Warehouses in operation", "Opened", None),
        ("Shares used in calculation (000's)", "Basic", "FY2022 3 1000 shares"),
        ("Net income per common share attributable to Acme", "Basic", "FY2022 3 1 USD/share"),
    ],
)
def test_the_group_tells_what_a_row_counts(read, group: str, label: str, kind: str | None) -> None:
    assert shown(read(" | 2022", f"{group} | ", f"{label} | 3")[0]) == ([kind] if kind else [])


@pytest.mark.parametrize(
    ("column", "period"),
    [
        ("As of/ Year Ended December 31, 2015", "FY2015"),
        ("Sept. 3, 2017 (53 weeks)", None),
        ("52 Weeks Ended January 1, 2023 Second Quarter (12 Weeks)", "Q2 FY2022"),
    ],
)
def test_a_header_may_say_more_than_its_period(read, column: str, period: str | None) -> None:
    facts, _ = read(f" | {column}", "Net sales | 5")
    assert [fact.period and fact.period.label for fact in facts] == ([period] if period else [])


def test_a_column_of_nine_months_has_no_period_and_leaves_the_others_theirs(read) -> None:
    facts, doubts = read(" | 2022 Q3 | 2022 NINE MONTHS | 2021 Q3 | 2021 NINE MONTHS", "Sales | 5 | 15 | 4 | 12")
    assert shown(facts) == ["Q3 FY2022 5 1000000 USD", "Q3 FY2021 4 1000000 USD"]
    assert "names no period" in doubts[0]

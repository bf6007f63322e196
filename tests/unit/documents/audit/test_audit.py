"""What a table's own arithmetic proves, and what it does not."""

from decimal import Decimal

import pytest

from dragoman.documents.audit.audit import audit, audit_table
from dragoman.domain.comparative import compare_reports
from dragoman.domain.document import Cell, Table
from dragoman.domain.fact import Fact
from dragoman.domain.period import Period

BALANCE = """
Current assets:
Cash                       | 1,538    | 1,671
Receivables                | 1,674    | 1,721
Inventories                | 2,757    | 2,904
Other                      | 1,324    | 1,157
Total current assets       | 7,293    | 7,453
Plant                      | 14,681   | 15,371
Goodwill                   | 6,671    | 6,675
Total assets               | 28,645   | 29,499
Total liabilities          | 16,935   | 17,224
Total equity               | 11,710   | 12,275
Total liabilities and equity | 28,645 | 29,499
"""
CASH = """
Net cash provided by operating activities | 1,526 | 1,461
Net cash used in investing activities     | (527) | (233)
Net cash used in financing activities     | (999) | (1,100)
Effect of exchange rates on cash          | (75)  | (36)
Net increase (decrease) in cash           | (75)  | 92
Cash at beginning of year                 | 850   | 758
Cash at end of year                       | 775   | 850
"""


def table(text: str, header: str = " | 2024 | 2023", number: int = 1) -> Table:
    heads = tuple(cell.strip() for cell in header.split("|"))
    rows = [[cell.strip() for cell in line.split("|")] for line in text.strip().splitlines()]
    padded = tuple((*row, *[""] * (len(heads) - len(row))) for row in rows)
    return Table(page=3, number=number, header=heads, rows=padded)


def held(text: str, header: str = " | 2024 | 2023") -> set[str]:
    return {found.name for found in audit_table(table(text, header), "d") if found.broken is None}


def broken(text: str, header: str = " | 2024 | 2023") -> set[tuple[str, str]]:
    findings = audit_table(table(text, header), "d")
    return {(found.name, found.broken.column) for found in findings if found.broken is not None}


def fact(label: str, value: str, *, year: int = 2024, table: int = 1, row: int = 1, document: str = "d") -> Fact:
    cell = Cell(document=document, page=1, table=table, row=row, column=2, row_label=label, column_label="", text=value)
    return Fact(
        id=f"{document}{table}{row}", company="X", metric="revenue", basis=None, share=None, period=Period(year),
        value=Decimal(value), unit="USD", scale=1_000_000, currency="USD", label=label, cell=cell,
    )  # fmt: skip


def test_nested_totals_and_the_balance_sheet_hold() -> None:
    assert {"sum: Total current assets", "sum: Total assets", "balance sheet"} <= held(BALANCE)
    assert not broken(BALANCE)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [("1,324    |", "(1,324)    |"), ("2,757    |", "2,157    |"), ("1,538    |", "1,538,000    |")],
    ids=["sign", "digit", "scale"],
)
def test_one_wrong_cell_breaks_its_sum_in_its_column(right: str, wrong: str) -> None:
    assert broken(BALANCE.replace(right, wrong)) == {("sum: Total current assets", "2024")}


def test_years_swapped_in_a_row_are_seen_though_the_sum_then_holds_nowhere() -> None:
    swapped = BALANCE.replace("2,757    | 2,904", "2,904    | 2,757")
    assert broken(swapped) == {("sum: Total current assets", "2024"), ("sum: Total current assets", "2023")}


def test_a_balance_sheet_that_does_not_balance_is_broken() -> None:
    text = "Total assets | 500\nTotal liabilities and equity | 400"
    assert broken(text, " | 2024") == {("balance sheet", "2024")}


def test_cash_flows_make_the_change_and_the_change_makes_the_closing_balance() -> None:
    wrong = CASH.replace("850   | 758", "580   | 758")
    assert "cash: flows make the net change" in held(CASH)
    assert ("cash: opening and change make closing", "2024") in broken(wrong)


def test_gross_profit_is_revenue_less_cost_whatever_the_sign_of_cost() -> None:
    assert "gross profit" in held("Revenue | 900 | 800\nCost of sales | 500 | 450\nGross profit | 400 | 350")
    assert "gross profit" in held("Revenue | 900 | 800\nCost of sales | (500) | (450)\nGross profit | 400 | 350")
    assert broken("Revenue | 900\nCost of sales | 500\nGross profit | 300", " | 2024") == {("gross profit", "2024")}


def test_expenses_printed_without_minus_are_taken_off() -> None:
    text = """
    Gross profit | 43,210 | 40,115
    Selling expenses | 12,345 | 11,998
    Interest income | 321 | 298
    Interest expense | 1,234 | 1,187
    Profit before tax | 29,952 | 27,228
    """
    assert held(text) == {"sum: Profit before tax"}


def test_a_chance_sum_of_small_numbers_without_a_label_proves_nothing() -> None:
    assert not held("Employees | 3\nMines | 4\nShips | 7\nPorts | 11", " | 2024")


def test_a_sum_of_one_row_is_none() -> None:
    assert not held("Sales | 43,210 | 40,115\nTotal sales | 43,210 | 40,115")


def test_rounding_is_no_error() -> None:
    text = "Iron ore | 10,334 | 9,221\nCopper | 20,333 | 8,112\nCoal | 5,333 | 7,001\nTotal | 36,001 | 24,334"
    assert "sum: Total" in held(text)
    assert not broken(text)


def test_columns_of_percentages_are_not_added_up() -> None:
    text = "Ore | 10,334 | 5\nCopper | 20,333 | 6\nTotal | 30,667 | 5"
    assert not broken(text, " | 2024 | Change %")


def test_a_figure_in_two_tables_proves_itself_and_a_slip_of_scale_is_broken() -> None:
    one, two = fact("Revenue", "55658"), fact("Revenue", "55658", table=2)
    slipped = fact("Revenue", "55658000", table=3)
    assert audit((), [one, two], document="d").facts[0].proofs == ("same figure: Revenue, FY2024",)
    assert [found.table for found in audit((), [one, two, slipped], document="d").broken] == [3]


def test_two_years_the_other_way_round_in_another_table_are_broken() -> None:
    first = [fact("Revenue", "55658"), fact("Revenue", "53817", year=2023, row=2)]
    second = [fact("Revenue", "53817", table=2), fact("Revenue", "55658", year=2023, table=2, row=2)]
    assert {found.kind for found in audit((), [*first, *second], document="d").broken} == {"same figure"}


def test_last_years_report_proves_a_comparative_or_contradicts_it() -> None:
    told = [fact("Revenue", "53817", year=2023, document="old")]
    years = {"old": "FY2023", "d": "FY2024"}
    (same,) = compare_reports([fact("Revenue", "53817", year=2023)], told, years)
    (other,) = compare_reports([fact("Revenue", "53999", year=2023)], told, years)
    assert (same.name, same.broken) == ("last year's report: Revenue", None)
    assert other.broken is not None
    assert (other.broken.kind, other.broken.document) == ("last year's report", "d")


def test_a_later_report_proves_a_reports_own_figure_and_does_not_break_it() -> None:
    own = fact("Revenue", "53817", year=2023, document="old")
    years = {"old": "FY2023", "d": "FY2024"}
    (found,) = compare_reports([own], [fact("Revenue", "53817", year=2023)], years)
    assert (found.name, found.broken) == ("next year's report: Revenue", None)
    assert not list(compare_reports([own], [fact("Revenue", "53999", year=2023)], years))


def test_a_fact_says_which_sums_do_not_hold_with_it() -> None:
    one, slipped = fact("Revenue", "55658"), fact("Revenue", "55658000", table=2)
    right, wrong = audit((), [one, slipped], document="d").facts
    assert (len(right.broken), len(wrong.broken)) == (1, 1)
    assert "is printed as 55,658,000,000,000" in wrong.broken[0]


def test_cash_held_for_sale_is_a_part_of_the_change() -> None:
    text = CASH.replace("(999) | (1,100)", "(891) | (1,061)").replace("(75)  | (36)", "(108) | (75)")
    extra = "Net increase (decrease) in cash           | (75)"
    text = text.replace(extra, "Cash classified as held for sale | (75) | -\n" + extra)
    assert "cash: flows make the net change" in held(text)
    assert not broken(text)


def test_a_sum_of_one_figure_and_a_dash_is_no_wrong_sign() -> None:
    text = (
        "Proceeds from disposal | 2,078,255 | -\nCash sold | - | (4,743)\nNet cash from investing | 2,078,255 | (4,743)"
    )
    assert not broken(text)


LEVELS = """
Equity         | 623.4   | 442.3   | 1,065.7
Fixed income   | 1,958.7 | 1,723.4 | 3,682.1
Real assets    | 159.8   | 12.4    | 172.2
Cash           | 133.6   | 0.3     | 133.9
Other          | 45.1    | 77.2    | 122.3
Per share      | 1.1     | 1.2     | 9.9
"""


def test_columns_add_up_to_their_total_column() -> None:
    assert "sum across: Total" in held(LEVELS, " | Level 1 | Level 2 | Total")
    assert not broken(LEVELS, " | Level 1 | Level 2 | Total")
    wrong = LEVELS.replace("1,723.4", "1,273.4")
    assert broken(wrong, " | Level 1 | Level 2 | Total") == {("sum across: Total", "Fixed income")}


def test_two_years_make_their_change() -> None:
    text = "Sales | 9,512 | 8,331 | 1,181\nCosts | 4,417 | 4,102 | 315\nProfit | 5,095 | 4,229 | 866"
    header = " | 2024 | 2023 | Change"
    assert "sum across: Change" in held(text, header)
    assert ("sum across: Change", "Costs") in broken(text.replace("4,417 | 4,102", "4,102 | 4,417"), header)


def test_averages_of_quarters_are_no_broken_sums() -> None:
    rows = "\n".join(f"Sales {n} | {n}311 | {n}427 | {2 * n}738" for n in (1, 2, 3, 4))
    text = f"{rows}\nTonnes milled | 4,501 | 4,499 | 4,500"
    assert not broken(text, " | H1 | H2 | Total")


def test_one_wrong_digit_is_seen_where_no_other_column_tells() -> None:
    text = "Debt due 2025 | 12,345\nDebt due 2026 | 9,871\nDebt due 2027 | 23,412\nTotal | 45,628"
    assert held(text, " | 2024") == {"sum: Total"}
    assert broken(text.replace("9,871", "9,371"), " | 2024") == {("sum: Total", "2024")}


def test_round_figures_that_one_digit_would_mend_say_nothing() -> None:
    text = "Options A | 5,000,000\nOptions B | 7,500,000\nOptions C | 40,000,000\nOptions D | 12,500,000"
    assert not broken(text, " | Number")


def test_a_total_under_less_is_taken_off() -> None:
    text = """
    Opening | 5,357
    Incurred | 6,552
    Less: claims paid
    Current year | 6,464
    Prior years | 260
    Total claims paid | 6,724
    Closing, total | 5,185
    """
    assert not broken(text, " | 2024")


def test_a_total_two_steps_off_is_no_sum_of_few_rows() -> None:
    assert not held("Ore | 10,334\nCopper | 20,333\nTotal | 30,665", " | 2024")


def test_cash_held_for_sale_explains_an_opening_balance() -> None:
    facts = [
        fact("Cash classified as held for sale", "-75", year=2023, row=1),
        fact("Cash at end of year", "775", year=2023, row=3),
        fact("Cash at beginning of year", "850", row=2),
    ]
    assert not audit((), facts, document="d").broken
    assert audit((), facts[1:], document="d").broken


def test_one_column_off_by_a_step_is_neither_proof_nor_fault() -> None:
    text = "Ore | 10,334 | 9,221\nCopper | 20,333 | 8,112\nTotal | 30,668 | 17,333"
    findings = list(audit_table(table(text), "d"))
    assert not [found for found in findings if found.broken]
    assert {place[2] for found in findings for place in found.places} == {3}


REGIONS = """
U.S.          | $10,510 | 10,168 | 3.4 %
Europe        | 5,355   | 4,936  | 8.5
Americas      | 1,027   | 933    | 10.1
Asia          | 3,323   | 3,421  | (2.9)
International | 9,705   | 9,290  | 4.5
Worldwide     | $20,215 | 19,458 | 3.9 %
"""
GROWTH = " | 2022 | 2021 | Total"


def test_a_column_of_changes_proves_the_two_years_beside_it() -> None:
    assert {"change: Asia", "change: Worldwide", "sum: Worldwide"} <= held(REGIONS, GROWTH)
    assert not broken(REGIONS, GROWTH)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [("1,027   | 933 ", "933 | 1,027"), ("3,323 ", "(3,323) "), ("3,421", "3,241"), ("4,936", "4,936,000")],
    ids=["years swapped", "sign", "digits", "scale"],
)
def test_a_wrong_cell_breaks_the_change_printed_beside_it(right: str, wrong: str) -> None:
    label = next(line for line in REGIONS.splitlines() if right in line).partition("|")[0].strip()
    assert (f"change: {label}", "Total") in broken(REGIONS.replace(right, wrong), GROWTH)


def test_changes_that_are_not_of_the_columns_beside_them_say_nothing() -> None:
    operational = REGIONS.replace("8.5", "22.1").replace("10.1", "13.2").replace("(2.9)", "6.2").replace("4.5", "15.4")
    assert not [name for name in held(operational, GROWTH) if name.startswith("change")]
    assert not broken(operational, GROWTH)


INCOME = """
Net sales     | 8,608.6 | 100.0 %
Cost of sales | 5,202.0 | 60.4
Gross profit  | 3,406.6 | 39.6
Expenses      | 1,980.3 | 23.0
Profit        | 1,426.3 | 16.6
"""


def test_shares_of_the_row_that_is_a_hundred_per_cent_hold_or_break() -> None:
    header = " | 2022 | % of sales"
    assert {"share: Gross profit", "share: Expenses"} <= held(INCOME, header)
    assert ("share: Expenses", "% of sales") in broken(INCOME.replace("1,980.3", "1,890.3"), header)


def test_a_sum_breaks_though_a_column_of_another_kind_never_added_up() -> None:
    text = """
    As reported    | $11,290 | 10,110 | 512 | 1.13
    Restructuring  | 621     | 402    | 96  | 0.71
    Litigation     | 144     | 12     | 31  | 0.09
    Adjusted profit | $12,055 | 10,524 | 639 | 1.53
    """
    header = " | Sales | Profit | Tax | Per share"
    assert not broken(text, header)
    assert broken(text.replace("621 ", "121 "), header) == {("sum: Adjusted profit", "Sales")}


def test_two_years_the_other_way_round_break_a_sum_beside_columns_that_fail_for_other_reasons() -> None:
    text = """
    Footwear  | 12,897 | 7,388 | 5,748 | 4,543 | 2,155 | 33,135
    Apparel   | 5,492  | 4,258 | 2,347 | 1,494 | 90    | 13,843
    Equipment | 764    | 432   | 195   | 205   | 25    | 1,727
    TOTAL     | 19,153 | 12,078 | 8,290 | 6,242 | 2,270 | 51,217
    """
    header = " | America | Europe | China | Asia | Converse | Nike"
    swapped = text.replace("5,492  | 4,258", "4,258 | 5,492")
    assert {("sum: TOTAL", "America"), ("sum: TOTAL", "Europe")} <= broken(swapped, header)


def test_a_swap_in_the_first_row_below_a_heading_is_not_put_down_to_that_row_being_left_out() -> None:
    text = """
    Current liabilities:
    Accounts payable | $286,196 | 369,817
    Income tax       | 192,473  | 176,331
    Accrued interest | 83,451   | 97,718
    Total current liabilities | 562,120 | 643,866
    """
    findings = audit_table(table(text.replace("$286,196 | 369,817", "$369,817 | 286,196")), "d")
    assert {place[1] for found in findings if found.broken for place in found.places} == {2, 3, 4, 5}

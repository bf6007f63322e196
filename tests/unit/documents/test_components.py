"""Columns of segments and funds, rows of years above them, and rows that count things."""

import pytest
from tests.unit.documents.test_print_facts import DECEMBER, FILING, MILLIONS, printed

from dragoman.documents.facts import read_facts
from dragoman.domain.fact import Fact
from dragoman.interpret.vocabulary import Vocabulary


@pytest.fixture
def read(vocabulary: Vocabulary):
    def read(*lines: str, caption: str = MILLIONS) -> list[str]:
        return list(map(_said, read_facts([printed(*lines, caption=caption)], FILING, vocabulary, DECEMBER)[0]))

    return read


def _said(fact: Fact) -> str:
    return (
        f"{fact.label} {fact.period and fact.period.label} {fact.value} × {fact.scale} {fact.unit} {fact.metric or ''}"
    )


def test_a_head_of_year_and_part_gives_facts_of_the_part_and_the_total_is_the_company_s(read) -> None:
    assert read(" | Year ended 2022 Flexibles | Year ended 2022 Total", "Net sales | 5 | 9") == [
        "Net sales · Flexibles FY2022 5 × 1000000 USD ",
        "Net sales FY2022 9 × 1000000 USD revenue",
    ]


@pytest.mark.parametrize(
    ("column", "said"),
    [
        ("Flexibles Six months ended June 30, 2023", "· Flexibles H1 FY2023"),
        ("June 30, 2023 Level 1", "· Level 1 H1 FY2023"),
        ("Year ended December 31, Gain recognised 2022", "· Gain recognised FY2022"),
        ("Fiscal Year Ended December 31, 2022 Q3", "Q3 FY2022"),
        ("2022 Full Year", "FY2022"),
    ],
)
def test_period_and_part_may_stand_in_any_order(read, column: str, said: str) -> None:
    label, _, rest = said.rpartition("· ")
    words = f"{label}· {rest}" if label else said
    assert read(f" | {column}", "Cash on hand | 5")[0].startswith(f"Cash on hand {words.strip()}")


def test_a_year_in_the_name_of_a_plan_is_no_period_where_others_have_none(read) -> None:
    assert read(" | 2018 Restructuring Plan | Other Plans | Total", "Net charges | 5 | 6 | 11") == []


def test_a_bare_year_among_years_with_parts_may_have_lost_its_part(read) -> None:
    found = read(" | Medical 2022 | 2022 | Medical 2021", "Net sales | 5 | 6 | 7")
    assert [text.split(" × ")[0] for text in found] == ["Net sales · Medical FY2022 5", "Net sales · Medical FY2021 7"]


def test_a_part_that_speaks_of_time_is_not_parted(read) -> None:
    assert read(" | Less than 12 months 2022 loss | 12 months or more 2022 loss", "Bonds | 5 | 6") == []


def test_a_year_over_the_rows_is_their_period(read) -> None:
    lines = ("2022: | |", "Net sales | 5 | 6", "2021: | |", "Net sales | 7 | 8")
    assert [text.split(" × ")[0] for text in read(" | Flexibles | Total", *lines)] == [
        "Net sales · Flexibles FY2022 5",
        "Net sales FY2022 6",
        "Net sales · Flexibles FY2021 7",
        "Net sales FY2021 8",
    ]


def test_a_balance_in_a_row_of_figures_is_no_year_over_the_rows(read) -> None:
    assert read(" | Flexibles | Total", "Balance at December 31, 2021 | 5 | 6", "Additions | 1 | 2") == []


@pytest.mark.parametrize(
    ("caption", "label", "cell", "said"),
    [
        ("(Amounts in millions, except unit counts)", "Unit counts at period end", "10,623", "10623 × 1 units "),
        ("(dollars in millions, except per share data)", "Warehouses in operation", "795", "795 × 1 warehouses "),
        ("(in thousands, except revenue per membership)", "Paid memberships", "43,401", "43401 × 1000 memberships "),
        ("(in millions)", "Total paid members (000's)", "58,100", "58100 × 1000 members "),
        ("(in thousands)", "Revenue per paying membership", "$8.50", "8.50 × 1 USD/membership "),
        ("", "Net asset value per share (in pence)", "79.4", "79.4 × 1 pence/share "),
    ],
)
def test_what_is_counted_has_its_own_unit_and_scale(read, caption: str, label: str, cell: str, said: str) -> None:
    assert read(" | 2022", f"{label} | {cell}", caption=caption) == [f"{label} FY2022 {said}"]


@pytest.mark.parametrize(
    ("caption", "label", "cell"),
    [
        ("(in millions)", "Stores", "9,900"),
        ("", "Claims processed", "288.4"),
        ("(in millions)", "Average rooms occupied", "9"),
    ],
)
def test_a_count_whose_scale_is_not_sure_is_no_fact(read, caption: str, label: str, cell: str) -> None:
    assert read(" | 2022", f"{label} | {cell}", caption=caption) == []


def test_options_between_basic_and_diluted_shares_are_shares_and_elsewhere_money(read) -> None:
    shares = ("Weighted-average shares outstanding - basic | 761", "Stock options | 11", "Diluted shares | 772")
    assert read(" | 2022", *shares)[1] == "Stock options FY2022 11 × 1000000 shares "
    assert read(" | 2022", "Stock options | 11", "Wages | 9")[0] == "Stock options FY2022 11 × 1000000 USD "


def test_a_fund_s_net_income_above_its_expenses_is_not_its_profit(read) -> None:
    fund = ("Net income | 5", "Expenses | ", "Fees | 3", "Profit for the year | 2")
    assert [text.split(" × 1000000 USD ")[1] for text in read(" | 2022", *fund)] == ["", "", "net_profit"]
    assert read(" | 2022", "Expenses | ", "Fees | 3", "Net income | 5")[1].endswith("net_profit")


def test_gains_on_royalties_are_no_royalties(read) -> None:
    assert read(" | 2022", "Unrealised gains on: | ", "Royalties | 5")[0].endswith("USD ")
    assert read(" | 2022", "Royalties | 5")[0].endswith("royalties")


def test_the_last_line_of_a_label_is_no_year_over_the_rows(read) -> None:
    lines = ("Income for each of the years 2022, 2021 and, | |", "2022 | |", "Balance sheets | 5 | 6")
    assert read(" | Alpha | Beta", *lines) == []


def test_heads_that_share_neither_period_nor_part_may_be_misplaced(read) -> None:
    assert read(" | Zone Status 2022 | Contributions 2021 | Expiration Dates 2020", "Fund | $5 | $6 | $7") == []
    assert len(read(" | Alpha 2022 | Beta 2022", "Fund | $5 | $6")) == 2


EQUITY = (
    "(in millions) | Common stock | Retained earnings | Total",
    "Balance at December 31, 2021 | $10 | $45,108 | $45,118",
    "Net income | - | 7,179 | 7,179",
    "Balance at December 31, 2022 | $10 | $52,287 | $52,297",
)


def test_balances_of_a_roll_forward_have_their_dates_and_what_lies_between_has_the_year(read) -> None:
    found = [text.split(" × ")[0] for text in read(*EQUITY)]
    assert found[1] == "Balance at December 31, 2021 · Retained earnings FY2021 45108"
    assert found[4] == "Net income · Retained earnings FY2022 7179"
    assert found[8] == "Balance at December 31, 2022 FY2022 52297"


def test_changes_between_balances_that_lie_no_period_apart_have_none(read) -> None:
    lines = [line.replace("December 31, 2021", "October 31, 2022") for line in EQUITY]
    assert not [text for text in read(*lines) if "Net income" in text]


def test_the_books_of_a_year_open_on_its_first_day(read) -> None:
    lines = [line.replace("December 31, 2021", "January 1, 2022") for line in EQUITY]
    assert [text.split(" × ")[0] for text in read(*lines)][:5:4] == [
        "Balance at January 1, 2022 · Common stock FY2021 10",
        "Net income · Retained earnings FY2022 7179",
    ]


CHANGES = "The changes in Level 3 assets during the year ended December 31, 2022 were as follows (in millions):"


@pytest.mark.parametrize(
    ("caption", "rows", "count"),
    [
        (CHANGES, ("Beginning balance | $5 | $38", "Purchases | 2 | 3"), 4),
        ("Maturities (in millions) at December 31, 2022 are as follows:", ("Within a year | $5 | $38",), 2),
        (CHANGES.replace("2022 were", "2022 and 2021 were"), ("Purchases | $2 | $3",), 0),
        ("We paid interest (in millions) in the year ended December 31, 2022.", ("Purchases | $2 | $3",), 0),
        (CHANGES, ("Due in 2023 | $2 | $3", "Thereafter | 5 | 6"), 0),
        (CHANGES, ("2023 | $2 | $3", "2024 | 5 | 6"), 0),
        (CHANGES.replace(" (in millions)", ""), ("Supercenters | 101 | 29",), 0),
    ],
)
def test_the_words_that_lead_to_a_table_say_its_period_if_they_name_one(read, caption: str, rows, count: int) -> None:
    found = read(" | Equity funds | Bonds", *rows, caption=caption)
    assert len(found) == count
    assert all("FY2022" in text for text in found)


@pytest.mark.parametrize(
    ("heads", "kept"),
    [
        ("Severance Costs | Costs", ["Severance Costs"]),
        ("Fair Value | available for sale", ["Fair Value"]),
        ("Net Sales | Organic Net Sales", ["Net Sales", "Organic Net Sales"]),
        ("Short-term benefits | Share-based payments", ["Short-term benefits", "Share-based payments"]),
        ("Gross Amount | Average Life (years)", ["Gross Amount"]),
        ("Amount | Shares", ["Amount"]),
        ("Amount | December 31", ["Amount"]),
        ("Amount | Number of Securities", ["Amount"]),
        ("Options | Weighted Average Exercise Price", []),
    ],
)
def test_a_part_is_left_out_whose_head_is_cut_or_of_another_unit(read, heads: str, kept: list[str]) -> None:
    found = read(f" | {heads}", "2022: | |", "Gains | $5 | $6")
    assert [text.split(" FY2022")[0].partition(" · ")[2] for text in found] == kept

"""Tables to facts, with every trap we know of."""

from decimal import Decimal

import pytest

from dragoman.documents.facts import read_facts
from dragoman.domain.document import Document, Table
from dragoman.domain.fact import Fact
from dragoman.domain.period import Period
from dragoman.interpret.vocabulary import Vocabulary

BHP = Document(id="bhp", path="bhp.md", title="BHP digest", digest="", company="BHP", period="FY2024")


def table(*lines: str, caption: str = "", section: tuple[str, ...] = ("Headline figures",)) -> Table:
    rows = [tuple(cell.strip() for cell in line.split("|")) for line in lines]
    return Table(page=2, number=3, header=rows[0], rows=tuple(rows[1:]), caption=caption, section=section)


@pytest.fixture
def read(vocabulary: Vocabulary):
    def facts(*lines: str, of: Document = BHP, caption: str = "", section: tuple[str, ...] = ()) -> list[Fact]:
        return list(read_facts([table(*lines, caption=caption, section=section)], of, vocabulary)[0])

    return facts


@pytest.fixture
def doubts(vocabulary: Vocabulary):
    def doubts(*lines: str, of: Document = BHP, caption: str = "") -> str:
        facts, said = read_facts([table(*lines, caption=caption)], of, vocabulary)
        assert facts == ()
        return "; ".join(said)

    return doubts


def test_a_fact_points_at_its_cell(read) -> None:
    (fact,) = read("US$ million | FY2024 | Source", "Revenue [a] | 55,658 [b] | [S1]")
    assert (fact.id, fact.company, fact.metric, fact.period) == ("bhp:f1", "BHP", "revenue", Period(2024))
    assert (fact.value, fact.unit, fact.scale, fact.currency) == (Decimal(55658), "USD", 1_000_000, "USD")
    assert (fact.label, fact.title, fact.amount) == ("Revenue", "BHP digest", Decimal(55_658_000_000))
    cell = fact.cell
    assert (cell.document, cell.page, cell.table, cell.row, cell.column) == ("bhp", 2, 3, 1, 2)
    assert (cell.row_label, cell.column_label, cell.text) == ("Revenue [a]", "FY2024", "55,658 [b]")
    assert cell.unit_source == 'the table\'s header "US$ million"'


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        ("1,234", "1234"),
        ("(896)", "-896"),
        ("-896", "-896"),
        ("−896", "-896"),
        ("896-", "-896"),
        ("nil", "0"),
        ("1,234*", "1234"),
        ("1,234 [a]", "1234"),
        ("1.460", "1.460"),
        ("US$ 1,234", "1234"),
    ],
)
def test_a_cell_is_read_with_its_sign(read, cell: str, value: str) -> None:
    (fact,) = read("US$ million | FY2024", f"Revenue | {cell}")
    assert str(fact.value) == value


@pytest.mark.parametrize("cell", ["–", "-", "—", "n/a", "", "[S1]", "not reported", "[a]"])
def test_a_cell_without_a_figure_is_no_fact_and_no_doubt(doubts, cell: str) -> None:
    assert doubts("US$ million | FY2024", f"Revenue | {cell}") == ""


@pytest.mark.parametrize("cell", ["5,278 / 4,779", "5,278 (2023: 4,779)", "about 5 to 6", "1,23"])
def test_a_cell_that_is_not_one_figure_is_a_doubt(doubts, cell: str) -> None:
    assert "is not one figure" in doubts("US$ million | FY2024", f"Revenue | {cell}")


def test_columns_of_change_and_sources_hold_no_facts(read) -> None:
    found = read(
        "US$ million | FY2024 | FY2023 | Change | % | Growth % | Notes | Source",
        "Revenue | 55,658 | 53,817 | 1,841 | 3.4 | 3 | 4 | 5",
    )
    assert [(str(fact.period.label), fact.value) for fact in found if fact.period] == [
        ("FY2024", 55658),
        ("FY2023", 53817),
    ]


def test_a_column_without_a_period_is_a_doubt_beside_others(vocabulary: Vocabulary) -> None:
    facts, said = read_facts([table("US$ million | FY2024 | Minerals", "Revenue | 1 | 2")], BHP, vocabulary)
    assert len(facts) == 1
    assert said == ("page 2, table 3: column 'Minerals' names no period",)


def test_a_table_without_periods_has_no_facts_and_is_no_doubt(doubts) -> None:
    assert doubts("Term | Meaning", "Revenue | 5 things") == ""


@pytest.mark.parametrize("header", ["FY2023 (restated)", "FY2023 restated", "Restated FY2023"])
def test_a_restated_column_makes_restated_facts(read, header: str) -> None:
    (fact,) = read(f"US$ million | {header}", "Underlying EBITDA | 5")
    assert (fact.period, fact.basis) == (Period(2023), "restated")


def test_periods_of_halves_and_days_are_read_by_the_company_s_calendar(read) -> None:
    found = read("US$ million | H1 FY2025 | Year ended 30 June 2024 | 31 December 2024", "Revenue | 1 | 2 | 3")
    assert [fact.period.label for fact in found if fact.period] == ["H1 FY2025", "FY2024", "H1 FY2025"]


@pytest.mark.parametrize(
    ("lines", "caption", "unit", "scale", "source"),
    [
        (("Item | Unit | FY2024", "Revenue | A$ million | 5"), "", "AUD", 10**6, 'the column of units, "A$ million"'),
        (("US$ million | FY2024", "Revenue (US$ billion) | 5"), "", "USD", 10**9, 'the row\'s label "US$ billion"'),
        (("Item | FY2024 US$m", "Revenue | 5"), "", "USD", 10**6, 'the column\'s header "US$m"'),
        (("Year to June (US$ million) | FY2024", "Revenue | 5"), "", "USD", 10**6, 'the table\'s header "US$ million"'),
        (("Item | FY2024", "Revenue | 5"), "All figures are in US$ million.", "USD", 10**6, "the paragraph above"),
        (("US$ million | FY2024", "Revenue | US$55.7bn"), "", "USD", 10**9, 'the cell "US$55.7bn"'),
        (("US$ million | Unit | FY2024", "Revenue | US$ billion | 5"), "", "USD", 10**9, "the column of units"),
    ],
)
def test_the_nearest_unit_counts(
    read, lines: tuple[str, ...], caption: str, unit: str, scale: int, source: str
) -> None:
    (fact,) = read(*lines, caption=caption)
    assert (fact.unit, fact.scale) == (unit, scale)
    assert source in fact.cell.unit_source


def test_a_figure_without_a_unit_is_a_doubt(doubts) -> None:
    assert "no unit is given" in doubts("Item | FY2024", "Revenue | 5")


def test_a_dividend_per_share_is_never_in_millions(doubts) -> None:
    assert 'the table\'s header "US$ million" is no unit of dividend' in doubts(
        "US$ million | FY2024", "Total dividend | 1.46"
    )


@pytest.mark.parametrize(
    ("lines", "unit"),
    [
        (("US$ per share | FY2024", "Total dividend | 1.46"), "USD/share"),
        (("US$ | FY2024", "Total dividend | 1.46"), "USD/share"),
        (("US$ million | FY2024", "Dividend (US cents per share) | 146"), "US cents/share"),
        (("Mt | FY2024", "Iron ore production | 260"), "Mt"),
        (("Item | FY2024", "Revenue growth | 3.4%"), "%"),
    ],
)
def test_units_keep_their_names(read, lines: tuple[str, ...], unit: str) -> None:
    (fact,) = read(*lines)
    assert (fact.unit, fact.scale) == (unit, 1)


def test_a_percentage_in_a_row_of_money_is_a_doubt(doubts) -> None:
    assert "is no unit of revenue" in doubts("US$ million | FY2024", "Revenue | 3.4%")


def test_a_lone_dollar_is_the_company_s(read, doubts) -> None:
    nst = Document(id="nst", path="nst.md", title="", digest="", company="NST")
    (fact,) = read("$ million | FY2024", "Revenue | 5", of=nst)
    assert (fact.unit, fact.currency) == ("AUD", "AUD")
    assert "read as AUD, Northern Star's currency" in fact.cell.unit_source
    nobody = Document(id="x", path="x.md", title="", digest="")
    assert "does not say which currency" in doubts("$ million | FY2024", "Revenue | 5", of=nobody)


def test_a_cell_in_another_currency_than_its_header_is_a_doubt(doubts) -> None:
    assert "the cell is in AUD" in doubts("US$ million | FY2024", "Revenue | A$5")


def test_basis_and_share_come_from_the_label(read) -> None:
    found = read(
        "US$ million | FY2024",
        "Underlying EBITDA | 1",
        "Free cash flow (per data aggregator) | 2",
        "Net profit after tax attributable to members | 3",
        "Net profit after tax | 4",
        "EBITDA | 5",
    )
    assert [(fact.metric, fact.basis, fact.share) for fact in found] == [
        ("ebitda", "underlying", None),
        ("free_cash_flow", "per_data_aggregator", None),
        ("net_profit", "statutory", "attributable"),
        ("net_profit", "statutory", None),
        ("ebitda", None, None),
    ]


def test_a_heading_that_names_a_basis_counts_for_plain_rows(read) -> None:
    plain, named = read(
        "US$ million | FY2024", "Net profit after tax | 4", "Statutory net profit | 5", section=("Underlying results",)
    )
    assert (plain.basis, named.basis) == ("underlying", "statutory")


def test_a_row_nobody_claims_is_kept_under_its_label(read) -> None:
    (fact,) = read("US$ million | FY2024", "Proceeds from sale of unicorns* | 7")
    assert (fact.metric, fact.label, fact.value) == (None, "Proceeds from sale of unicorns", Decimal(7))


def test_a_caption_with_two_units_serves_each_row_by_its_kind(read, doubts) -> None:
    caption = "Amounts in US$ million; dividends in US$ per share."
    revenue, dividend = read("Item | FY2024", "Revenue | 5", "Total dividend | 1.46", caption=caption)
    assert (revenue.unit, dividend.unit) == ("USD", "USD/share")
    assert "the unit may be USD or USD/share" in doubts("Item | FY2024", "Unicorns | 5", caption=caption)


def test_ragged_and_empty_rows_do_no_harm(vocabulary: Vocabulary) -> None:
    odd = Table(page=1, number=1, header=("US$ million", "FY2024"), rows=(("", "5"), ("x" * 500, "6"), ("Revenue", "")))
    assert read_facts([odd, Table(page=1, number=2, header=(), rows=())], BHP, vocabulary) == ((), ())

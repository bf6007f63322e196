"""Ways in which tables are read wrong elsewhere; each beside a harmless case that looks alike and must be read."""

import pytest
from tests.unit.documents.layout.print import page, right
from tests.unit.documents.test_print_facts import FILING, MILLIONS, printed, shown

from dragoman.documents.facts import read_facts
from dragoman.documents.layout.blocks import blocks_of_page
from dragoman.documents.layout.continued import with_headers
from dragoman.documents.layout.page import PageLayout
from dragoman.documents.presentation import Presentation
from dragoman.documents.reading import Grid
from dragoman.documents.sections import place
from dragoman.domain.document import Table
from dragoman.domain.fact import Fact
from dragoman.domain.period import FiscalCalendar
from dragoman.interpret.vocabulary import Vocabulary


def says(end_month: int = 12, last_year: int = 2023) -> Presentation:
    return Presentation(
        currency="USD", currency_source="", calendar=FiscalCalendar(end_month), last_year=last_year, is_scaled=True
    )


@pytest.fixture
def read(vocabulary: Vocabulary):
    def read(*lines: str, calendar: int = 12, caption: str = MILLIONS) -> tuple[Fact, ...]:
        return read_facts([printed(*lines, caption=caption)], FILING, vocabulary, says(calendar))[0]

    return read


@pytest.fixture
def read_print(vocabulary: Vocabulary):
    def read(*pages: PageLayout) -> list[str]:
        blocks = with_headers(block for layout in pages for block in blocks_of_page(layout))
        tables = [block for block in place(tuple(blocks)) if isinstance(block, Table)]
        return [f"{one.label} {one_shown}" for one, one_shown in _with_text(tables, vocabulary)]

    return read


def _with_text(tables: list[Table], vocabulary: Vocabulary) -> list[tuple[Fact, str]]:
    facts, _ = read_facts(tables, FILING, vocabulary, says())
    return list(zip(facts, shown(facts), strict=True))


@pytest.mark.parametrize(
    ("text", "value"),
    [("(265)", "-265"), ("265-", "-265"), ("−265", "-265"), ("$(265)", "-265"), ("(265)(1)", "-265"), ("265", "265")],
)
def test_a_minus_survives_and_none_is_made_up(read, text: str, value: str) -> None:
    assert shown(read(" | 2022 | 2021", f"Other income | {text} | 9")) == [
        f"FY2022 {value} 1000000 USD",
        "FY2021 9 1000000 USD",
    ]


def test_two_figures_in_one_cell_are_no_fact_and_a_figure_with_a_note_s_mark_is(read) -> None:
    assert read(" | 2022", "Cash | 1,000.00 14,904.08") == ()
    assert read(" | 2022", "Cash | 76.9 -") == ()
    assert shown(read(" | 2022", "Cash | 1,000.00(1)")) == ["FY2022 1000.00 1000000 USD"]


def test_columns_printed_close_are_not_merged(read_print) -> None:
    layout = page(
        {20: "(in millions)"},
        {20: "Year ended December 31,", 300: "2022", 350: "2021"},
        {20: "Cash", 300: "1,000.00 14,904.08"},
        {20: "Debt", 300: "2,000.00", 345: "15,904.08"},
    )
    assert read_print(layout)[:2] == ["Cash FY2022 1000.00 1000000 USD", "Cash FY2021 14904.08 1000000 USD"]


def _statement(*heads: dict[float, str]) -> PageLayout:
    rows = [
        {20: name, **right(420, "5"), **right(500, "7")} for name in ("Alpha income", "Beta income", "Gamma income")
    ]
    return page(*heads, *rows)


HEAD = {20: "Year ended December 31,", **right(420, "2022"), **right(500, "2021")}


def test_millions_said_on_the_first_page_hold_for_the_statement_s_second(read_print) -> None:
    facts = read_print(
        _statement({20: "(In millions)"}, HEAD), PageLayout(**{**_fields(_statement(HEAD)), "number": 2})
    )
    assert len(facts) == 12
    assert all("1000000 USD" in fact for fact in facts)


def test_millions_of_another_table_do_not_hold_for_a_table_of_other_columns(read_print) -> None:
    other = page(
        {20: "Year ended December 31,", **right(300, "2022")},
        {20: "Alpha", **right(300, "5")},
        {20: "B", **right(300, "6")},
    )
    facts = read_print(_statement({20: "(In millions)"}, HEAD), PageLayout(**{**_fields(other), "number": 2}))
    assert len(facts) == 6


def _fields(layout: PageLayout) -> dict[str, object]:
    return {"number": 1, "width": layout.width, "height": layout.height, "words": layout.words}


def test_the_prior_year_s_column_is_not_taken_for_this_year_s_wherever_it_stands(read) -> None:
    newest_first = read(" | 2022 | 2021", "Net sales | 9 | 5")
    oldest_first = read(" | 2021 | 2022", "Net sales | 5 | 9")
    assert sorted(shown(newest_first)) == sorted(shown(oldest_first))


@pytest.mark.parametrize(
    "column",
    ["% Change", "Change", "2022 vs. 2021", "Increase (decrease)", "Change in constant currency", "% of sales"],
)
def test_a_column_of_changes_is_no_value_of_a_year(read, column: str) -> None:
    facts = read(f" | 2022 | 2021 | {column}", "Net sales | 900 | 500 | 80")
    assert [fact.value for fact in facts] == [900, 500]


def test_a_row_that_speaks_of_change_keeps_its_years(read) -> None:
    assert len(read(" | 2022 | 2021", "Change in inventories | 9 | (5)")) == 2


@pytest.mark.parametrize(
    ("month", "column", "period"),
    [
        (12, "December 31, 2022", "FY2022"),
        (6, "June 30, 2022", "FY2022"),
        (1, "January 31, 2022", "FY2022"),
        (6, "Three months ended December 31, 2022", "Q2 FY2023"),
        (1, "Three months ended April 30, 2022", "Q1 FY2023"),
        (12, "Six months ended June 30, 2022", "H1 FY2022"),
        (6, "December 31, 2022", "H1 FY2023"),
    ],
)
def test_the_period_is_that_of_the_column_and_of_the_company_s_own_year(
    read, month: int, column: str, period: str
) -> None:
    assert shown(read(f" | {column}", "Cash | 5", calendar=month)) == [f"{period} 5 1000000 USD"]


def test_a_half_that_ended_in_the_document_s_last_year_is_no_forecast_but_the_year_it_opens_is(
    vocabulary: Vocabulary,
) -> None:
    table = printed(" | Six months ended December 31, 2022 | Year ended June 30, 2023", "Net sales | 5 | 9")
    facts, _ = read_facts([table], FILING, vocabulary, says(6, last_year=2022))
    assert shown(facts) == ["H1 FY2023 5 1000000 USD"]


def test_a_restated_column_is_not_the_one_first_reported(read) -> None:
    facts = read(" | 2022 | 2021 (Restated)", "Net sales | 5 | 9")
    assert [fact.basis for fact in facts] == [None, "restated"]


def test_a_grid_is_what_a_page_of_figures_becomes() -> None:
    assert any(isinstance(block, Grid) for block in blocks_of_page(_statement(HEAD)))

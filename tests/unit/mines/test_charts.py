"""Charts of an answer."""

import pytest

from dragoman.assistants.mines.charts import SCHEMA


# M-105
async def test_two_companies_of_one_currency_make_bars_in_millions(ask):
    (chart,) = (await ask("Compare BHP and RIO revenue in FY2024")).charts
    assert (chart["$schema"], chart["mark"]["type"]) == (SCHEMA, "bar")
    rows = [(row["company"], row["value"], row["unit"]) for row in chart["data"]["values"]]
    assert rows == [("BHP", 55658.0, "US$ million"), ("Rio Tinto", 53658.0, "US$ million")]


# M-105
async def test_each_currency_has_a_chart_of_its_own(ask):
    charts = (await ask("Rank the five miners by FY2024 revenue")).charts
    assert [chart["encoding"]["y"]["title"] for chart in charts] == ["US$ million", "A$ million"]


# M-105
async def test_a_financial_year_beside_a_calendar_year_makes_a_bar_for_each_company(ask):
    for question in ("Rank the five miners by FY2024 revenue", "Compare BHP, Rio and Fortescue revenue in FY2024"):
        chart = (await ask(question)).charts[0]
        assert (chart["mark"]["type"], chart["encoding"]["x"]["field"]) == ("bar", "company")
        assert "color" not in chart["encoding"]
        assert [row["period"] for row in chart["data"]["values"]] == ["FY2024", "2024", "FY2024"]


# M-105
async def test_several_companies_over_years_make_a_line_each(ask):
    (chart,) = (await ask("Compare BHP and Fortescue revenue from FY2021 to FY2024")).charts
    assert (chart["mark"]["type"], chart["encoding"]["color"]["field"]) == ("line", "company")


# M-105
async def test_one_point_makes_no_chart(ask):
    assert (await ask("What was BHP's FY2024 revenue?")).charts == ()


async def test_years_of_one_company_make_a_line(ask):
    (chart,) = (await ask("BHP's revenue trend from FY2021 to FY2025")).charts
    assert chart["mark"]["type"] == "line"
    assert [row["period"] for row in chart["data"]["values"]] == ["FY2021", "FY2022", "FY2023", "FY2024", "FY2025"]


@pytest.mark.parametrize(
    ("question", "unit"),
    [
        ("Compare the dividends of BHP and Rio in FY2024", "US$ per share"),
        ("Northern Star's gold sold in FY2023 and FY2024", "koz"),
        ("Northern Star's AISC in FY2023 and FY2024", "A$ per oz"),
    ],
)
async def test_rates_and_quantities_keep_their_unit(ask, question, unit):
    (chart,) = (await ask(question)).charts
    assert {row["unit"] for row in chart["data"]["values"]} == {unit}


async def test_each_point_names_its_citation_and_page(ask):
    answer = await ask("Compare BHP and RIO revenue in FY2024")
    rows = answer.charts[0]["data"]["values"]
    assert [row["citation"] for row in rows] == [citation.marker for citation in answer.citations]
    assert rows[0]["source"] == "BHP digest FY2024, page 1"

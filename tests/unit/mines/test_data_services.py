"""A data service's figure where the company reports none: said to exist, never given as the answer."""

import pytest


@pytest.mark.parametrize(
    ("text", "figure"), [("MinRes FY24 capex", "A$4,260 million"), ("MinRes FY24 free cash flow", "−A$2,810 million")]
)
async def test_what_a_data_service_has_is_offered_and_not_given(ask, text, figure):
    answer = await ask(text)
    assert answer.outcome == "fallback"
    assert f"A data service has {figure} under its own definition; ask for it by name." in answer.text
    assert not answer.citations


async def test_beside_a_figure_that_is_reported_it_is_offered_too(ask):
    answer = await ask("MinRes revenue and capex FY24")
    assert answer.text.startswith("Mineral Resources' revenue for FY2024 was A$5,278 million [1].")
    assert "a data service has A$4,260 million for FY2024 under its own definition" in answer.text


@pytest.mark.parametrize(
    "text", ["BHP's FY2024 free cash flow", "BHP's FY2024 earnings per share", "MinRes FY25 capex"]
)
async def test_where_the_company_reports_it_or_nobody_has_it_nothing_is_offered(ask, text):
    assert "data service" not in (await ask(text)).text


async def test_asked_for_by_name_it_is_the_answer(ask):
    answer = await ask("MinRes FY24 capex according to the data service")
    assert "A$4,260 million [1]" in answer.text

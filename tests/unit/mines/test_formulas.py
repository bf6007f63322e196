"""Figures worked out by a formula, as a person reads them."""

import pytest

WORKED_OUT = {
    "BHP's cash conversion in FY2024? Cash conversion = net operating cash flow / underlying EBITDA.": (
        "BHP's cash conversion for FY2024 was 71.2 %, from operating cash flow of US$20,665 million in FY2024 [1] "
        "and underlying EBITDA of US$29,016 million in FY2024 [2]."
    ),
    "What was BHP's spare cash in FY2024, where spare cash = net operating cash flow - capital expenditure?": (
        "BHP's spare cash for FY2024 was US$11,849 million, from"
    ),
    "How much was BHP's FY2024 revenue in USD billions?": "US$55,658 million [1], which is US$55.658 billion.",
    "BHP EBITDA margin FY2024? Round to two decimal places.": "BHP's EBITDA margin for FY2024 was 52.13 %",
    "BHP revenue growth FY2024? Round to three decimal places.": "BHP's revenue grew by 3.421 %",
}


@pytest.mark.parametrize(("question", "said"), WORKED_OUT.items())
async def test_a_formula_of_the_question_is_worked_out_with_its_figures(ask, question, said):
    answer = await ask(question)
    assert said in answer.text
    assert answer.confidence == "high"


async def test_a_formula_shows_each_figure_in_its_lineage(ask):
    answer = await ask("BHP's cover in FY2024? Cover = underlying EBITDA / net debt")
    (node,) = answer.lineage
    assert [one.fact.metric for one in node.operands] == ["ebitda", "net_debt"]
    assert node.expression.startswith("29,016 ÷ 9,120 = ")


async def test_what_a_named_formula_lacks_is_named_and_nothing_is_worked_out(ask):
    answer = await ask("What is BHP's quick ratio for FY2024?")
    assert "I looked for BHP's current assets for FY2024" in answer.text
    assert not answer.lineage


@pytest.mark.parametrize(
    "formula",
    ["revenue / 0", "((((revenue", "revenue / / revenue", "* revenue", "(" * 60, "foo / foo", "0 / 0"],
)  # fmt: skip
async def test_an_odd_formula_is_answered_in_words(ask, formula):
    answer = await ask(f"What was BHP's cover in FY2024? Cover is defined as: {formula}.")
    assert answer.text
    assert not any(one in answer.text for one in ("Infinity", "NaN", "Traceback"))


GROWTH = {
    "How much did revenue grow on the year before for BHP in FY2024?": 1,
    "How much did BHP's revenue grow in FY2024 over the prior year?": 1,
    "How much did BHP's revenue grow in FY2024 on the previous year?": 1,
    "How much did BHP's revenue grow in FY2024 and in the year before?": 2,
    "How much did BHP's revenue grow in FY2023 and FY2024?": 2,
}


@pytest.mark.parametrize(("question", "changes"), GROWTH.items())
async def test_the_year_before_is_what_a_change_is_held_against_or_a_change_of_its_own(ask, question, changes):
    assert (await ask(question)).text.count("BHP's revenue ") == changes

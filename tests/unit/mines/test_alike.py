"""What may be combined with what."""

from dragoman.assistants.mines.alike import alike


async def test_a_metric_that_stands_in_is_never_mixed_into_a_series(ask):
    answer = await ask("average capital expenditure of BHP over FY2022 to FY2025")
    (node,) = answer.calculations
    assert {operand.fact.metric for operand in node.operands} == {"capital_expenditure"}
    assert "BHP reports capital and exploration expenditure of US$9,790 million for FY2025" in answer.text
    assert "Not combined with the rest" in answer.text


async def test_a_metric_that_stands_in_is_no_part_of_a_ratio(ask):
    answer = await ask("BHP's exploration expenditure as a share of revenue in FY2025")
    assert answer.calculations == ()
    assert "So the ratio cannot be computed." in answer.text


async def test_a_series_keeps_to_one_share(ask):
    answer = await ask("Rio Tinto's mined copper production trend")
    shares = {operand.fact.share for node in answer.calculations for operand in node.operands}
    assert len(shares) == 1
    assert answer.confidence == "high"


async def test_a_series_where_nobody_has_the_metric_is_of_the_one_that_stands_in(ask):
    answer = await ask("How did Fortescue's iron ore production change from FY2023 to FY2024?")
    assert "iron ore production for FY2023 and FY2024: not in the documents" in answer.text
    assert {operand.fact.metric for node in answer.calculations for operand in node.operands} == {"iron_ore_shipments"}


async def test_a_figure_on_another_basis_is_named_in_a_ranking(ask):
    answer = await ask("Rank the five miners by EBITDA in FY2023")
    assert "Northern Star statutory EBITDA of A$1,943 million" in answer.text
    assert "Mineral Resources underlying EBITDA of A$1,754 million" in answer.text
    assert answer.confidence == "high"


async def test_years_with_a_gap_are_not_called_a_range(ask):
    answer = await ask("average iron ore production of BHP over FY2022 to FY2025")
    assert "of BHP for FY2022 and FY2025 was 258 Mt" in answer.text
    assert answer.confidence == "high"


async def test_a_company_alone_in_its_currency_is_still_named(ask):
    answer = await ask("Rank BHP, Rio Tinto and Northern Star by operating cash flow in FY2023")
    assert "Northern Star's operating cash flow for FY2023 was A$1,352 million" in answer.text


async def test_one_figure_alone_is_stated_and_not_ranked(ask):
    answer = await ask("Rank BHP and Rio Tinto by capital and exploration expenditure in FY2024")
    assert answer.text.startswith("BHP's capital and exploration expenditure for FY2024 was US$9,270 million [1].")
    assert answer.calculations == ()


def test_nothing_found_is_nothing_apart():
    assert alike(()).apart == ()

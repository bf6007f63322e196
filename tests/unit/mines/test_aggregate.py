"""The late decision: what was found decides whether anything must be computed, and with what."""

from dataclasses import replace
from decimal import Decimal

import pytest

from dragoman.assistants.mines.arithmetic import compute
from dragoman.assistants.mines.material import Found, Material
from dragoman.assistants.mines.nodes.aggregate import NEWS_HEADER, REPORT_HEADER, merge
from dragoman.assistants.mines.nodes.calculator_agent import RESULT_HEADER
from dragoman.assistants.mines.stated import stated_result
from dragoman.domain.document import Passage
from dragoman.domain.period import Period
from dragoman.domain.plan import Aggregate, Difference, Growth, Lookup, Plan, Rank, Ratio

NEWS = [
    {"title": "T", "published": "2026-11-01", "text": "It rained.", "source": "https://n.example/a", "companies": []}
]


def cell(company, metric, year):
    return Lookup(company=company, metric=metric, period=Period(year))


@pytest.fixture
def material(tools):
    """The real facts of some cells."""

    def material(step, *cells, passages=()):
        found = {}
        for one in cells:
            facts = tools.retriever.facts(one)
            found[one] = Found(cell=one, fact=facts[0] if facts else None)
        return Material(plan=Plan(steps=(step,)), found=found, passages=passages)

    return material


# M-061
@pytest.mark.parametrize(
    ("draft", "news", "headers"),
    [("A.", NEWS, [REPORT_HEADER, NEWS_HEADER]), ("A.", [], [REPORT_HEADER]), ("", NEWS, [NEWS_HEADER]), ("", [], [])],
)
def test_each_source_that_has_something_stands_under_its_header(today, draft, news, headers):
    context = merge(draft, news, today)
    assert [line for line in context.splitlines() if line.startswith("【")] == headers
    assert context.count("\n\n") == max(len(headers) - 1, 0)


# M-059
async def test_whether_to_compute_is_decided_after_the_search(run):
    ran = await run("How much did BHP's net debt grow from FY2022 to FY2023?")
    assert ran.nodes.index("grade_answer") < ran.nodes.index("aggregate") < ran.nodes.index("calculator_agent")
    assert "calculation" not in str(ran.state["decision"]["flags"])


# M-060
async def test_raw_figures_that_must_be_combined_need_the_calculator(run):
    state = (await run("How much did BHP's net debt grow from FY2022 to FY2023?")).state
    assert state["needs_calculation"]
    assert RESULT_HEADER in state["aggregated_context"]


# M-060
async def test_a_result_that_the_page_states_needs_no_calculator(run):
    ran = await run("How much did BHP's revenue grow from FY2023 to FY2024?")
    assert not ran.state["needs_calculation"]
    assert "calculator_agent" not in ran.nodes
    assert ran.state["stated"][0]["sentence"].count("3.4 %") == 1


# M-060
async def test_a_figure_alone_needs_no_calculator(run):
    assert not (await run("What was BHP's FY2024 revenue?")).state["needs_calculation"]


def prose(text, period="FY2024"):
    return Passage(id="p", document="d", page=1, section=(), kind="text", text=text, company="BHP", period=period)


GROWTH = Growth(cells=(cell("BHP", "revenue", 2023), cell("BHP", "revenue", 2024)))


# M-059, M-060
@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("BHP's revenue was 3.4 % higher.", True),
        ("BHP's revenue was 3 % higher.", False),
        ("BHP's revenue was 4.4 % higher.", False),
        ("BHP's net debt was 3.4 % higher.", False),
        ("Revenue fell 3.4 % and EBITDA rose 9.1 %.", False),
    ],
)
def test_only_a_sentence_that_agrees_with_the_figures_states_the_result(tools, material, today, text, counts):
    found = material(GROWTH, *GROWTH.cells, passages=(prose(text),))
    stated = stated_result(GROWTH, compute(GROWTH, found), found, tools.interpreter, today)
    assert (stated is not None) == counts


def test_a_sentence_of_another_year_states_nothing(tools, material, today):
    found = material(GROWTH, *GROWTH.cells, passages=(prose("BHP's revenue was 3.4 % higher.", "FY2023"),))
    assert stated_result(GROWTH, compute(GROWTH, found), found, tools.interpreter, today) is None


# M-064
def test_growth_is_taken_oldest_first_whatever_the_order(material):
    backwards = Growth(cells=(cell("BHP", "revenue", 2024), cell("BHP", "revenue", 2023)))
    (node,) = compute(backwards, material(backwards, *backwards.cells)).nodes
    assert node.expression.startswith("(55,658 − 53,817) ÷ 53,817")


# M-064
def test_a_missing_operand_gives_no_result(material):
    step = Difference(left=cell("BHP", "revenue", 2024), right=cell("BHP", "ebit", 2024))
    assert compute(step, material(step, step.left, step.right)).nodes == ()


def test_currencies_are_never_subtracted_or_divided(material):
    left, right = cell("BHP", "revenue", 2024), cell("MIN", "revenue", 2024)
    for step in (Difference(left=left, right=right), Ratio(numerator=left, denominator=right)):
        computed = compute(step, material(step, left, right))
        assert computed.nodes == ()
        assert computed.problem == "US dollars and Australian dollars cannot be combined without a rate."


@pytest.mark.parametrize("step", [Aggregate, Rank])
def test_currencies_are_totalled_and_ranked_apart(material, step):
    cells = tuple(cell(company, "revenue", 2024) for company in ("BHP", "MIN", "RIO"))
    made = step(cells=cells, **({"operation": "total"} if step is Aggregate else {}))
    assert [node.unit for node in compute(made, material(made, *cells)).nodes] == ["USD", "AUD"]


def test_a_zero_base_is_said_and_not_divided_by(material):
    found = material(GROWTH, *GROWTH.cells)
    old, new = GROWTH.cells
    zero = replace(found.found[old].fact, value=Decimal(0))
    changed = Material(plan=found.plan, found={old: Found(cell=old, fact=zero), new: found.found[new]})
    (node,) = compute(GROWTH, changed).nodes
    assert (node.amount, "zero" in node.note) == (None, True)

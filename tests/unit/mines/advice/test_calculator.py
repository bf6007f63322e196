"""The calculator with a model: it chooses among four tools, and only figures of the pages are operands."""

from dataclasses import replace

import pytest
from tests.unit.models.room import candidate, dispatcher

from dragoman.assistants.mines.advice.ask import prompts
from dragoman.assistants.mines.advice.calculator import MAX_RESULTS, Toolbox, worked_out
from dragoman.assistants.mines.advice.figures import figures_in
from dragoman.assistants.mines.material import Found, Material
from dragoman.domain.lineage import facts_of
from dragoman.domain.period import Period
from dragoman.domain.plan import Lookup, Plan
from dragoman.graphs.path import TurnContext
from dragoman.models.chat import ToolCall
from dragoman.models.errors import ModelUnavailableError
from dragoman.testing.scripted_model import ScriptedLanguageModel, Working

CELLS = [("BHP", "revenue", 2023), ("BHP", "revenue", 2024), ("BHP", "ebitda", 2024), ("FMG", "revenue", 2024)]
CELLS += [("RIO", "revenue", 2024), ("MIN", "revenue", 2024)]  # the last is in Australian dollars


@pytest.fixture
def material(tools) -> Material:
    cells = [Lookup(company=company, metric=metric, period=Period(year)) for company, metric, year in CELLS]
    found = {cell: Found(cell=cell, fact=tools.retriever.facts(cell)[0]) for cell in cells}
    return Material(plan=Plan(), found=found)


@pytest.fixture
def box(tools, material, today) -> Toolbox:
    return Toolbox(figures_in(material, "", tools=tools, today=today))


def call(box, name, **arguments):
    return {tool.spec.name: tool for tool in box.tools}[name].call(arguments)


# M-063
def test_there_are_four_tools(box):
    assert [tool.spec.name for tool in box.tools] == ["growth", "ratio", "aggregate", "arithmetic"]


# M-063
@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("growth", {"figures": ["F1", "F2"]}, "= 3.42 %"),
        ("ratio", {"numerator": "F3", "denominator": "F2", "as_percent": True}, "÷ 55,658 = "),
        ("aggregate", {"figures": ["F2", "F4"], "operation": "total"}, "73,878"),
        ("arithmetic", {"expression": "55,658 - 53,817"}, "= 1,841"),
    ],
)
async def test_each_tool_calculates_with_figures_of_the_pages(box, name, arguments, said):
    assert said in await call(box, name, **arguments)
    assert facts_of(box.results[0])[0].cell.page > 0


# M-064
@pytest.mark.parametrize(
    ("name", "arguments", "why"),
    [
        ("growth", {"figures": ["F1", "61,000"]}, "none of the figures"),
        ("growth", {"figures": ["F1", "F99"]}, "the list ends with F6"),
        ("growth", {"figures": ["F2", "F1"]}, "not oldest first; give them as F1, F2"),
        ("growth", {"figures": ["F2", "F2"]}, "given more than once"),
        ("growth", {"figures": ["F1", "F4"]}, "one metric of one company"),
        ("growth", {"figures": ["F1"]}, "do not fit"),
        ("ratio", {"numerator": "F²", "denominator": "F1"}, "none of the figures"),
        ("ratio", {"numerator": "F1000", "denominator": "F1"}, "the list ends with F6"),
        ("ratio", {"numerator": "F0012", "denominator": "F2"}, "the list ends with F6"),
        ("aggregate", {"figures": ["F2", "55,658"], "operation": "total"}, "given more than once"),
        ("ratio", {"numerator": "F1", "denominator": "F6"}, "cannot be combined"),
        ("ratio", {"numerator": "F1"}, "do not fit"),
        ("ratio", {"numerator": "F1", "denominator": "F2", "shell": "ls"}, "do not fit"),
        ("aggregate", {"figures": ["F1"], "operation": "exec"}, "there are average"),
        ("arithmetic", {"expression": "55,658 * 1.05"}, "none of the figures"),
        ("arithmetic", {"expression": "2 ** 9"}, "cannot be evaluated"),
        ("arithmetic", {"expression": "100 * 100"}, "no figure of the list"),
    ],
)
async def test_anything_else_is_refused_and_the_model_is_told_why(box, name, arguments, why):
    said = await call(box, name, **arguments)
    assert said.startswith("refused: ")
    assert why in said
    assert box.results == []


async def test_results_are_capped(box):
    for _ in range(MAX_RESULTS):
        box.results.append((await call(box, "growth", figures=["F1", "F2"]), box.results[0])[1])
    assert await call(box, "growth", figures=["F1", "F2"]) == "refused: no further result is possible"


def working(*calls, text="The revenue grew by 99 %."):
    asked = [ToolCall(id=str(n), name=name, arguments=arguments) for n, (name, arguments) in enumerate(calls)]
    return ScriptedLanguageModel({"mines_calculate": Working(asked, text)})


async def test_only_results_of_tools_count_and_not_what_the_model_says(tools, material, today):
    model = working(("growth", {"figures": ["F1", "F2"]}), ("growth", {"figures": ["F2", "1"]}))
    nodes = await worked_out("q", material, tools=replace(tools, model=model), turn=TurnContext(today))
    assert [(node.operation, node.shown) for node in nodes] == [("growth", "3.4 %")]


async def test_the_model_is_shown_figures_in_our_words_and_no_text_of_a_page(tools, material, today):
    model = working()
    await worked_out("q", material, tools=replace(tools, model=model), turn=TurnContext(today))
    lines = model.calls[0].inputs["figures"].splitlines()
    assert lines[1] == "F2: BHP's revenue for FY2024: US$55,658 million"
    assert prompts()["mines_calculate"].data == ("question",)


async def test_a_calculator_that_fails_leaves_no_result_and_a_mark(tools, material, today):
    turn = TurnContext(today)
    model = ScriptedLanguageModel({"mines_calculate": ModelUnavailableError([])})
    assert await worked_out("q", material, tools=replace(tools, model=model), turn=turn) == ()
    assert turn.degraded == ["calculator_agent"]


async def test_results_stand_where_the_model_calls_on_instead_of_ending(tools, material, today):
    wish = ToolCall(id="1", name="growth", arguments={"figures": ["F1", "F2"]})
    one = candidate("free:one", [wish, wish, wish])
    turn = TurnContext(today)
    nodes = await worked_out("q", material, tools=replace(tools, model=dispatcher(one)), turn=turn)
    assert [node.shown for node in nodes] == ["3.4 %"]
    assert turn.degraded == []

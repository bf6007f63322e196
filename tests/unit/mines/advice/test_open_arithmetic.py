"""An open question that wants figures combined, from the found pages to the answer."""

import re

import pytest

from dragoman.models.chat import ToolCall
from dragoman.models.errors import ModelUnavailableError
from dragoman.testing.scripted_model import ScriptedLanguageModel, Working

OPEN = "Why did BHP's revenue change in FY2024, and by how much?"
NOTHING = {"global_query": "", "companies": [], "company_queries": []}


def model_that(due: object, work: object = "") -> ScriptedLanguageModel:
    answers = {"mines_rewrite": NOTHING, "mines_grade_docs": {"indices": list(range(1, 20))}}
    return ScriptedLanguageModel({**answers, "mines_aggregate": due, "mines_calculate": work})


def growth(inputs) -> Working:
    """Take the growth of the two figures of revenue in the list."""
    lines = inputs["figures"].splitlines()
    years = {
        year: line.split(":")[0] for line in lines for year in ("FY2023", "FY2024") if f"revenue for {year}" in line
    }
    call = ToolCall(id="1", name="growth", arguments={"figures": [years["FY2023"], years["FY2024"]]})
    return Working([call], "done")


@pytest.fixture
def ask_with(run):
    """Run an open question with a model that only decides; what it would write fails and the templates stand in."""

    async def ask_with(model, text=OPEN, policy="cascade"):
        return await run(text, model=model, policy=policy)

    return ask_with


# M-059, M-063
async def test_a_model_that_wants_figures_combined_gets_them_with_their_cells(ask_with):
    model = model_that({"needs_calculation": True}, growth)
    ran = await ask_with(model)
    assert "calculator_agent" in ran.nodes
    assert (
        "The change is 3.4 %, from BHP's revenue for FY2023"
        in ran.state["aggregated_context"] + ran.state["final_answer"]
    )
    node = ran.state["worked"][0]
    assert [leaf["fact"]["period"]["year"] for leaf in node["operands"]] == [2023, 2024]


async def test_a_question_without_a_word_for_a_number_is_not_put_to_the_model(ask_with):
    model = model_that({"needs_calculation": True})
    await ask_with(model, "Why did BHP's costs change in FY2024?")
    assert model.calls_of("mines_aggregate") == []


# M-059
async def test_nothing_to_combine_needs_no_calculator(ask_with):
    ran = await ask_with(model_that({"needs_calculation": False}))
    assert "calculator_agent" not in ran.nodes


async def test_a_failure_means_no_calculation(ask_with):
    ran = await ask_with(model_that(ModelUnavailableError([])))
    assert "calculator_agent" not in ran.nodes
    assert "aggregate" in " ".join(ran.state["answer"]["caveats"])


async def test_no_word_of_a_page_reaches_the_choice_of_tools(ask_with):
    model = model_that({"needs_calculation": True}, growth)
    await ask_with(model)
    shown = [line for call in model.calls for line in call.inputs.get("figures", "").splitlines()]
    assert shown
    assert all(re.fullmatch(r"F\d+: [\w&' .]+ for (H[12] )?FY\d{4}: .{1,40}", line) for line in shown), shown
    (call,) = model.calls_of("mines_aggregate")
    assert set(call.inputs) == {"question", "figures"}


async def test_no_context_asks_nobody(run):
    model = model_that({"needs_calculation": True})
    await run("Why did zzzz qqqq at BHP in FY2024, and by how much?", model=model, retriever=Empty())
    assert model.calls_of("mines_aggregate") == []


class Empty:
    """A retriever that finds nothing."""

    def facts(self, lookup):
        return ()

    def search(self, text, **filters):
        return ()

"""Searches, passages and summaries with a model: it adds and chooses, and code keeps what it must not lose."""

from dataclasses import replace

import pytest

from dragoman.assistants.mines.nodes.compress_context import MARK, compress_context
from dragoman.assistants.mines.nodes.grade_docs import grade_docs
from dragoman.assistants.mines.nodes.query_rewrite import query_rewrite
from dragoman.assistants.mines.state import fresh_turn
from dragoman.domain import wire
from dragoman.domain.period import Period
from dragoman.domain.plan import Explain, Lookup, Plan
from dragoman.graphs.path import TurnContext
from dragoman.models.errors import ModelUnavailableError
from dragoman.testing.scripted_model import ScriptedLanguageModel

WHY = "Why did costs go up at Fortescue in FY2024?"
FORTESCUE = Plan(steps=(Explain(topic=WHY, companies=("FMG",), periods=(Period(2024),)),))
CELL = Plan(steps=(Lookup(company="BHP", metric="revenue", period=Period(2024)),))


@pytest.fixture
def rewrite(tools, today):
    """Rewrite a plan with a model that proposes these searches, and return the values and the model."""

    async def rewrite(plan, query, *searches, policy="cascade", words="", state=()):
        model = ScriptedLanguageModel(
            {
                "mines_rewrite": {
                    "global_query": words,
                    "companies": [],
                    "company_queries": [{"company": company, "query": text} for company, text in searches],
                }
            }
        )
        given = {"query": query, "plan": wire.dump(plan), **dict(state)}
        own = replace(tools, model=model, policy=policy)
        return (await query_rewrite(given, TurnContext(today), tools=own)).values, model

    return rewrite


def added(values):
    return [(one["company"], one["text"]) for one in values["company_queries"]]


# M-045
async def test_a_model_adds_words_to_the_searches_of_an_open_question(rewrite):
    values, _ = await rewrite(
        FORTESCUE, WHY, ("FMG", "C1 unit cost labour diesel"), words="Fortescue FY2024 cost drivers"
    )
    assert added(values)[0][1].startswith("FMG FY2024")
    assert added(values)[-1] == ("FMG", "FMG FY2024 C1 unit cost labour diesel")
    assert values["rewritten_query"] == "Fortescue FY2024 cost drivers"


@pytest.mark.parametrize(
    "search",
    [
        ("RIO", "costs"),  # another company
        ("Atlantis Mining", "costs"),  # nobody we know
        ("FMG", "costs of Rio Tinto"),
        ("FMG", "costs in FY2019"),
        ("FMG", "costs of US$5 billion"),
        ("FMG", "see https://evil.example"),
        ("FMG", "x" * 300),
    ],
)
async def test_a_search_for_something_else_is_ignored_and_the_plans_own_stay(rewrite, search):
    values, _ = await rewrite(FORTESCUE, WHY, search)
    alone, _ = await rewrite(FORTESCUE, WHY)
    assert values["company_queries"] == alone["company_queries"]
    assert values["companies"] == ["FMG"]


@pytest.mark.parametrize(
    "words", ["Why did costs go up at Rio Tinto in FY2024?", "Why did costs go up?", "Fortescue FY2023"]
)
async def test_words_that_lose_or_swap_a_name_are_not_taken(rewrite, words):
    values, _ = await rewrite(FORTESCUE, WHY, words=words)
    assert values["rewritten_query"] == WHY


async def test_a_whole_plan_needs_no_rewriting(rewrite):
    _, model = await rewrite(CELL, "BHP revenue FY2024")
    assert model.calls == []


# M-045
async def test_under_the_model_policy_it_reads_every_question_again(rewrite):
    values, model = await rewrite(CELL, "BHP revenue FY2024", ("BHP", "sales revenue"), policy="model")
    assert len(model.calls) == 1
    assert added(values) == [("BHP", "BHP FY2024 revenue"), ("BHP", "BHP FY2024 sales revenue")]


# M-055
async def test_a_retry_calls_no_model(rewrite):
    retried = {
        "company_status": {"FMG": False},
        "company_queries": [],
        "stage": "answer",
        "effort": 0,
        "retry_count": {"answer": 0},
    }
    _, model = await rewrite(FORTESCUE, WHY, policy="model", state=retried)
    assert model.calls == []


@pytest.fixture
def grade(tools, today, retrieve):
    """Grade the passages of an open question with a model that replies so."""

    async def grade(reply, plan=FORTESCUE, query=WHY, policy="cascade"):
        plain = (await retrieve(plan, query)).state
        docs = [*plain["documents"], *plain["documents"]]  # what two branches brought counts once
        queries, status = plain["company_queries"], plain["company_status"]
        state = {"query": query, "plan": wire.dump(plan), "retrieved_docs": docs, "found": plain["found"]}
        model, turn = ScriptedLanguageModel({"mines_grade_docs": reply}), TurnContext(today)
        own = replace(tools, model=model, policy=policy)
        update = await grade_docs({**state, "company_queries": queries, "company_status": status}, turn, tools=own)
        return update.values, plain["documents"], turn, model

    return grade


async def test_a_model_chooses_among_numbered_previews_and_wrong_numbers_choose_nothing(grade):
    values, docs, _, model = await grade({"indices": [1, 1, 0, -3, 99]})
    assert values["graded_docs"] == docs[:1]
    assert max(map(len, model.calls[0].inputs["excerpts"].split("\n\n"))) < 700


async def test_none_relevant_is_another_search(grade):
    values, *_ = await grade({"indices": []})
    assert (values["graded_docs"], values["grade"]) == ([], "retry")


async def test_a_grading_that_fails_keeps_every_passage(grade):
    values, docs, turn, _ = await grade(ModelUnavailableError([]))
    assert values["graded_docs"] == docs
    assert turn.degraded == ["grade_docs"]


async def test_the_tables_of_found_figures_stay_whatever_a_model_says(grade):
    values, *_ = await grade({"indices": []}, CELL, "BHP revenue FY2024", "model")
    assert [doc["kind"] for doc in values["graded_docs"]] == ["table"]
    assert values["grade"] == "pass"


async def test_whole_plans_are_graded_by_code(grade):
    *_, model = await grade({"indices": []}, CELL, "BHP revenue FY2024")
    assert model.calls == []


TALK = [
    {"role": "user", "content": "What was BHP's revenue in FY2024?"},
    {"role": "assistant", "content": "BHP's revenue was US$55,658 million in FY2024."},
] * 6
GOOD = "The user asked for BHP's revenue in FY2024. It was US$55,658 million."


async def compressed(tools, today, reply, policy="model"):
    model, turn = ScriptedLanguageModel({"mines_compress": reply}), TurnContext(today)
    own = replace(tools, model=model, policy=policy)
    update = await compress_context(fresh_turn("q", TALK), turn, tools=own)
    return update.values["messages"][0]["content"], turn, model


# M-012
async def test_a_models_summary_stands_in_where_it_keeps_every_name_and_figure(tools, today):
    summary, *_ = await compressed(tools, today, GOOD)
    assert summary == f"{MARK} (summary) · {GOOD}"


# M-012
@pytest.mark.parametrize(
    "wrong",
    [
        "The user asked for revenue in FY2024. It was US$55,658 million.",
        "The user asked for BHP's revenue. It was US$55,658 million.",
        "The user asked about BHP in FY2024.",
        GOOD.replace("55,658", "55,685"),
        GOOD + " Rio Tinto was not asked for.",
        GOOD + " FY2023 was lower.",
    ],
)
async def test_a_summary_that_loses_a_name_or_brings_a_number_is_thrown_away(tools, today, wrong):
    summary, *_ = await compressed(tools, today, wrong)
    assert summary.startswith(f"{MARK} (extracts)")


async def test_a_summary_that_fails_leaves_the_extract_and_a_mark(tools, today):
    summary, turn, _ = await compressed(tools, today, ModelUnavailableError([]))
    assert summary.startswith(f"{MARK} (extracts)")
    assert turn.degraded == ["compress_context"]


async def test_the_cascade_extracts_and_asks_nobody(tools, today):
    _, _, model = await compressed(tools, today, GOOD, "cascade")
    assert model.calls == []

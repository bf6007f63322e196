"""The retrieval subgraph: what is searched, what is kept, what is searched again."""

from dataclasses import replace
from datetime import date

import pytest

from dragoman.assistants.mines.nodes.grade_answer import grade_answer
from dragoman.assistants.mines.nodes.query_rewrite import query_rewrite, with_hints
from dragoman.assistants.mines.subgraph import build_subgraph
from dragoman.domain import wire
from dragoman.domain.document import Passage
from dragoman.domain.period import Period
from dragoman.domain.plan import Explain, Growth, Lookup, Plan
from dragoman.graphs.path import TurnContext


def cell(company, metric, year, **more):
    return Lookup(company=company, metric=metric, period=Period(year), **more)


async def rewritten(plan, query, tools, today):
    state = {"query": query, "plan": wire.dump(plan)}
    return (await query_rewrite(state, TurnContext(today), tools=tools)).values


# M-045, M-047
async def test_two_questions_in_one_become_two_searches(tools, today):
    query = "What was BHP's FY2023 profit and RIO's FY2024 dividends?"
    plan = tools.router.decide(query, reference_date=today).plan
    values = await rewritten(plan, query, tools, today)
    assert values["rewritten_query"] == query
    assert values["companies"] == ["BHP", "RIO"]
    searches = [(search["company"], search["text"]) for search in values["company_queries"]]
    assert searches == [("BHP", "BHP FY2023 profit"), ("RIO", "RIO FY2024 dividends")]


# M-046
async def test_the_same_figure_of_two_companies_is_two_searches(tools, today):
    plan = Plan(steps=(cell("BHP", "ebitda", 2024), cell("RIO", "ebitda", 2024)))
    values = await rewritten(plan, "Compare BHP and RIO EBITDA", tools, today)
    assert [search["company"] for search in values["company_queries"]] == ["BHP", "RIO"]


# M-073
async def test_two_figures_of_one_company_are_two_searches(tools, today):
    plan = Plan(steps=(cell("BHP", "revenue", 2024), cell("BHP", "capital_expenditure", 2024)))
    values = await rewritten(plan, "BHP revenue and BHP capex", tools, today)
    assert [search["metric"] for search in values["company_queries"]] == ["revenue", "capital_expenditure"]


# M-050
async def test_no_company_is_found_before_the_search(tools, today):
    plan = Plan(steps=(cell("BHP", "revenue", 2024), cell("RIO", "revenue", 2024)))
    assert (await rewritten(plan, "q", tools, today))["company_status"] == {"BHP": False, "RIO": False}


# M-051
async def test_a_question_that_names_nobody_goes_to_all_five(retrieve):
    ran = await retrieve(Plan(steps=(Explain(topic="What do they say about free cash flow?"),)), "free cash flow")
    assert set(ran.state["company_status"]) == {"BHP", "RIO", "FMG", "MIN", "NST"}


# M-049
async def test_what_is_of_another_company_is_dropped_again_after_the_search(retrieve, watched):
    stray = Passage(id="x", document="d", page=1, section=(), kind="text", text="revenue", company="RIO")
    watched.foreign = (type("Hit", (), {"passage": stray, "score": 9.0})(),)
    ran = await retrieve(Plan(steps=(cell("BHP", "revenue", 2024),)), "BHP revenue", retriever=watched)
    assert {document["company"] for document in ran.state["documents"]} == {"BHP"}
    assert all(search.get("company") == "BHP" or search.get("document") for search in watched.searches)


# M-055
async def test_a_company_that_has_its_figure_is_not_searched_again(retrieve, watched):
    plan = Plan(steps=(cell("RIO", "revenue", 2024), cell("BHP", "waio_production", 2024)))
    ran = await retrieve(plan, "RIO revenue and BHP WAIO production", retriever=watched)
    companies = [search["company"] for search in watched.searches if search.get("company")]
    assert companies.count("RIO") == 1
    assert companies.count("BHP") > 1
    assert ran.nodes.count("query_rewrite") == 2


# M-052
async def test_a_retry_looks_further_than_the_search_before(retrieve, watched):
    plan = Plan(steps=(cell("BHP", "capital_expenditure", 2025),))
    await retrieve(plan, "BHP capital expenditure", retriever=watched)
    first, second = [search for search in watched.searches if search.get("company")]
    assert (first["period"], second["period"]) == ("FY2025", None)
    assert second["k"] > first["k"]
    assert "capital_and_exploration_expenditure" in [lookup.metric for lookup in watched.lookups]


# M-052, M-053
@pytest.mark.parametrize(
    ("step", "passes"), [(cell("BHP", "revenue", 2024), 2), (Explain(topic="why", companies=("BHP",)), 3)]
)
async def test_an_index_that_has_nothing_is_searched_until_nothing_would_change(retrieve, empty_handed, step, passes):
    ran = await retrieve(Plan(steps=(step,)), "why", retriever=empty_handed)
    assert ran.nodes.count("query_rewrite") == passes
    assert ran.nodes[-2:] == ["synthesize", "grade_answer"]


class OneSided:
    """A retriever that finds nothing of Rio Tinto."""

    def __init__(self, retriever) -> None:
        self._retriever = retriever

    def facts(self, lookup):
        return self._retriever.facts(lookup)

    def search(self, text, **filters):
        return () if filters.get("company") == "RIO" else self._retriever.search(text, **filters)


async def test_a_weak_draft_is_searched_for_everybody_again(tools):
    status = {"BHP": True, "RIO": True}
    queries = [{"company": name, "metric": None, "period": None, "text": name} for name in status]
    state = {"company_status": status, "company_queries": queries, "stage": "answer", "effort": 0}
    state |= {"retry_count": {"answer": 0}}
    again = (await query_rewrite(state, TurnContext(date(2026, 11, 30)), tools=tools)).values
    assert (again["companies"], again["company_queries"]) == (["BHP", "RIO"], queries)


async def test_a_company_that_is_searched_again_does_not_cost_the_other_its_passages(retrieve, tools):
    plan = Plan(steps=(Explain(topic="Why did underlying profit fall at zzzz?", companies=("BHP", "RIO")),))
    one_sided = OneSided(tools.retriever)
    state = (await retrieve(plan, "why did underlying profit fall", retriever=one_sided)).state
    assert {document["company"] for document in state["documents"]} == {"BHP"}
    assert state["answer_draft"]


async def test_nothing_found_is_an_empty_draft_and_no_error(retrieve, empty_handed):
    state = (await retrieve(Plan(steps=(cell("BHP", "revenue", 2024),)), "q", retriever=empty_handed)).state
    assert (state["answer_draft"], state["grade"], state["grounded"]) == ("", "fail", "no")


async def test_passages_of_several_passes_are_there_once(retrieve):
    state = (await retrieve(Plan(steps=(cell("BHP", "waio_production", 2024),)), "BHP WAIO production FY2024")).state
    ids = [document["id"] for document in state["documents"]]
    assert len(ids) == len(set(ids))


# M-056, M-058
def test_failed_claims_become_words_of_their_own_companys_search_only():
    search = {"company": "RIO", "metric": "revenue", "period": "FY2025", "text": "RIO FY2025 revenue"}
    hints = [
        {"company": "RIO", "metric": "net_profit", "period": "FY2024"},
        {"company": "MIN", "metric": "ebitda", "period": "FY2023"},
    ]
    assert with_hints(search, hints)["text"] == "RIO FY2025 revenue net profit FY2024"


class Doubting:
    """A grounder for whom the pages carry nothing."""

    def __init__(self, grounder) -> None:
        self._grounder = grounder

    def ground(self, answer, evidence, **more):
        return self._grounder.ground(answer.replace("US$5", "US$7"), evidence, **more)


# M-054, M-057, M-058
async def test_claims_that_the_pages_do_not_carry_come_back_as_labels_and_are_searched_again(retrieve, tools, watched):
    plan = Plan(steps=(cell("BHP", "revenue", 2024), cell("BHP", "revenue", 2023), cell("RIO", "ebitda", 2024)))
    ran = await retrieve(plan, "q", retriever=watched, grounder=Doubting(tools.grounder))
    assert ran.state["company_status"] == {"BHP": False, "RIO": True}
    searched = [search["company"] for search in watched.searches if search.get("company")]
    assert searched.count("RIO") == 1
    assert "query_rewrite" in ran.nodes[2:]


# M-057
async def test_a_label_is_typed_and_holds_no_figure(retrieve, tools, today):
    plan = Plan(steps=(cell("BHP", "revenue", 2024),))
    result = (await retrieve(plan, "q")).state
    state = {**result, "graded_docs": result["documents"], "plan": wire.dump(plan), "query": "q", "companies": ["BHP"]}
    doubting = replace(tools, grounder=Doubting(tools.grounder))
    values = (await grade_answer(state, TurnContext(today), tools=doubting)).values
    assert values["unsupported_hints"] == [{"company": "BHP", "metric": "revenue", "period": "FY2024"}]


# M-094
async def test_only_passages_that_bear_on_the_question_are_kept(retrieve):
    state = (await retrieve(Plan(steps=(cell("BHP", "revenue", 2024),)), "BHP FY2024 revenue")).state
    assert 0 < len(state["documents"]) < state["retrieved_count"]
    assert all("revenue" in document["text"].lower() for document in state["documents"])


# M-104
async def test_each_sentence_of_a_draft_cites_its_own_companys_page(retrieve):
    plan = Plan(steps=(cell("BHP", "revenue", 2024), cell("RIO", "revenue", 2024)))
    draft = (await retrieve(plan, "q")).state["answer_draft"]
    assert draft == (
        "BHP's revenue for FY2024 was US$55,658 million [1]. Rio Tinto's revenue for 2024 was US$53,658 million [2]."
    )


# M-104
async def test_what_is_missing_is_said_in_the_draft(retrieve):
    plan = Plan(steps=(Growth(cells=(cell("BHP", "waio_production", 2023), cell("BHP", "waio_production", 2024))),))
    draft = (await retrieve(plan, "q")).state["answer_draft"]
    assert draft.endswith("BHP's WAIO production for FY2024: not found in the documents.")


async def test_what_leaves_the_subgraph_is_the_result_alone(tools, today):
    plan = wire.dump(Plan(steps=(cell("BHP", "revenue", 2024),)))
    payload = {"query": "q", "messages": [], "semantic_context": "", "plan": plan}
    state = await build_subgraph(tools).ainvoke(payload, context=TurnContext(today))
    assert list(state) == ["retrieval_result"]

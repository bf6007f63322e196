"""The shape of both graphs, and the order in which a run visits them."""

import asyncio
import threading

import pytest

from dragoman.assistants.mines.edges import FLAGS
from dragoman.assistants.mines.graph import build_graph, dispatch, retrieval_payload
from dragoman.assistants.mines.news import NewsFound
from dragoman.assistants.mines.state import MainState, RetrievalState, fresh_turn
from dragoman.assistants.mines.subgraph import build_subgraph

PREFIX = ["compress_context", "memory", "retrieve_decision"]
AGENT = ["retrieval_agent", "query_rewrite", "retrieve_company", "grade_docs", "synthesize", "grade_answer"]
MAIN = {
    ("__start__", "compress_context"),
    ("compress_context", "memory"),
    ("memory", "answer"),
    ("memory", "retrieve_decision"),
    ("retrieve_decision", "answer"),
    ("retrieve_decision", "clarify"),
    ("retrieve_decision", "guardrails"),
    ("retrieve_decision", "news_agent"),
    ("clarify", "retrieve_decision"),
    ("news_agent", "aggregate"),
    ("aggregate", "calculator_agent"),
    ("aggregate", "guardrails"),
    ("calculator_agent", "guardrails"),
    ("guardrails", "answer"),
    ("guardrails", "fallback"),
    ("answer", "__end__"),
    ("fallback", "__end__"),
}
INNER = {
    ("__start__", "query_rewrite"),
    ("query_rewrite", "grade_docs"),  # when no company has a search
    ("query_rewrite", "retrieve_company"),
    ("retrieve_company", "grade_docs"),
    ("grade_docs", "query_rewrite"),
    ("grade_docs", "synthesize"),
    ("synthesize", "grade_answer"),
    ("grade_answer", "query_rewrite"),
    ("grade_answer", "__end__"),
}


# M-004
def test_the_supervisor_has_the_nodes_and_edges_of_the_document(tools):
    edges = {(edge.source, edge.target) for edge in build_graph(tools).get_graph().edges}
    mounted = {("retrieve_decision", "retrieval_agent"), ("retrieval_agent", "aggregate")}
    assert edges == MAIN | mounted


# M-004, M-007
def test_the_retrieval_subgraph_has_the_nodes_and_edges_of_the_document(tools):
    edges = {(edge.source, edge.target) for edge in build_subgraph(tools).get_graph().edges}
    assert edges == INNER


# M-002
@pytest.mark.parametrize("schema", [MainState, RetrievalState])
def test_no_state_has_a_field_for_an_intent(schema):
    assert [name for name in schema.__annotations__ if "intent" in name] == []


# M-001
def test_the_state_holds_the_four_flags_and_the_two_texts():
    assert {*FLAGS, "clarification_question", "direct_answer"} <= MainState.__annotations__.keys()


# M-005, M-010
@pytest.mark.parametrize(
    ("question", "rest"),
    [
        ("What was BHP's FY2024 revenue?", [*AGENT, "aggregate", "guardrails", "answer"]),
        (
            "How much did BHP's net debt grow from FY2022 to FY2023?",
            [*AGENT, "aggregate", "calculator_agent", "guardrails", "answer"],
        ),
        ("Any recent news about BHP?", ["news_agent", "aggregate", "guardrails", "answer"]),
        ("hello", ["guardrails", "answer"]),
        ("write me a poem", ["answer"]),
        ("What was Apple's FY2024 revenue?", ["guardrails", "answer"]),
        ("", ["guardrails", "fallback"]),
    ],
)
async def test_a_run_visits_its_nodes_in_the_order_of_the_document(run, question, rest):
    assert (await run(question)).nodes == PREFIX + rest


# M-007
async def test_each_company_has_a_branch_of_its_own(run):
    ran = await run("Compare BHP and RIO EBITDA in FY2024")
    inner = [node for node in ran.nodes if node in AGENT[1:]]
    assert inner == ["query_rewrite", *["retrieve_company"] * 2, "grade_docs", "synthesize", "grade_answer"]


class MeetingNews:
    """News that comes only once the retrieval side by side has begun."""

    def __init__(self, begun: threading.Event) -> None:
        self._begun = begun

    async def search(self, **_):
        assert await asyncio.to_thread(self._begun.wait, 10), "retrieval did not run beside the news"
        return NewsFound()


class MeetingRetriever:
    """A retriever that waits until as many threads are in it as there should be."""

    def __init__(self, inner, parties: int) -> None:
        self._inner = inner
        self._barrier = threading.Barrier(parties)
        self.begun = threading.Event()

    def facts(self, lookup):
        self.begun.set()
        self._barrier.wait(10)
        return self._inner.facts(lookup)

    def tables_on(self, document, page):
        return self._inner.tables_on(document, page)

    def search(self, text, **filters):
        return self._inner.search(text, **filters)


# M-006
async def test_reports_and_news_are_searched_side_by_side(run, tools):
    retriever = MeetingRetriever(tools.retriever, 1)
    ran = await run("BHP FY2024 revenue and recent news", retriever=retriever, news=MeetingNews(retriever.begun))
    assert {"retrieval_agent", "news_agent", "aggregate"} <= set(ran.nodes)


# M-051
async def test_companies_are_searched_side_by_side(run, tools):
    ran = await run("Compare BHP and RIO revenue in FY2024", retriever=MeetingRetriever(tools.retriever, 2))
    assert ran.state["confidence"] == "high"


# M-112
def test_the_retrieval_agent_is_given_query_messages_context_and_the_plan_and_nothing_else():
    state = fresh_turn("q", [{"role": "user", "content": "q"}]) | {"needs_retrieval": True, "plan": {"steps": []}}
    (send,) = dispatch(state)
    assert send.arg == retrieval_payload(state)
    assert set(send.arg) == {"query", "messages", "semantic_context", "plan"}


# M-048
async def test_sources_and_searches_are_two_decisions_in_the_trace(run):
    visits = {visit.node: visit.summary for visit in (await run("BHP and RIO revenue FY2024")).visits}
    assert "figures" in visits["retrieve_decision"]
    assert visits["query_rewrite"].endswith("2 searches of 2 companies")

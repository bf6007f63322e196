"""The graph: its nodes and edges, what each leaves behind, and retries that change something."""

import pytest
from tests.unit.contracts.conftest import tools_of

from dragoman.assistants.contracts.edges import MAX_RETRIES, after_decompose, after_judge
from dragoman.assistants.contracts.graph import build_graph

LATE = "What are the late payment penalties?"
ONCE = ["decompose", "retrieve", "generate", "judge", "output"]


# D-031
def test_the_graph_has_the_nodes_and_edges_of_the_document(parts):
    drawn = build_graph(tools_of(parts)).get_graph()
    edges = {(edge.source, edge.target) for edge in drawn.edges}
    assert {("__start__", "decompose"), ("decompose", "retrieve"), ("retrieve", "generate")} <= edges
    assert {("generate", "judge"), ("judge", "retrieve"), ("judge", "output"), ("output", "__end__")} <= edges
    assert {("decompose", "clarify"), ("clarify", "decompose")} <= edges


# D-001, D-025
async def test_the_decomposition_is_stored_before_the_first_search(ask):
    state = await ask(LATE)
    assert state["decomposition"] == {
        "intent": "penalty", "entities": ["late", "payment", "penalties"], "constraints": {}, "temporals": [],
    }  # fmt: skip
    assert state["node_history"][0] == "decompose"


# D-041
async def test_the_history_shows_the_path(ask):
    assert (await ask(LATE))["node_history"] == ONCE


# D-037, D-041
async def test_a_question_without_an_answer_is_tried_three_ways_and_ends(ask):
    state = await ask("Is there a most favoured customer clause?")
    assert state["node_history"] == ["decompose", *["retrieve", "generate", "judge"] * 3, "output"]
    strategies = [search["strategy"] for search in state["searches"]]
    assert len(set(strategies)) == len(strategies) == 3
    assert state["retry_count"] == MAX_RETRIES == 2
    assert state["final_output"].startswith("The agreement does not say.")


class Refuses:
    """A judge that accepts nothing."""

    def __init__(self, judge):
        self._judge = judge

    def evaluate(self, response, evidence, **more):
        verdict, grounding = self._judge.evaluate(response, evidence, **more)
        return verdict | {"should_return": False, "is_hallucinated": True}, grounding


# D-037
async def test_an_answer_that_is_rejected_is_never_given(parts, make_ask):
    state = await make_ask(judge=Refuses(parts.judge))(LATE)
    assert state["node_history"].count("judge") == 3
    assert "1.5%" not in state["final_output"]


class Parrot:
    """A decomposer of somebody's own: every question is about penalties."""

    def __init__(self, decomposer):
        self._decomposer = decomposer

    def read(self, query, *, reference_date):
        return self._decomposer.read("What are the late payment penalties?", reference_date=reference_date)


class FindsNothing:
    """A search that finds nothing."""

    def search(self, text, *, document=None, k=8):
        return ()


# D-040
async def test_decomposer_search_and_map_can_be_replaced(parts, make_ask):
    own = await make_ask(decomposer=Parrot(parts.decomposer))("How much notice to terminate for convenience?")
    assert "1.5%" in own["final_output"]
    blind = await make_ask(searches=FindsNothing())("What does the provider indemnify?")
    assert blind["searches"][0]["sections"] == 0
    assert "13.1" in blind["answer"]["citations"][0]["section"]


@pytest.mark.parametrize(
    ("state", "to"),
    [
        ({"needs_clarification": True, "needs_retrieval": True}, "clarify"),
        ({"needs_retrieval": True}, "retrieve"),
        ({}, "output"),
    ],
)
def test_after_decompose(state, to):
    assert after_decompose(state) == to


@pytest.mark.parametrize(
    ("accepted", "retries", "to"),
    [(True, 0, "output"), (False, 0, "retrieve"), (False, 1, "retrieve"), (False, 2, "output"), (True, 2, "output")],
)
def test_after_judge(accepted, retries, to):
    assert after_judge({"judge_verdict": {"should_return": accepted}, "retry_count": retries}) == to


async def test_what_needs_no_search_searches_nothing(ask):
    state = await ask("hello")
    assert state["node_history"] == ["decompose", "output"]
    assert state["searches"] == []


async def test_what_has_nothing_to_do_with_agreements_is_out_of_scope(ask):
    assert (await ask("Write me a poem about flour"))["outcome"] == "out_of_scope"

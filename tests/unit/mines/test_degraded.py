"""What happens when a part fails: the turn goes on, and says so."""

import pytest

from dragoman.errors import StoreError

QUESTION = "What was BHP's FY2024 revenue, and any recent news?"


class Broken:
    """A tool that fails whatever it is asked."""

    def __init__(self, failure: Exception) -> None:
        self._failure = failure

    def __getattr__(self, name):
        def fail(*_, **__):
            raise self._failure

        return fail


# M-092
@pytest.mark.parametrize(
    ("tool", "outcome", "said"),
    [
        ("interpreter", "fallback", "memory, query_rewrite"),
        ("retriever", "answered", "retrieve_company"),
        ("grounder", "answered", "grade_answer, answer"),
        ("news", "answered", "news_agent"),
    ],
)
async def test_a_turn_goes_on_without_the_part_that_failed_and_names_it(run, tool, outcome, said):
    answer = (await run(QUESTION, **{tool: Broken(RuntimeError("boom"))})).state["answer"]
    assert any(f"({said})" in caveat for caveat in answer["caveats"])
    assert all(caveat in answer["text"] for caveat in answer["caveats"])
    assert answer["confidence"] != "high"


# M-092
async def test_an_answer_whose_check_failed_is_unchecked(run):
    state = (await run("What was BHP's FY2024 revenue?", grounder=Broken(RuntimeError("boom")))).state
    assert "US$55,658 million [1]" in state["final_answer"]
    assert state["confidence"] == "unchecked"


# M-092
async def test_a_search_that_failed_is_not_taken_for_an_empty_index(run):
    ran = await run("What was BHP's FY2024 revenue?", retriever=Broken(RuntimeError("boom")))
    assert ran.state["outcome"] == "fallback"
    assert "Part of the search failed" in ran.state["final_answer"]


async def test_an_error_that_a_person_can_act_on_is_not_swallowed(run):
    with pytest.raises(StoreError, match="locked"):
        await run(QUESTION, retriever=Broken(StoreError("the file is locked")))


async def test_the_trace_shows_where_it_failed(run):
    visits = {v.node: v.summary for v in (await run(QUESTION, news=Broken(OSError("gone")))).visits}
    assert visits["news_agent"] == "degraded: OSError"

"""The routing edge: plain code, every combination of the four flags."""

from itertools import product

import pytest

from dragoman.assistants.mines.router import edge

FLAGS = ("is_out_of_scope", "needs_retrieval", "needs_news", "needs_clarification")
BOTH = ["retrieval_agent", "news_agent"]
TRUTH = {
    (0, 0, 0, 0): "guardrails",
    (0, 0, 0, 1): "clarify",
    (0, 0, 1, 0): ["news_agent"],
    (0, 0, 1, 1): "clarify",
    (0, 1, 0, 0): ["retrieval_agent"],
    (0, 1, 0, 1): "clarify",
    (0, 1, 1, 0): BOTH,
    (0, 1, 1, 1): "clarify",
    (1, 0, 0, 0): "answer",
    (1, 0, 0, 1): "answer",
    (1, 0, 1, 0): "answer",
    (1, 0, 1, 1): "answer",
    (1, 1, 0, 0): "answer",
    (1, 1, 0, 1): "answer",
    (1, 1, 1, 0): "answer",
    (1, 1, 1, 1): "answer",
}


def _name(values: tuple[int, ...]) -> str:
    return "+".join(flag for flag, value in zip(FLAGS, values, strict=True) if value) or "nothing"


@pytest.mark.parametrize("values", TRUTH, ids=_name)
def test_each_combination_of_flags_goes_to_its_node(values) -> None:
    assert TRUTH[values] == edge(dict(zip(FLAGS, map(bool, values), strict=True)))


def test_the_truth_table_is_complete() -> None:
    assert set(product((0, 1), repeat=4)) == set(TRUTH)


def test_out_of_scope_beats_everything() -> None:
    assert edge(dict.fromkeys(FLAGS, True)) == "answer"


def test_clarification_beats_retrieval() -> None:
    assert edge({"needs_retrieval": True, "needs_clarification": True}) == "clarify"


def test_clarification_is_honoured_alone() -> None:
    assert edge({"needs_clarification": True}) == "clarify"


def test_nothing_chosen_falls_to_the_guardrails_and_not_to_the_answer() -> None:
    assert edge({}) == "guardrails"


def test_reports_and_news_are_searched_side_by_side() -> None:
    assert edge({"needs_retrieval": True, "needs_news": True}) == BOTH


def test_a_flag_that_is_missing_is_not_set() -> None:
    assert edge({"needs_news": True}) == ["news_agent"]

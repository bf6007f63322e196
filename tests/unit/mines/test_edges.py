"""The edges of both graphs, without a graph."""

from itertools import product

import pytest

from dragoman.assistants.mines.edges import (
    FLAGS,
    after_aggregate,
    after_decision,
    after_grade_answer,
    after_grade_docs,
    after_guardrails,
    after_memory,
)


def expected(out_of_scope, retrieval, news, clarification):
    if out_of_scope:
        return "answer"
    if clarification:
        return "clarify"
    agents = ["retrieval_agent"] * retrieval + ["news_agent"] * news
    return agents or "guardrails"


# M-037, M-041
@pytest.mark.parametrize("flags", list(product([False, True], repeat=4)))
def test_the_four_flags_lead_where_the_order_of_precedence_says(flags):
    assert after_decision(dict(zip(FLAGS, flags, strict=True))) == expected(*flags)


# M-038
def test_out_of_scope_beats_everything():
    assert after_decision(dict.fromkeys(FLAGS, True)) == "answer"


# M-039
def test_asking_back_beats_searching():
    assert after_decision({"needs_retrieval": True, "needs_clarification": True}) == "clarify"


# M-040
def test_asking_back_alone_is_honoured():
    assert after_decision({"needs_clarification": True}) == "clarify"


# M-040
def test_no_flag_goes_to_the_guardrails_and_not_to_an_answer():
    assert after_decision({}) == "guardrails"


# M-006
def test_reports_and_news_are_sent_for_together():
    assert after_decision({"needs_retrieval": True, "needs_news": True}) == ["retrieval_agent", "news_agent"]


# M-029, M-041
@pytest.mark.parametrize(("hit", "node"), [(True, "answer"), (False, "retrieve_decision")])
def test_only_a_question_that_was_answered_before_skips_the_decision(hit, node):
    assert after_memory({"cache_hit": hit}) == node


# M-041, M-060
@pytest.mark.parametrize(("needed", "node"), [(True, "calculator_agent"), (False, "guardrails")])
def test_only_figures_that_must_be_combined_go_to_the_calculator(needed, node):
    assert after_aggregate({"needs_calculation": needed}) == node


# M-079
@pytest.mark.parametrize(("passed", "node"), [(False, "fallback"), (True, "answer"), (None, "answer")])
def test_only_an_explicit_false_goes_to_the_fallback(passed, node):
    assert after_guardrails({"guardrails_passed": passed}) == node


# M-079
def test_a_flag_that_nobody_set_goes_to_the_answer():
    assert after_guardrails({}) == "answer"


def graded(grade, *, documents=0, answer=0, effort=0, max_effort=5, **more):
    counts = {"documents": documents, "answer": answer}
    return {"grade": grade, "retry_count": counts, "effort": effort, "max_effort": max_effort, **more}


# M-053
def test_no_good_documents_lead_to_another_search():
    assert after_grade_docs(graded("retry")) == "query_rewrite"


# M-094
def test_good_documents_lead_to_a_draft():
    assert after_grade_docs(graded("pass")) == "synthesize"


# M-052
@pytest.mark.parametrize(("spent", "node"), [(1, "query_rewrite"), (2, "synthesize")])
def test_the_budget_for_documents_is_two_retries(spent, node):
    assert after_grade_docs(graded("retry", documents=spent)) == node


# M-052
def test_what_was_spent_on_documents_leaves_the_budget_for_the_answer_whole():
    state = graded("fail", documents=2, answer=1, company_status={"BHP": True})
    assert after_grade_answer(state) == "query_rewrite"


# M-052
def test_the_budget_for_the_answer_is_two_retries():
    assert after_grade_answer(graded("fail", answer=2, company_status={"BHP": False})) == "__end__"


# M-052
@pytest.mark.parametrize("edge", [after_grade_docs, after_grade_answer])
def test_a_retry_that_would_change_nothing_is_skipped(edge):
    assert edge(graded("retry", effort=1, max_effort=1, company_status={"BHP": False})) != "query_rewrite"


# M-054
@pytest.mark.parametrize(("hints", "node"), [(1, "__end__"), (2, "query_rewrite")])
def test_two_unsupported_claims_lead_to_another_search(hints, node):
    state = graded("pass", company_status={"BHP": True}, unsupported_hints=[{"company": "BHP"}] * hints)
    assert after_grade_answer(state) == node


def test_a_company_without_its_figures_leads_to_another_search():
    state = graded("pass", company_status={"BHP": True, "RIO": False}, unsupported_hints=[])
    assert after_grade_answer(state) == "query_rewrite"


def test_a_draft_that_holds_ends_the_search():
    state = graded("pass", company_status={"BHP": True}, unsupported_hints=[])
    assert after_grade_answer(state) == "__end__"

"""What each node leaves behind when it fails: the least that lets the turn go on.

Every node here only reads, which is the one reason why going on is right.
"""

from collections.abc import Mapping

from dragoman.assistants.mines.nodes.memory import NO_CACHE
from dragoman.assistants.mines.state import CompanySearch, Json, MainState, RetrievalState
from dragoman.graphs.advised import went_without
from dragoman.graphs.path import Otherwise, TurnContext

UNSEARCHED = "Part of the search failed, so this says nothing about what the documents hold."
_WITHOUT_MODEL = "What it would have added is left out; ask again, and see `dragoman models check` if it stays so."
_WITHOUT_PART = "ask again, and see `dragoman doctor` if it stays so."


def warnings(turn: TurnContext) -> tuple[str, ...]:
    """Return the caveats that name the nodes a turn went on without; nothing for a whole run."""
    return went_without(turn, model=_WITHOUT_MODEL, part=_WITHOUT_PART)


def _memory(state: MainState) -> Json:
    del state
    return dict(NO_CACHE)


def _compress(state: MainState) -> Json:
    del state
    return {"compressed": False}


def _rewrite(state: RetrievalState) -> Json:
    return {
        "rewritten_query": state["query"],
        "companies": [],
        "company_queries": [],
        "company_status": {},
        "effort": 0,
        "max_effort": 0,
        "retry_count": {"documents": 0, "answer": 0},
    }


def _retrieve(state: CompanySearch) -> Json:
    return {"found": {}, "retrieved_docs": [], "company_status": {state["company"]: False}}


def _grade_docs(state: RetrievalState) -> Json:
    docs = state["retrieved_docs"]
    return {"graded_docs": docs, "retrieved_count": len(docs), "grade": "pass", "stage": "documents"}


def _synthesize(state: RetrievalState) -> Json:
    del state
    return {"answer_draft": "", "written": {}}


def _grade_answer(state: RetrievalState) -> Json:
    result = {
        "documents": state["graded_docs"],
        "found": state.get("found", {}),
        "answer_draft": state["answer_draft"],
        "grounded": "unchecked",
        "unsupported": [],
        "grade": "pass",
        "company_status": state["company_status"],
        "retrieved_count": state["retrieved_count"],
        "company_queries": state["company_queries"],
        "rewritten_query": state["rewritten_query"],
    }
    return {
        "grade": "pass",
        "grounded": "unchecked",
        "stage": "answer",
        "unsupported_hints": [],
        "effort": state["max_effort"],
        "retrieval_result": result,
    }


def _news(state: MainState) -> Json:
    del state
    return {"news_context": [], "news_notes": [], "news_failed": True}


def _aggregate(state: MainState) -> Json:
    draft = str(state["retrieval_result"].get("answer_draft", ""))
    return {"aggregated_context": draft, "needs_calculation": False}


def _calculator(state: MainState) -> Json:
    del state
    return {"calc_result": []}


OTHERWISE: Mapping[str, Otherwise] = {
    "compress_context": _compress,
    "memory": _memory,
    "query_rewrite": _rewrite,
    "retrieve_company": _retrieve,
    "grade_docs": _grade_docs,
    "synthesize": _synthesize,
    "grade_answer": _grade_answer,
    "news_agent": _news,
    "aggregate": _aggregate,
    "calculator_agent": _calculator,
}

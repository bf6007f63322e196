"""The state of both graphs: JSON types only, so that a checkpoint rebuilds no class.

There is no field for an intent: what is wanted are four independent flags and a plan.
"""

from operator import add
from typing import Annotated, Any, TypedDict

from dragoman.domain.answer import Outcome
from dragoman.domain.conversation import Turn

Json = dict[str, Any]


def merged(old: Json, new: Json) -> Json:
    """Reducer of parallel branches: later keys win."""
    return {**old, **new}


class MainState(TypedDict, total=False):
    """The supervisor's state. Every field is of one turn; `fresh_turn` sets each of them."""

    messages: list[Json]  # {role, content}, oldest first, the present query last
    compressed: bool
    asked: str  # the person's own words, with their replies to our questions
    query: str  # the same with what earlier turns lend it
    semantic_context: str  # a remembered answer to something near: reference for writing, never the answer
    cache_hit: bool
    remembered: Json  # on a hit: the whole Answer that is said again
    is_out_of_scope: bool
    needs_retrieval: bool
    needs_news: bool
    needs_clarification: bool
    clarification_question: str
    clarification_options: list[Json]  # {value, text}
    clarifications: int  # how often this turn has asked
    direct_answer: str  # of the router, for questions that need no search
    decision: Json  # the decision record
    corpus: str  # version of the index when the question was decided; what changes meanwhile is not remembered
    outcome: Outcome  # what the decision makes of the turn if nothing else happens
    plan: Json
    missing: list[str]  # sentences about what is asked and not covered
    assumptions: list[str]
    retrieval_result: Json
    news_context: list[Json]
    news_notes: list[Json]  # of sources: failed, stale, items left out
    news_failed: bool
    aggregated_context: str
    needs_calculation: bool
    stated: list[Json]  # results that a page states itself: {step, passage, sentence}
    calc_result: list[Json]  # for each step that was computed: {step, nodes, problem}
    worked: list[Json]  # calculations that a model chose, beside those of the plan
    guardrails_passed: bool | None  # None: not checked
    fallback_reason: str
    final_answer: str
    sources: list[Json]
    chart_data: list[Json]
    confidence: str
    unsupported_claims: list[str]
    answer: Json  # the whole Answer


class RetrievalState(TypedDict, total=False):
    """The retrieval subgraph's state. It is given query, messages, semantic_context and the plan."""

    query: str
    messages: list[Json]
    semantic_context: str
    plan: Json
    rewritten_query: str
    companies: list[str]
    company_queries: list[Json]  # {company, metric, basis, period, text}
    instead: Json  # where no figure was found: the search for sentences that may say it
    effort: int  # 0 at first; each retry looks further
    max_effort: int  # where looking further would change nothing more
    stage: str  # which grading spoke last: documents or answer
    retry_count: dict[str, int]  # of documents and of answer, counted apart
    retrieved_docs: Annotated[list[Json], add]
    found: Annotated[Json, merged]  # what each cell of the plan has, by its key
    retrieved_count: int
    graded_docs: list[Json]
    answer_draft: str
    written: Json  # what a model wrote of the draft: {text, scope}; empty where the templates wrote it all
    grade: str  # pass or retry, then pass or fail
    grounded: str
    unsupported_hints: list[Json]  # {company, metric, period}
    company_status: Annotated[dict[str, bool], merged]
    retrieval_result: Json


class RetrievalInput(TypedDict):
    """What the subgraph is given: the plan beside the three fields of the source document."""

    query: str
    messages: list[Json]
    semantic_context: str
    plan: Json


class RetrievalOutput(TypedDict):
    """What leaves the subgraph."""

    retrieval_result: Json


class CompanySearch(TypedDict):
    """What one parallel branch is given: the searches of one company."""

    company: str
    company_queries: list[Json]
    plan: Json
    effort: int


def fresh_turn(query: str, messages: list[Json]) -> MainState:
    """Return the state a turn begins with: nothing of an earlier turn survives in it."""
    return MainState(
        messages=messages,
        compressed=False,
        asked=query,
        query=query,
        semantic_context="",
        cache_hit=False,
        remembered={},
        is_out_of_scope=False,
        needs_retrieval=False,
        needs_news=False,
        needs_clarification=False,
        clarification_question="",
        clarification_options=[],
        clarifications=0,
        direct_answer="",
        decision={},
        corpus="",
        outcome="answered",
        plan={},
        missing=[],
        assumptions=[],
        retrieval_result={},
        news_context=[],
        news_notes=[],
        news_failed=False,
        aggregated_context="",
        needs_calculation=False,
        stated=[],
        calc_result=[],
        worked=[],
        guardrails_passed=None,
        fallback_reason="",
        final_answer="",
        sources=[],
        chart_data=[],
        confidence="unchecked",
        unsupported_claims=[],
        answer={},
    )


def message_of(turn: Turn) -> Json:
    """Return a turn as the state keeps it."""
    return {"role": turn.role, "content": turn.content}


def turn_of(message: Json) -> Turn:
    """Return a message of the state as a turn; the summary of older ones counts as the assistant's."""
    return Turn("user" if message["role"] == "user" else "assistant", str(message["content"]))

"""The state of the graph: JSON types only, so that a checkpoint rebuilds no class."""

from typing import Any, TypedDict

from dragoman.domain.answer import Outcome

Json = dict[str, Any]


class ContractState(TypedDict, total=False):
    """Every field is of one turn; `fresh_turn` sets each of them."""

    query: str
    asked: str  # the person's own words, with their replies to our questions
    english: str  # the same as a model put it into English; empty where the rules could read it
    messages: list[Json]  # {role, content}, oldest first, the present query last
    decomposition: Json  # intent, entities, constraints, temporals
    advice: Json  # what a model added to it: intents, words an agreement would use
    needs_retrieval: bool
    needs_clarification: bool
    clarification_question: str
    clarification_options: list[Json]  # {value, text}
    clarifications: int  # how often this turn has asked
    direct_answer: str
    outcome: Outcome
    decision: Json
    assumptions: list[str]
    corpus: str  # version of the index when the question was decided; what changes meanwhile is not remembered
    contract: str  # id of the document that is asked about
    question: str  # what is searched for: the query without the agreement's name
    searches: list[Json]  # {strategy, sections}: one for each pass, each another strategy
    retry_count: int  # passes after the first; written by `retrieve` and nobody else
    retrieved_sections: list[Json]  # {title, page_num, _relevance_score, why, key}
    looked: list[Json]  # {title, page} of every section any pass has read
    draft: Json
    generated_response: str
    judge_verdict: Json
    grounding: Json
    final_output: str
    node_history: list[str]
    remembered: Json  # on a hit: the whole Answer that is said again
    answer: Json


def fresh_turn(query: str, messages: list[Json]) -> ContractState:
    """Return the state a turn begins with: nothing of an earlier turn survives in it."""
    return ContractState(
        query=query,
        asked=query,
        english="",
        messages=messages,
        decomposition={},
        advice={},
        needs_retrieval=False,
        needs_clarification=False,
        clarification_question="",
        clarification_options=[],
        clarifications=0,
        direct_answer="",
        outcome="answered",
        decision={},
        assumptions=[],
        corpus="",
        contract="",
        question="",
        searches=[],
        retry_count=0,
        retrieved_sections=[],
        looked=[],
        draft={},
        generated_response="",
        judge_verdict={},
        grounding={},
        final_output="",
        node_history=[],
        remembered={},
        answer={},
    )

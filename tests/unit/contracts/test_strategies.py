"""The three ways to the sections, and which intent takes which."""

import pytest

from dragoman.assistants.contracts.registry import STRATEGIES as NAMES
from dragoman.assistants.contracts.registry import load_registry
from dragoman.assistants.contracts.strategies import (
    MAX_SECTIONS,
    MIN_SCORE,
    STRATEGIES,
    Search,
    by_both,
    by_full_text,
    by_section_map,
)

LATE = "What are the late payment penalties?"


@pytest.fixture
def search(parts, sample, today):
    def make(query: str) -> Search:
        asked = parts.decomposer.read(query, reference_date=today)
        intents = tuple(parts.registry[match.intent] for match in asked.intents)
        return Search(asked, sample, intents, parts.retriever)

    return make


# D-033
def test_every_strategy_that_is_named_exists_and_every_intent_has_one():
    assert set(NAMES) == set(STRATEGIES)
    assert {intent.strategy for intent in load_registry()} <= set(NAMES)
    assert {intent.intent: intent.strategy for intent in load_registry()}["penalty"] == "hybrid"
    assert {intent.intent: intent.strategy for intent in load_registry()}["indemnification"] == "full_text"


# D-032
def test_the_first_mapped_section_has_seven_points_and_another_mapped_one_five(search):
    scores = {section.title: section.score for section in by_section_map(search("penalties"))}
    first, second = scores["Late Payment Penalties"], scores["Payment Terms"]
    assert first >= 7.0
    assert 5.0 <= second < 7.0


# D-032
@pytest.mark.parametrize("query", [LATE, "services", "zebra", "What is confidential?"])
def test_there_are_at_most_five_sections_and_none_below_two_points(search, query):
    found = by_section_map(search(query))
    assert len(found) <= MAX_SECTIONS
    assert all(section.score >= MIN_SCORE for section in found)


# D-016
def test_the_words_of_the_question_raise_the_score_of_sections_that_hold_them(search):
    def score(query: str) -> float:
        return next(s.score for s in by_section_map(search(query)) if s.title == "Late Payment Penalties")

    assert score(LATE) > score("penalties")


# D-039
@pytest.mark.parametrize("find", [by_section_map, by_full_text, by_both])
def test_the_late_payment_question_brings_page_eight_and_fewer_than_four_sections(search, find):
    found = find(search(LATE))
    assert found[0].page == 8
    assert len(found) < 4


def test_full_text_says_which_words_it_found(search):
    assert "heading: late, payment, penalties" in by_full_text(search(LATE))[0].why


def test_the_fused_order_puts_first_what_both_bring(search):
    query = search("How long does confidentiality last?")
    both = {s.key for s in by_section_map(query)} & {s.key for s in by_full_text(query)}
    assert by_both(query)[0].key in both


def test_a_question_without_a_hit_brings_nothing(search):
    assert by_both(search("zebra giraffe")) == ()

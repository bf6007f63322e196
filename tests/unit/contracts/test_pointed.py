"""Questions that name a clause, and what is near where nothing answers."""

import pytest

from dragoman.assistants.contracts.pointed import clause_named, is_only_named


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("What is in clause 9.4?", "9.4"), ("show me section 13", "13"), ("quote Article IV", "iv"),
        ("Read Schedule 1", "schedule 1"), ("Is clause 8.2 changed by clause 9.1?", None), ("What is due?", None),
    ],
)  # fmt: skip
def test_the_clause_that_a_question_names_is_read(question, number):
    assert clause_named(question) == number


@pytest.mark.parametrize("question", ["What is in clause 9.4?", "Show me section 13", "What does clause 3 say?"])
def test_a_question_may_want_a_clause_and_nothing_else(question):
    assert is_only_named(question)


@pytest.mark.parametrize("question", ["Does clause 11 survive?", "What interest does clause 9.1 fix?", "Who pays?"])
def test_other_questions_are_about_something(question):
    assert not is_only_named(question)


async def test_a_clause_is_shown_whole(ask):
    state = await ask("What is in clause 9.4?")
    assert state["final_output"].startswith("If an undisputed amount is unpaid sixty (60) days")
    assert "The Provider shall resume the Services" in state["final_output"]
    assert state["answer"]["citations"][0]["page"] == 8


async def test_a_long_section_is_shown_in_part_and_says_so(ask):
    state = await ask("Show me section 8")
    assert "It goes on" in state["final_output"]


async def test_a_clause_that_is_not_there_is_not_made_up(ask):
    state = await ask("What does clause 99 say?")
    assert state["final_output"].startswith("The agreement does not say: it has no clause 99")
    assert state["answer"]["citations"] == []


async def test_the_nearest_sentence_is_shown_as_no_more_than_that_and_as_amended(ask):
    state = await ask("Who feeds the wolves upon convenience termination?")
    assert state["final_output"].startswith("I found no sentence that says so plainly. The nearest is on page 11")
    assert "ninety (90) days" in state["final_output"]
    assert state["outcome"] == "fallback"


async def test_words_that_stand_nowhere_make_an_answer_less_sure(ask):
    state = await ask("Must a giraffe be fed before termination for convenience?")
    assert "“giraffe” and “fed” stand nowhere in the agreement" in state["final_output"]
    assert state["answer"]["confidence"] == "medium"
    sure = await ask("How much notice to terminate for convenience?")
    assert sure["answer"]["confidence"] == "high"

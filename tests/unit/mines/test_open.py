"""Questions that no figure answers: what they are planned as, and what is said where nothing is found."""

import pytest

from dragoman.assistants.mines.compose.narrative import ONLY_NEAR


async def test_a_company_and_a_year_in_brackets_ask_for_no_figures(ask):
    answer = await ask("Who is the chair? (BHP, FY2024)")
    assert "US$55,658 million" not in answer.text
    assert answer.lineage == ()


async def test_a_change_of_name_is_no_change_of_figures(ask):
    answer = await ask("What was BHP called before it changed its name?")
    assert "revenue for FY" not in answer.text


@pytest.mark.parametrize(
    "question", ["When did BHP close its cinema in Lisbon?", "Who won Rio Tinto's chess tournament?"]
)
async def test_no_sentence_is_stated_that_shares_but_a_word_with_the_question(ask, question):
    answer = await ask(question)
    assert answer.outcome == "fallback" or answer.text.startswith(ONLY_NEAR)


async def test_sentences_that_only_come_near_are_of_low_confidence(ask):
    answer = await ask("Which robots does BHP describe in its notes on definitions?")
    assert answer.text.startswith(ONLY_NEAR)
    assert answer.confidence == "low"

"""Follow-ups: what is carried, from where, how far back, and what never is."""

from datetime import date
from pathlib import Path

import pytest

from dragoman.decide.carry import MAX_MESSAGES_BACK, Carried, carry
from dragoman.domain.conversation import Turn
from dragoman.interpret.intents import load_intents
from dragoman.interpret.interpreter import Interpreter
from dragoman.interpret.vocabulary import load_vocabulary

MINES = Path(__file__).parents[3] / "src" / "dragoman" / "assistants" / "mines"
DAY = date(2026, 11, 30)
INTERPRETER = Interpreter(load_vocabulary(MINES / "vocabulary"), load_intents(MINES / "intents"))
BHP_2024 = Turn("user", "What was BHP's FY2024 revenue?")


def _carry(text: str, *turns: Turn) -> Carried:
    return carry(INTERPRETER.interpret(text, reference_date=DAY), turns, INTERPRETER, DAY)


def test_the_hint_is_appended_companies_first_and_the_words_stay() -> None:
    assert _carry("What about their dividends?", BHP_2024).query == "What about their dividends? [BHP, FY2024]"


def test_only_the_missing_slot_is_appended() -> None:
    assert _carry("What was FMG's revenue?", BHP_2024).query == "What was FMG's revenue? [FY2024]"


@pytest.mark.parametrize(
    "text", ["What was NST's revenue in FY2022?", "hello", "thanks", "What is EBITDA?", "start over"]
)
def test_a_full_question_a_greeting_and_a_definition_carry_nothing(text) -> None:
    assert _carry(text, BHP_2024).query == text


def test_carried_entities_are_marked_and_stand_at_the_end_of_the_text() -> None:
    carried = _carry("and net debt?", BHP_2024).interpretation
    found = [entity for entity in carried.entities if entity.how == "carried"]
    assert {entity.dimension for entity in found} == {"company", "fiscal_period"}
    assert {(entity.span.start, len(entity.span)) for entity in found} == {(len("and net debt?"), 0)}


def test_what_was_carried_is_said() -> None:
    assert _carry("and net debt?", BHP_2024).assumptions[0].text.endswith("BHP, FY2024.")


def test_the_most_recent_mention_wins_for_each_slot() -> None:
    turns = (BHP_2024, Turn("assistant", "US$55,658 million"), Turn("user", "And Fortescue's?"))
    assert _carry("and net debt?", *turns).query == "and net debt? [FMG, FY2024]"


def test_what_the_person_said_comes_before_what_was_answered() -> None:
    answer = Turn("assistant", "Rio Tinto's revenue for 2023 was US$54,041 million.")
    assert _carry("and net debt?", BHP_2024, answer).query == "and net debt? [BHP, FY2024]"


def test_an_answer_lends_what_no_user_turn_has() -> None:
    answer = Turn("assistant", "Rio Tinto's revenue for 2023 was US$54,041 million.")
    assert _carry("and their net debt?", Turn("user", "hello"), answer).query == "and their net debt? [RIO, FY2023]"


@pytest.mark.parametrize(("between", "is_carried"), [(MAX_MESSAGES_BACK - 1, True), (MAX_MESSAGES_BACK, False)])
def test_six_messages_back_is_as_far_as_it_goes(between, is_carried) -> None:
    turns = (BHP_2024, *[Turn("assistant", "I see.")] * between)
    assert ("[BHP" in _carry("and net debt?", *turns).query) == is_carried


@pytest.mark.parametrize(
    "text", ["Forget that. What was the revenue?", "Start over. And the dividend?", "OK, never mind! How about profit?"]
)
def test_a_question_behind_a_reset_carries_nothing(text) -> None:
    assert _carry(text, BHP_2024).query == text


def test_a_question_behind_a_reset_lends_its_own_words_and_nothing_from_before_it() -> None:
    anew = Turn("user", "Forget that. What was Rio's revenue?")
    assert _carry("and net debt?", BHP_2024, anew).query == "and net debt? [RIO]"


def test_a_reset_ends_what_can_be_carried() -> None:
    assert _carry("and net debt?", BHP_2024, Turn("user", "start over")).query == "and net debt?"


def test_a_company_that_was_left_out_is_not_carried() -> None:
    turn = Turn("user", "Revenue of BHP, not Rio, in FY2024")
    assert _carry("and net debt?", turn).query == "and net debt? [BHP, FY2024]"


def test_a_question_that_has_its_hint_is_left_alone() -> None:
    assert _carry("and net debt? [FMG, FY2023]", BHP_2024).query == "and net debt? [FMG, FY2023]"


def test_the_year_before_is_counted_from_the_carried_year() -> None:
    assert "FY2023" in _carry("and the year before?", BHP_2024).query


def test_a_question_about_somebody_we_do_not_cover_takes_no_company() -> None:
    assert "BHP" not in _carry("What about Apple?", BHP_2024).query


def test_without_earlier_turns_nothing_changes() -> None:
    assert _carry("and net debt?").query == "and net debt?"

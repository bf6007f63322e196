"""Asking back: options from coverage, bounded, never a blank question."""

from pathlib import Path

import pytest

from dragoman.decide.clarify import MAX_OPTIONS, NONE_OF_THESE, fixed_question, may_ask, options_for, question_for
from dragoman.domain.document import Coverage
from dragoman.interpret.vocabulary import load_vocabulary

VOCABULARY = load_vocabulary(Path(__file__).parents[3] / "src" / "dragoman" / "assistants" / "mines" / "vocabulary")
FIVE = Coverage(periods=dict.fromkeys(("BHP", "RIO", "FMG", "MIN", "NST"), ("FY2024", "FY2025")))


def test_the_fixed_question_names_the_covered_companies_year_and_metric() -> None:
    assert fixed_question(FIVE) == (
        "Could you clarify which company (BHP, RIO, FMG, MIN, NST), fiscal year, and metric you are asking about?"
    )


def test_two_questions_a_turn_and_no_more() -> None:
    assert [may_ask(count) for count in range(4)] == [True, True, False, False]


@pytest.mark.parametrize("slot", ["company", "metric", "period", "instead"])
def test_every_missing_slot_has_a_question(slot) -> None:
    assert question_for([slot]).endswith("?")


def test_an_unknown_slot_has_no_words_so_that_the_fixed_question_stands_in() -> None:
    assert question_for(["weather"]) == ""


def test_none_of_these_is_always_the_last_option() -> None:
    assert options_for(["company"], FIVE, VOCABULARY)[-1] is NONE_OF_THESE


def test_more_companies_than_anybody_reads_are_no_options() -> None:
    many = Coverage(periods={f"T{number}": ("FY2024",) for number in range(MAX_OPTIONS + 1)})
    assert options_for(["company"], many, VOCABULARY) == ()


def test_a_period_is_chosen_from_the_covered_years() -> None:
    assert [option.value for option in options_for(["period"], FIVE, VOCABULARY)] == ["FY2024", "FY2025", ""]

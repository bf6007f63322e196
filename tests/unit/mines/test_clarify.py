"""Asking back: the pause, the reply, and what survives in between."""

from dataclasses import replace

import pytest

from dragoman.assistants.mines.assistant import MinesAssistant
from dragoman.assistants.mines.direct import RESET
from dragoman.decide.replies import chosen_by, ends_it
from dragoman.domain.decision import Option
from dragoman.errors import UnknownNameError
from dragoman.models.errors import ModelUnavailableError
from dragoman.testing.scripted_model import ScriptedLanguageModel

VAGUE = "Tell me about this company"
OPTIONS = [Option(value="BHP", text="BHP"), Option(value="RIO", text="Rio Tinto")]


# M-042, M-084
async def test_a_vague_question_waits_for_a_person(ask):
    answer = await ask(VAGUE)
    assert answer.outcome == "clarification"
    assert answer.text == answer.question.question == "Which company do you mean?"
    assert "Rio Tinto" in [option.text for option in answer.question.options]


# M-043, M-044
async def test_the_reply_is_put_after_the_words_and_decided_again(assistant, ask, today):
    question = (await ask("What was the FY2024 revenue?")).question
    answer = await assistant.resume("t", question.id, "BHP", reference_date=today)
    assert answer.decision["query"] == "What was the FY2024 revenue? BHP"
    assert [visit.node for visit in answer.path][:2] == ["clarify", "retrieve_decision"]
    assert answer.text.startswith("BHP's revenue for FY2024 was US$55,658 million [1].")


# M-042, M-098
async def test_a_question_survives_the_end_of_the_process(tools, tmp_path, today):
    first = await MinesAssistant.open(tools, tmp_path / "checkpoints.db")
    asked = (await first.ask("What was the FY2024 revenue?", thread="t", reference_date=today)).question
    await first.aclose()
    second = await MinesAssistant.open(tools, tmp_path / "checkpoints.db")
    assert await second.question("t") == asked
    answer = await second.resume("t", asked, "BHP", reference_date=today)
    await second.aclose()
    assert "US$55,658 million" in answer.text


async def test_a_question_that_has_its_reply_cannot_be_answered_again(assistant, ask, today):
    question = (await ask("What was the FY2024 revenue?")).question
    await assistant.resume("t", question.id, "BHP", reference_date=today)
    with pytest.raises(UnknownNameError, match="question"):
        await assistant.resume("t", question.id, "RIO", reference_date=today)


async def test_a_question_is_answered_by_what_was_asked_whatever_number_it_got(assistant, ask, today):
    question = replace((await ask("What was the FY2024 revenue?")).question, id="q-17")
    answer = await assistant.resume("t", question, "BHP", reference_date=today)
    assert answer.outcome == "answered"


async def test_another_question_than_the_one_that_waits_is_refused(assistant, ask, today):
    await ask(VAGUE)
    with pytest.raises(UnknownNameError, match="q-9"):
        await assistant.resume("t", "q-9", "BHP", reference_date=today)


async def test_a_turn_asks_twice_at_most(assistant, ask, today):
    answer = await ask(VAGUE)
    asked = []
    while answer.question:
        asked.append(answer.question.id)
        answer = await assistant.resume("t", answer.question.id, "this company", reference_date=today)
    assert asked == ["q-1", "q-2"]


async def test_none_of_the_options_ends_the_asking(assistant, ask, today):
    question = (await ask("What was the FY2024 revenue?")).question
    answer = await assistant.resume("t", question.id, "0", reference_date=today)
    assert answer.question is None


async def test_a_finished_turn_leaves_no_checkpoint(assistant, ask):
    await ask("What was BHP's FY2024 revenue?")
    assert [entry async for entry in assistant._saver.alist(None)] == []


@pytest.mark.parametrize(
    ("reply", "added"),
    [
        ("2", "RIO"),
        ("2.", "RIO"),
        ("(2)", "RIO"),
        ("rio tinto", "RIO"),
        ("BHP", "BHP"),
        ("  BHP in FY2023 ", "BHP in FY2023"),
        ("3", "3"),
        ("0", ""),
        ("None of these.", ""),
    ],
)
def test_a_reply_is_an_option_by_number_or_text_or_free_words(reply, added):
    assert chosen_by(reply, OPTIONS) == added


def test_a_number_without_options_is_the_persons_own_word():
    assert chosen_by("0", []) == "0"


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ("What was Rio's dividend in 2023?", "Rio Tinto's total dividend for 2023"),
        ("How much did BHP's revenue grow from FY23 to FY24?", "BHP's revenue grew by 3.4 %"),
        ("what about Fortescue?", "Fortescue's revenue for FY2024"),
    ],
)
async def test_a_whole_question_in_place_of_a_reply_is_the_question(assistant, ask, today, reply, said):
    question = (await ask("What was the FY2024 revenue?")).question

    answer = await assistant.resume("t", question.id, reply, reference_date=today)

    assert answer.text.startswith(said)


@pytest.mark.parametrize("reply", ["0", "none of these"])
async def test_who_names_no_company_gets_no_figure_of_any(assistant, ask, today, reply):
    question = (await ask("What was the FY2024 revenue?")).question
    answer = await assistant.resume("t", question.id, reply, reference_date=today)
    assert answer.text.startswith("I need a company for that.")
    assert not answer.citations
    assert "million" not in answer.text


@pytest.mark.parametrize("reply", ["never mind", "Never mind, thanks", "oh, forget it", "no thanks", "cancel"])
async def test_a_question_of_ours_can_be_taken_back(assistant, ask, today, reply):
    question = (await ask("What was the FY2024 revenue?")).question
    answer = await assistant.resume("t", question.id, reply, reference_date=today)
    assert answer.text == RESET
    assert answer.question is None


@pytest.mark.parametrize("reply", ["BHP", "no, Rio", "stop reporting Rio, I mean BHP", "nothing but BHP"])
def test_a_reply_that_says_something_takes_nothing_back(reply):
    assert not ends_it(reply)


async def test_a_question_back_says_that_a_model_failed_before_it(tools, today):
    model = ScriptedLanguageModel({"mines_route": ModelUnavailableError(())})
    assistant = await MinesAssistant.open(replace(tools, model=model, policy="model"), None)
    answer = await assistant.ask(VAGUE, thread="t", reference_date=today)
    await assistant.aclose()
    assert answer.outcome == "clarification"
    assert "retrieve_decision" in answer.caveats[0]

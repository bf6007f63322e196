"""The Python API: a handle, the same for programs that await, and what they refuse."""

import asyncio
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path

import pytest

from dragoman.app.desk import ClosedQuestionError
from dragoman.app.dragoman import ClosedHandleError, Handle, open_dragoman, open_handle
from dragoman.app.settings import Settings
from dragoman.domain.conversation import Turn
from dragoman.domain.event import Event
from dragoman.errors import UnknownNameError, UsageError

REVENUE = "What was BHP's FY2024 revenue?"
ANSWER = "BHP's revenue for FY2024 was US$55,658 million [1]."
VAGUE = "Tell me about this company"


@pytest.fixture
def settings(filled_home: Path, tmp_path: Path, today: date) -> Settings:
    shutil.copytree(filled_home, tmp_path / "home")
    return Settings(home=tmp_path / "home", reference_date=today)


@pytest.fixture
def handle(settings: Settings) -> Iterator[Handle]:
    with open_handle(settings=settings) as opened:
        yield opened


def test_a_handle_works_where_a_loop_runs_already(settings):
    async def notebook() -> str:
        with open_handle(settings=settings) as handle:
            return handle.ask(REVENUE).text

    assert asyncio.run(notebook()) == ANSWER


async def test_questions_can_be_awaited_together(settings):
    async with open_dragoman(settings=settings) as opened:
        answers = await asyncio.gather(*(opened.ask(REVENUE) for _ in range(5)))

    assert [answer.text for answer in answers] == [ANSWER] * 5
    assert len({answer.thread for answer in answers}) == 5


def test_two_handles_share_a_home(handle, settings):
    thread = handle.ask(REVENUE).thread

    with open_handle(settings=settings) as other:
        assert other.answer_of(thread).text == ANSWER
        assert other.ask("and Rio?", thread=thread).turn == 2


def test_several_threads_share_a_handle(handle):
    years = [2021, 2022, 2023, 2024, 2025] * 2

    with ThreadPoolExecutor(5) as pool:
        texts = list(pool.map(lambda year: handle.ask(f"What was BHP's FY{year} revenue?").text, years))

    assert all(f"FY{year}" in text for year, text in zip(years, texts, strict=True))


def test_several_threads_fill_an_empty_home_once(tmp_path, today):
    with open_handle(settings=Settings(home=tmp_path / "new", reference_date=today)) as handle:
        with ThreadPoolExecutor(3) as pool:
            texts = set(pool.map(lambda _: handle.ask(REVENUE).text, range(3)))

        assert (texts, len(handle.runtime.corpus.documents())) == ({ANSWER}, 27)


@pytest.mark.parametrize(
    "use",
    [
        lambda handle: handle.ask(REVENUE),
        lambda handle: handle.resume("t", "q", "x"),
        lambda handle: handle.interpret(REVENUE),
        lambda handle: handle.route(REVENUE),
        lambda handle: handle.facts(),
        lambda handle: handle.search("iron"),
        lambda handle: handle.ground({"answer": "x"}),
        lambda handle: handle.ingest([]),
        lambda handle: handle.answer_of("t"),
        lambda handle: handle.runtime,
    ],
)
def test_a_closed_handle_says_so(settings, use):
    handle = open_handle(settings=settings)
    handle.close()
    handle.close()

    with pytest.raises(ClosedHandleError, match=r"dragoman\.open"):
        use(handle)


@pytest.mark.parametrize("reply", ["3", "3.", "(3)", "Fortescue", "fortescue", "I mean Fortescue"])
def test_a_question_of_ours_takes_a_number_an_option_or_free_words(handle, reply):
    asked = handle.ask(VAGUE)

    answer = handle.resume(asked.thread, asked.question.id, reply)

    assert answer.outcome == "answered"
    assert answer.text.startswith("Fortescue's revenue")


@pytest.mark.parametrize("reply", ["0", "none of these", "None of these."])
def test_none_of_these_ends_the_turn_or_asks_no_such_question_again(handle, reply):
    asked = handle.ask(VAGUE)

    answer = handle.resume(asked.thread, asked.question.id, reply)

    assert answer.question is None


def test_the_same_reply_twice_gets_the_same_answer_and_another_is_refused(handle):
    asked = handle.ask(VAGUE)
    first = handle.resume(asked.thread, asked.question.id, "3")

    assert handle.resume(asked.thread, asked.question.id, "3") == first
    with pytest.raises(ClosedQuestionError, match="has its reply already: '3'"):
        handle.resume(asked.thread, asked.question.id, "1")


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_two_questions_of_one_thread_are_answered_in_either_order(handle, order):
    first = handle.ask(VAGUE)
    second = handle.ask(VAGUE, thread=first.thread)
    asked, names = (first, second), ("BHP", "Fortescue")

    answers = {at: handle.resume(first.thread, asked[at].question.id, names[at]) for at in order}

    assert [answers[at].text.split("'")[0] for at in (0, 1)] == ["BHP", "Fortescue"]
    assert [answers[at].turn for at in (0, 1)] == [1, 2]


def test_questions_of_two_threads_do_not_meet(handle):
    one, other = handle.ask(VAGUE), handle.ask(VAGUE)

    answer = handle.resume(other.thread, other.question.id, "Fortescue")

    assert answer.text.startswith("Fortescue")
    assert handle.answer_of(one.thread).question == one.question


def test_a_new_question_leaves_the_one_that_waits(handle):
    asked = handle.ask(VAGUE)

    assert handle.ask(REVENUE, thread=asked.thread).text == ANSWER
    assert handle.resume(asked.thread, asked.question.id, "3").outcome == "answered"


async def test_a_turn_whose_checkpoints_ran_ahead_of_what_was_kept_is_finished(settings, today):
    async with open_dragoman(settings=settings) as opened:
        asked = await opened.ask(VAGUE)
        assistant = await opened.desk._open_assistant()
        ahead = await assistant.resume(f"{asked.thread}:1", asked.question, "this company", reference_date=today)
        assert ahead.question  # and now the process dies before it keeps that

        answer = await opened.resume(asked.thread, asked.question.id, "3")

    assert answer.text.startswith("Fortescue's revenue")


def test_the_conversation_holds_what_a_reply_by_number_stands_for(handle):
    asked = handle.ask(VAGUE)
    answer = handle.resume(asked.thread, asked.question.id, "3")

    begun = handle._dragoman.desk.begin("and the dividend?", thread=asked.thread)

    said = [(turn.role, turn.content) for turn in begun.turns]
    assert said[:3] == [("user", VAGUE), ("assistant", asked.text), ("user", "Fortescue")]
    assert said[3:] == [("assistant", answer.text)]


def test_an_unknown_question_is_named_with_those_there_are(handle):
    asked = handle.ask(VAGUE)

    with pytest.raises(UnknownNameError, match="there is no question 'q-7'"):
        handle.resume(asked.thread, "q-7", "BHP")


def test_the_words_are_stored_before_the_work(settings):
    class Stops:
        def emit(self, event: Event) -> None:
            if event.name == "document.started":
                raise KeyboardInterrupt

    for path in settings.home.glob("*"):
        path.unlink()
    with open_handle(settings=settings, sink=Stops()) as handle:
        with pytest.raises(KeyboardInterrupt):
            handle.ask(REVENUE)
        ((thread, words),) = handle.runtime.threads.threads()

        assert (words, handle.runtime.threads.turns(thread)[0].answer) == (REVENUE, None)
        with pytest.raises(UsageError, match="has no answered turn"):
            handle.answer_of(thread)


def test_a_history_of_halves_of_characters_is_no_fault(handle):
    history = [Turn("user", "What was BHP's \ud800 FY2024 revenue?")]

    assert "US$53,658 million" in handle.ask("and Rio? \udfff", history=history).text

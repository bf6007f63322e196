import sqlite3
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest

from dragoman.errors import StoreError, UnknownNameError
from dragoman.stores.database import SchemaVersionError
from dragoman.stores.threads import ThreadStore

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture
def store() -> ThreadStore:
    store = ThreadStore(None)
    store.start("t-1", NOON)
    return store


def test_keeps_the_words_before_there_is_an_answer(store: ThreadStore) -> None:
    number = store.add_turn("t-1", "What was BHP's revenue?", NOON)

    (turn,) = store.turns("t-1")

    assert (number, turn.question, turn.answer) == (1, "What was BHP's revenue?", None)


def test_what_stopped_attempts_took_is_kept_beside_the_answer(store: ThreadStore) -> None:
    store.add_turn("t-1", "x", NOON)
    for calls in (1, 2):
        store.add_spent("t-1", 1, {"model_calls": calls})
    store.set_answer("t-1", 1, {"text": "y"})

    (turn,) = store.turns("t-1")

    assert (turn.spent, turn.answer) == (({"model_calls": 1}, {"model_calls": 2}), {"text": "y"})


def test_a_store_of_the_version_before_learns_what_attempts_took(tmp_path: Path) -> None:
    path = tmp_path / "threads.db"
    before = ThreadStore(path)
    before.start("t-1", NOON)
    before.add_turn("t-1", "x", NOON)
    before.close()
    with sqlite3.connect(path) as connection:
        connection.execute("alter table turns drop column spent")
        connection.execute("update schema_versions set version = 2 where name = 'threads'")

    store = ThreadStore(path)
    store.add_spent("t-1", 1, {"model_calls": 1})

    assert store.turns("t-1")[0].spent == ({"model_calls": 1},)


def test_numbers_turns_from_one_within_their_thread(store: ThreadStore) -> None:
    store.start("t-2", NOON)

    numbers = [store.add_turn(thread, "x", NOON) for thread in ("t-1", "t-1", "t-2")]

    assert numbers == [1, 2, 1]


def test_an_answer_comes_back_as_it_was_stored(store: ThreadStore) -> None:
    store.add_turn("t-1", "x", NOON)

    store.set_answer("t-1", 1, {"text": "A$5 – “so”"})

    assert store.turns("t-1")[0].answer == {"text": "A$5 – “so”"}


def test_a_question_takes_one_reply(store: ThreadStore) -> None:
    store.add_turn("t-1", "x", NOON)
    question = store.open_question("t-1", 1, "Which?")

    assert store.take_reply("t-1", question, "1", meant="BHP")
    assert not store.take_reply("t-1", question, "2", meant="RIO")
    assert store.question("t-1", question) == (1, "answered", "1", "Which?", "BHP")


def test_a_question_stays_open_when_a_new_turn_begins(store: ThreadStore) -> None:
    store.add_turn("t-1", "x", NOON)
    question = store.open_question("t-1", 1)

    store.add_turn("t-1", "y", NOON)

    assert store.question("t-1", question) == (1, "open", None, "", "")


def test_a_reopened_question_takes_another_reply(store: ThreadStore) -> None:
    store.add_turn("t-1", "x", NOON)
    question = store.open_question("t-1", 1)
    store.take_reply("t-1", question, "BHP")

    store.reopen("t-1", question)

    assert store.take_reply("t-1", question, "RIO")


@pytest.mark.parametrize("look", ["turns", "remove"])
def test_an_unknown_thread_is_named_with_those_that_exist(store: ThreadStore, look: str) -> None:
    with pytest.raises(UnknownNameError, match=r'there is no thread .t-9.\n.*"t-1"'):
        getattr(store, look)("t-9")


def test_removing_a_thread_forgets_its_turns(store: ThreadStore) -> None:
    store.add_turn("t-1", "x", NOON)

    store.remove("t-1")
    store.start("t-1", NOON)

    assert store.turns("t-1") == ()


def test_survives_being_closed(tmp_path: Path) -> None:
    first = ThreadStore(tmp_path / "threads.db")
    first.start("t-1", NOON)
    first.add_turn("t-1", "x", NOON)
    first.close()

    assert [turn.question for turn in ThreadStore(tmp_path / "threads.db").turns("t-1")] == ["x"]


def test_a_file_that_is_no_store_is_refused_with_a_remedy(tmp_path: Path) -> None:
    (tmp_path / "threads.db").write_bytes(b"something else entirely" * 100)

    with pytest.raises(StoreError, match="is damaged\nMove it away"):
        ThreadStore(tmp_path / "threads.db")


def test_a_store_of_another_version_is_refused(tmp_path: Path) -> None:
    ThreadStore(tmp_path / "threads.db").close()
    with sqlite3.connect(tmp_path / "threads.db") as connection:
        connection.execute("update schema_versions set version = 99 where name = 'threads'")
    connection.close()

    with pytest.raises(SchemaVersionError, match="schema version 99"):
        ThreadStore(tmp_path / "threads.db")


def test_nothing_is_forgotten_when_one_of_the_threads_does_not_exist(store: ThreadStore) -> None:
    with pytest.raises(UnknownNameError):
        store.remove("t-1", "t-9")

    assert [thread for thread, _ in store.threads()] == ["t-1"]


def test_questions_come_back_in_the_order_in_which_they_were_asked(store: ThreadStore) -> None:
    store.add_turn("t-1", "x", NOON)
    names = [store.open_question("t-1", 1, f"{number}?") for number in range(12)]

    assert names[-1] == "q-12"
    assert [one.question for one in store.questions("t-1")] == [f"{number}?" for number in range(12)]


def test_turns_added_from_many_threads_get_numbers_of_their_own(tmp_path: Path) -> None:
    store = ThreadStore(tmp_path / "threads.db")
    store.start("t-1", NOON)

    with ThreadPoolExecutor(4) as pool:
        numbers = list(pool.map(lambda _: store.add_turn("t-1", "x", NOON), range(40)))

    assert sorted(numbers) == list(range(1, 41))

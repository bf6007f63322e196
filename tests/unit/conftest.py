"""A memory of answers that lasts as long as a test, over a clock that the test turns."""

from datetime import timedelta

import pytest

from dragoman.memory.answer_cache import AnswerCache
from dragoman.stores.answers import AnswerStore
from dragoman.testing.hand_clock import HandClock


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def answer_store():
    opened = AnswerStore(None)
    yield opened
    opened.close()


@pytest.fixture
def cache(answer_store, clock) -> AnswerCache:
    return AnswerCache(answer_store, clock, rules="r1", ttl=timedelta(days=30))

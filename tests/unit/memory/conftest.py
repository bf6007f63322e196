"""An answer cache in memory, over a clock that a test turns."""

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta

import pytest

from dragoman.memory.answer_cache import AnswerCache, Thresholds
from dragoman.memory.key import Asked, CacheKey
from dragoman.stores.answers import AnswerStore


@dataclass
class HandClock:
    moment: datetime = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)

    def now(self) -> datetime:
        return self.moment

    def today(self) -> date:
        return self.moment.date()

    def turn(self, **by: float) -> None:
        self.moment += timedelta(**by)


KEY = CacheKey(
    tenant="a",
    assistant="mines",
    corpus="c1",
    rules="r1",
    language="en",
    policy="cascade",
    plan={"steps": [{"kind": "explain", "topic": "", "companies": ["BHP"]}]},
    named={"company": ["BHP"]},
)


def asked(text: str, *, is_open: bool = True, **other: object) -> Asked:
    """A question whose whole text is left to be compared, under a key that differs in `other`."""
    return Asked(key=replace(KEY, **other), question=text, residual=text, is_open=is_open)


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def store():
    opened = AnswerStore(None)
    yield opened
    opened.close()


@pytest.fixture
def cache(store, clock) -> AnswerCache:
    return AnswerCache(store, clock, rules="r1", ttl=timedelta(days=30), thresholds=Thresholds())


@pytest.fixture
def remember(cache):
    """Remember an answer to a question, and return the entry's id."""

    def remember(question: Asked, text: str = "Because of the price.") -> str:
        entry = cache.remember(question, {"text": text}, {})
        assert entry
        return entry

    return remember

"""An answer cache in memory, over a clock that a test turns."""

from dataclasses import replace

import pytest

from dragoman.memory.key import Asked, CacheKey

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
def remember(cache):
    """Remember an answer to a question, and return the entry's id."""

    def remember(question: Asked, text: str = "Because of the price.") -> str:
        entry = cache.remember(question, {"text": text}, {})
        assert entry
        return entry

    return remember

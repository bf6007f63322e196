"""Meaning beside words: what an embedder adds, and that one which tells nothing adds nothing."""

import struct
from datetime import timedelta
from math import nan

import numpy as np
import pytest
from tests.unit.memory.conftest import asked

from dragoman.memory.answer_cache import AnswerCache, Hit, Thresholds
from dragoman.memory.equivalence import equivalence
from dragoman.memory.meaning import LONGEST, QuestionMeaning

WHY = "Why did costs rise at the mine?"
SAME = "For what reason did costs go up at the mine?"
OTHER = "Who audits the mine and its accounts?"


class Embedder:
    """Gives texts the vectors it is told to; else every text a direction of its own."""

    id = "all-MiniLM-L6-v2/int8@0"
    dimensions = 16

    def __init__(self, vector_of=None) -> None:
        self.vector_of = vector_of or self.own
        self.asked: list[str] = []

    def own(self, text: str) -> list[float]:
        place = list(dict.fromkeys(self.asked)).index(text)
        return [float(place == n) for n in range(self.dimensions)]

    def embed(self, texts):
        self.asked += texts
        return np.array([self.vector_of(text) for text in texts], dtype=np.float32)


def remembering(store, clock, embedder) -> AnswerCache:
    meaning = QuestionMeaning(lambda: embedder)
    cache = AnswerCache(store, clock, rules="r1", ttl=timedelta(days=30), meaning=meaning)
    cache.remember(asked(WHY), {"text": "Because of diesel."}, {})
    return cache


BROKEN = {
    "zero": lambda _: [0.0] * 16,
    "not a number": lambda _: [nan] * 16,
    "constant": lambda _: [0.25] * 16,
    "too short": lambda _: [0.6, 0.8],
    "much too long": lambda _: [2.0] * 16,
    "failing": lambda _: 1 / 0,
}


@pytest.mark.parametrize("kind", BROKEN)
def test_vectors_that_say_nothing_turn_meaning_off_with_a_mark_and_are_no_hit(store, clock, kind):
    cache = remembering(store, clock, Embedder(BROKEN[kind]))
    assert cache.look_up(asked(OTHER)) is None
    assert cache.compares_by.startswith("words alone: the embedding model gave nothing to compare by")
    assert isinstance(cache.look_up(asked(WHY)), Hit)


@pytest.mark.parametrize("kind", sorted(set(BROKEN) - {"constant"}))  # one vector alone cannot show that
def test_an_embedder_that_breaks_later_is_left_aside_from_then_on(store, clock, kind):
    embedder = Embedder()
    cache = remembering(store, clock, embedder)
    assert cache.compares_by == "words and meaning"
    embedder.vector_of = BROKEN[kind]
    assert not isinstance(cache.look_up(asked("Why did costs rise at a big mine?")), Hit)
    assert cache.compares_by.startswith("words alone")


def test_the_same_vector_for_other_words_tells_nothing(store, clock):
    embedder = Embedder()
    cache = remembering(store, clock, embedder)
    kept = embedder.own(WHY)
    embedder.vector_of = lambda _: kept
    near = asked("Why did costs fall or rise at some mine?")
    lexical = equivalence(near.residual, WHY)
    found = cache.look_up(near, thresholds=Thresholds(answer=1, hint=0))
    assert found.equivalence == lexical


def test_nearness_in_meaning_makes_it_likelier_and_distance_less_so():
    assert equivalence(WHY, SAME, cosine=0.99) > equivalence(WHY, SAME, cosine=0.5)


def test_no_nearness_outweighs_what_differs_in_number_or_polarity():
    assert equivalence("Why did costs rise?", "Why did costs fall?", cosine=0.99) <= 0.5
    assert equivalence("within 30 days", "within 60 days", cosine=0.99) <= 0.5


def test_without_an_embedder_words_alone_are_compared_and_that_is_said(cache, remember):
    remember(asked(WHY))
    assert cache.compares_by == "words alone: there is no embedding model"
    assert isinstance(cache.look_up(asked(WHY)), Hit)


def test_an_embedder_that_was_not_measured_is_not_used():
    other = Embedder()
    other.id = "another@1"
    assert "only for all-MiniLM-L6-v2" in QuestionMeaning(lambda: other).note
    assert other.asked == []


def test_a_question_about_a_figure_asks_no_embedder(store, clock):
    embedder = Embedder()
    cache = AnswerCache(store, clock, rules="r1", ttl=None, meaning=QuestionMeaning(lambda: embedder))
    cache.remember(asked("What was the ?", is_open=False), {"text": "x"}, {})
    cache.look_up(asked("What was the ?", is_open=False))
    assert embedder.asked == []


def test_a_question_that_no_nearness_could_save_asks_no_embedder(store, clock):
    embedder = Embedder()
    cache = remembering(store, clock, embedder)
    before = list(embedder.asked)
    assert cache.look_up(asked("Who sells the mine and its costs?")) is None
    assert embedder.asked == before


def test_a_text_longer_than_an_embedder_reads_gets_no_vector():
    assert QuestionMeaning(Embedder).vector("why " * LONGEST) is None


def test_vectors_of_two_embedders_or_of_two_sizes_are_not_compared(store, clock):
    meaning = QuestionMeaning(Embedder)
    one, two = struct.pack("<4e", 1, 0, 0, 0), struct.pack("<2e", 1, 0)
    assert meaning.cosine(one, two) is None
    assert meaning.cosine(one, b"\0" * 8) is None
    assert meaning.cosine(one, None) is None

"""The suites of the answer cache: enough of every kind, and no pair that could not hit."""

from collections import Counter

import pytest

from dragoman.app.dragoman import open_handle
from dragoman.app.settings import load_settings
from dragoman.evals.cache import FILE, CachePairsSpec, _asked, _pairs, _paraphrases, cache_cases
from dragoman.evals.room import Room
from dragoman.specs.reader import load

KINDS = {"company", "year", "half", "metric", "basis", "number", "polarity", "comparator", "unit", "order"}


@pytest.fixture(scope="module")
def room(filled_home):
    with open_handle(settings=load_settings({"DRAGOMAN_HOME": str(filled_home)})) as handle:
        yield Room(handle=handle, data=None, sink=None, limit=120)


def test_there_are_six_hundred_pairs_of_ten_kinds_and_three_hundred_paraphrases():
    spec = load(FILE, CachePairsSpec)
    kinds = Counter(name.rpartition("-")[0] for name, *_ in _pairs(spec))
    assert set(kinds) == KINDS
    assert kinds.total() >= 600
    assert len(list(_paraphrases(spec))) >= 300


def test_the_first_of_every_pair_could_be_remembered(room):
    spec = load(FILE, CachePairsSpec)
    firsts = {text for _, text, _ in list(_pairs(spec))[::7]}
    assert [text for text in firsts if _asked(text, room) is None] == []


def test_no_pair_that_differs_hits_and_most_paraphrases_do(room):
    judged = list(cache_cases(room))
    assert [one.reason for one in judged if one.verdict == "wrong"] == []
    paraphrases = [one for one in judged if one.case.startswith("same")]
    assert sum(one.verdict == "right" for one in paraphrases) >= 0.6 * len(paraphrases)

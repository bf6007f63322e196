"""The lexical classifier: trained twice alike, calibrated, kept as plain numbers."""

import json

import pytest

from dragoman.classify.artefact import load, save
from dragoman.classify.errors import ArtefactError, TooFewExamplesError
from dragoman.classify.features import counts, weigh
from dragoman.classify.model import OUTSIDE
from dragoman.classify.train import train

FRUIT = ("apple", "pear", "plum", "cherry", "grape", "quince", "melon", "fig")
TOOLS = ("hammer", "saw", "drill", "chisel", "plane", "rasp", "awl", "vice")
ROWS = (
    *((f"eat the {one} now", "fruit") for one in FRUIT),
    *((f"use a {one} on wood", "tools") for one in TOOLS),
    *((f"the weather in {one}", OUTSIDE) for one in ("Rome", "Oslo", "Lima", "Cairo", "Delhi", "Bonn")),
)


@pytest.fixture(scope="module")
def classifier():
    return train(ROWS, version="v1")


def test_the_same_rows_in_any_order_give_the_same_numbers(classifier):
    assert train(tuple(reversed(ROWS)), version="v1") == classifier


def test_what_was_meant_comes_first(classifier):
    assert classifier.propose("eat a ripe pear")[0].intent == "fruit"
    assert classifier.propose("use the old saw")[0].intent == "tools"


def test_what_fits_nothing_is_likely_nowhere(classifier):
    assert classifier.propose("the weather in Paris")[0].confidence < 0.3
    assert classifier.propose("zzz qqq")[0].confidence < 0.5


def test_probabilities_are_probabilities(classifier):
    assert all(0 <= one.confidence <= 1 for one in classifier.propose("eat"))


@pytest.mark.parametrize("text", ["", "  ", "\x00", "🦘", "a" * 100_000])
def test_odd_texts_have_an_answer_too(classifier, text):
    assert len(classifier.propose(text)) == 2


def test_words_and_pieces_weigh_alike():
    found = weigh(counts("eat the pear"), dict.fromkeys(counts("eat the pear"), 1.0), 3.0)
    for block in "wc":
        assert sum(value**2 for name, value in found.items() if name[0] == block) == pytest.approx(1)


def test_strange_words_weaken_what_the_known_ones_say(classifier):
    known, strange = classifier.propose("eat a pear"), classifier.propose("eat a zyx qwv kjh")
    assert strange[0].confidence < known[0].confidence


def test_a_file_gives_back_what_was_saved(classifier, tmp_path):
    save(classifier, tmp_path / "c.json")
    kept = load(tmp_path / "c.json")
    assert kept.propose("eat a pear") == classifier.propose("eat a pear")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["c.json"]


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": 1}', "\x80\x04K\x01.", '{"format": 9}'])
def test_a_file_that_is_none_of_ours_is_refused(tmp_path, text):
    (tmp_path / "c.json").write_text(text, encoding="utf-8")
    with pytest.raises(ArtefactError):
        load(tmp_path / "c.json")


def test_a_file_whose_numbers_do_not_fit_is_refused(classifier, tmp_path):
    save(classifier, tmp_path / "c.json")
    record = json.loads((tmp_path / "c.json").read_text("utf-8"))
    record["intercepts"] = record["intercepts"][:1]
    (tmp_path / "c.json").write_text(json.dumps(record), encoding="utf-8")
    with pytest.raises(ArtefactError):
        load(tmp_path / "c.json")


def test_too_few_examples_are_refused_by_name():
    with pytest.raises(TooFewExamplesError, match="tools has 2"):
        train([*ROWS[:8], *ROWS[8:10]], version="v1")

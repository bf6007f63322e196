"""`dragoman search` says why each passage was found, and shows the part that was."""

import pytest

from dragoman.cli.search import excerpt


def test_each_hit_is_printed_with_the_words_that_matched(dragoman):
    out = dragoman("search", "iron ore shipments", "--company", "FMG", "--k", "3").out
    reasons = [line.strip() for line in out.splitlines() if line.startswith("   why: ")]
    assert len(reasons) == 3
    assert any("text:" in reason and "shipments" in reason for reason in reasons)


def test_the_reasons_are_there_as_data_too(dragoman):
    hit = dragoman("search", "iron ore shipments", "--company", "FMG", "--k", "1", "--json").record[0]
    assert set(hit["reasons"]) == {"words", "figures", "standings", "note"}
    assert {"word": "iron", "place": "text", "is_said": True} in hit["reasons"]["words"]
    assert all(found["word"] in hit["why"] for found in hit["reasons"]["words"])


def test_one_document_can_be_searched(dragoman):
    first = dragoman("search", "iron ore", "--json").record[0]["document"]
    found = dragoman("search", "revenue", "--document", first, "--k", "100", "--json").record
    assert {hit["document"] for hit in found} == {first}


def test_a_document_that_is_not_there_is_said(dragoman):
    done = dragoman("search", "iron", "--document", "nope")
    assert (done.status, done.err.count("nope")) == (2, 1)


LONG = "Nothing of note. " * 30 + "Shipments of\niron ore rose. " + "And so on. " * 30


@pytest.mark.parametrize(
    ("words", "begins"),
    [([], "Nothing of note."), (["absent"], "Nothing of note."), (["shipments", "iron"], "… ")],
)
def test_the_part_that_matched_is_shown(words, begins):
    shown = excerpt(LONG, words)
    assert shown.startswith(begins)
    assert shown.endswith(" …")
    assert ("Shipments of iron ore rose." in shown) is ("iron" in words)


def test_a_short_passage_is_shown_whole():
    assert excerpt("Iron ore\nrose.", ["ore"]) == "Iron ore rose."


def test_a_page_that_prints_the_figures_asked_for_is_told(dragoman):
    hits = dragoman("search", "revenue", "--company", "BHP", "--json").record
    told = [hit for hit in hits if "revenue" in hit["reasons"]["figures"]]
    assert told
    assert all("figures: revenue" in hit["why"] for hit in told)

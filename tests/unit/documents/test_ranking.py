"""In what order passages come that several rankings found."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.documents.ranking import fuse, of_year, with_page_mates, year_meant
from dragoman.domain.document import Passage, ScoredPassage

RANKING = st.lists(st.sampled_from("abcdefgh"), unique=True)


@given(RANKING, RANKING)
def test_what_both_rank_first_is_first_and_nothing_is_lost(words: list[str], meaning: list[str]) -> None:
    places = fuse({"words": words, "meaning": meaning})
    assert sorted(place.id for place in places) == sorted({*words, *meaning})
    if words and meaning and words[0] == meaning[0]:
        assert places[0].id == words[0]


@given(RANKING)
def test_without_the_other_ranking_the_order_stays(names: list[str]) -> None:
    assert [place.id for place in fuse({"words": names, "meaning": []})] == names
    assert [place.id for place in fuse({"words": [], "meaning": names})] == names


def test_a_first_place_in_every_ranking_scores_one() -> None:
    (first, *_) = fuse({"words": "ab", "meaning": "ac", "figures": "a"})
    assert (first.id, round(first.score, 9)) == ("a", 1)


def test_a_page_of_figures_goes_before_what_words_alone_found() -> None:
    assert fuse({"words": ["a", "b", "c"], "figures": ["c"]})[0].id == "c"


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("What was revenue in FY2021?", 2021),
        ("What was revenue in 2022, 2021 and 2020?", 2022),
        ("How did revenue change between FY2020 and FY2021?", 2021),
        ("What was cash as of 30 June 2021?", 2021),
        ("Will revenue grow in FY2024?", 2022),  # nobody has reported it yet
        ("What was revenue in FY2015?", None),
        ("Who is the auditor?", 2022),
    ],
)
def test_the_year_that_is_meant_is_the_newest_named_as_far_as_there_are_reports(text: str, year: int | None) -> None:
    assert year_meant(text, ["FY2022", None, "FY2021", "FY2020", "H1 FY2022"]) == year


def test_only_what_is_of_the_year_meant_counts_more() -> None:
    assert of_year("FY2022", 2022) == of_year("H1 FY2022", 2022) > of_year("FY2021", 2022)
    assert of_year(None, 2022) == of_year("FY2022", None) == 1


def scored(name: str, page: int, score: float) -> ScoredPassage:
    passage = Passage(id=name, document="d", page=page, section=(), kind="text", text="", title="")
    return ScoredPassage(passage=passage, score=score)


def test_passages_of_one_page_help_each_other() -> None:
    ranked = with_page_mates([scored("alone", 1, 10), scored("first", 2, 9), scored("second", 2, 8)])
    assert [hit.passage.id for hit in ranked] == ["first", "alone", "second"]


def test_a_page_of_many_weak_passages_does_not_win_by_their_number() -> None:
    many = [scored(f"weak {n}", 2, 4) for n in range(20)]
    assert with_page_mates([scored("good", 1, 10), *many])[0].passage.id == "good"

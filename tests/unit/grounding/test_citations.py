from hypothesis import given
from hypothesis import strategies as st

from dragoman.domain.answer import Citation
from dragoman.grounding.citations import markers_of, renumber, without_markers


def citation(marker: int, *, document: str = "bhp", page: int = 1, place: str = "") -> Citation:
    return Citation(marker=marker, document=document, title=document, page=page, section="", quote="", place=place)


def test_m_103_markers_are_renumbered_by_first_use() -> None:
    text, kept = renumber("A [3]. B [1].", [citation(1, page=1), citation(3, page=3)])
    assert text == "A [1]. B [2]."
    assert [(one.marker, one.page) for one in kept] == [(1, 3), (2, 1)]


def test_m_103_citations_of_one_place_become_one() -> None:
    text, kept = renumber("A [1]. B [2].", [citation(1), citation(2)])
    assert (text, len(kept)) == ("A [1]. B [1].", 1)


def test_m_103_two_cells_of_a_page_stay_two() -> None:
    text, kept = renumber("A [1]. B [2].", [citation(1, place="row Revenue"), citation(2, place="row EBITDA")])
    assert (text, len(kept)) == ("A [1]. B [2].", 2)


def test_m_103_citations_that_the_text_does_not_use_are_dropped() -> None:
    assert renumber("A [2].", [citation(1), citation(2, page=2)])[1] == (citation(1, page=2),)


def test_m_103_markers_that_lead_nowhere_are_removed_with_their_blank() -> None:
    assert renumber("A [7]. B [1][9], C [2, 8].", [citation(1), citation(2, page=2)])[0] == "A. B [1], C [2]."


def test_m_103_a_text_without_any_valid_marker_keeps_no_citation() -> None:
    assert renumber("Nothing [4].", [citation(1)]) == ("Nothing.", ())


def test_brackets_that_are_no_markers_stay() -> None:
    assert renumber("a[i] and [2024] and [note]", [])[0] == "a[i] and and [note]"


def test_markers_are_listed_once_in_order() -> None:
    assert markers_of("A [2][1]. B [2], C [3, 1].") == (2, 1, 3)


@given(st.lists(st.tuples(st.sampled_from(["word", "[1]", "[2]", "[3]", "[1, 9]"]), st.sampled_from([" ", ". "]))))
def test_after_renumbering_every_marker_leads_somewhere_in_order_of_use(parts) -> None:
    citations = [citation(1), citation(2, page=2), citation(3)]
    text, kept = renumber("".join(map("".join, parts)), citations)
    assert markers_of(text) == tuple(one.marker for one in kept) == tuple(range(1, len(kept) + 1))


def test_blanking_markers_moves_nothing() -> None:
    assert without_markers("A [12] b") == "A      b"

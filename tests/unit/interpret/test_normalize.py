"""Texts become plain, and every place leads back to what was written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.interpret.normalize import normalize


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("BHP\u2019s \u201cprofit\u201d", 'BHP\'s "profit"'),
        ("FY21\u2013FY24", "FY21-FY24"),
        ("\u2212896", "-896"),
        ("US$55.7\u00a0bn", "US$55.7 bn"),
        ("e\u0301t\u00e9", "\u00e9t\u00e9"),
        ("pro\ufb01t", "profit"),
        ("\uff26\uff39\uff12\uff14", "FY24"),
        ("a\u2028b", "a\nb"),
        ("1\u202f234\u202f567", "1,234,567"),
    ],
)
def test_makes_typographic_signs_plain(written: str, plain: str) -> None:
    assert plain == normalize(written).text


def test_reports_what_is_invisible_and_removes_it() -> None:
    plain = normalize("re\u200bvenue\x00\u202e")

    assert plain.text == "revenue"
    assert plain.notes == ("3 invisible or control characters removed: U+0000, U+200B, U+202E",)


def test_a_span_leads_back_around_what_was_removed() -> None:
    written = "the re\u200bve\u0301nue"
    plain = normalize(written)
    span = plain.span(4, len(plain.text))

    assert written[span.start : span.end] == "re\u200bve\u0301nue"


def test_the_span_of_half_a_ligature_is_the_whole_ligature() -> None:
    plain = normalize("pro\ufb01t")

    assert (plain.span(3, 4).start, plain.span(3, 4).end) == (3, 4)


@given(st.text(max_size=200))
def test_lower_case_and_places_have_the_length_of_the_text(written: str) -> None:
    plain = normalize(written)

    assert len(plain.text) == len(plain.lower) == len(plain.ends) == len(plain.offsets) - 1
    assert list(plain.offsets) == sorted(plain.offsets)
    assert all(start < end <= len(written) for start, end in zip(plain.offsets, plain.ends, strict=False))


@given(st.text(alphabet=st.characters(min_codepoint=32, max_codepoint=126), max_size=100))
def test_plain_ascii_stays_as_it_is(written: str) -> None:
    plain = normalize(written)

    assert (plain.text, plain.notes) == (written, ())


@given(st.text(max_size=100))
def test_normalising_twice_changes_nothing_more(written: str) -> None:
    once = normalize(written).text

    assert once == normalize(once).text

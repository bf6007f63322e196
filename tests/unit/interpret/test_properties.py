from datetime import date
from itertools import chain, pairwise
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.interpret.conftest import MINES

from dragoman.interpret.interpreter import Interpreter
from dragoman.interpret.vocabulary import load_vocabulary

INTERPRETER = Interpreter(load_vocabulary(MINES / "vocabulary"))
TODAY = date(2026, 11, 30)
WORDS = """
BHP rio min MIN FY24 fy24-25 2024 2023-24 H1 1H25 since from to between and , ' 's - the last past three years
year before ago latest
quarter half US$1bn 5% not except more than within 30 days or less revenue net profit EBITDA underlying
(100% basis) Apple Xyz Mining Ltd ASX: page 20 March fortesque
"""
PIECES = [*WORDS.split(), "é", "\u200b", "\u00a0", "😀", "“", "”", "–", "\x00", "\u202e", "ﬁ", "Ａ", "\n", "\ud800"]
TEXTS = st.one_of(st.text(max_size=60), st.lists(st.sampled_from(PIECES), max_size=14).map(" ".join))


@given(TEXTS)
def test_spans_point_at_the_text_in_the_original(text: str) -> None:
    seen = INTERPRETER.interpret(text, reference_date=TODAY)
    for found in chain(seen.entities, seen.unsupported):
        assert text[found.span.start : found.span.end] == found.text
        assert found.text
    for constraint in seen.constraints:
        assert 0 <= constraint.span.start < constraint.span.end <= len(text)


@given(TEXTS)
def test_interpreting_is_deterministic_and_never_fails(text: str) -> None:
    assert INTERPRETER.interpret(text, reference_date=TODAY) == INTERPRETER.interpret(text, reference_date=TODAY)


@given(TEXTS, st.one_of(st.dates(), st.sampled_from([date.min, date.max])))
def test_any_day_can_be_today(text: str, day: date) -> None:
    INTERPRETER.interpret(text, reference_date=day)


@given(TEXTS)
def test_entities_are_in_order_and_share_a_place_only_when_they_are_one_thing(text: str) -> None:
    spans = [entity.span for entity in INTERPRETER.interpret(text, reference_date=TODAY).entities]
    assert spans == sorted(spans)
    assert not any(a.overlaps(b) for a, b in pairwise(spans) if a != b)


HOSTILE = [
    *(
        "a",
        "1 ",
        "BHP ",
        "rio min ",
        "not ",
        " ",
        "😀",
        "\n",
        "-",
        "'s ",
        "2024 ",
        "fy24,23 and ",
        "from 2024 to ",
        "US$",
    ),
    *(
        "the last ",
        "full ",
        "year to 30 ",
        "between ",
        "more than ",
        "except BHP and ",
        "Abc ",
        "Abc Mining ",
        "fortesqe ",
    ),
    *(
        "first half of ",
        "ASX:",
        "a.",
        "revenue of Xyz in FY24 over US$5m, ",
        "1,",
        "é",
        "e\u0301",
        "\u200b",
        "(",
        "the ",
    ),
]


@pytest.mark.parametrize("piece", HOSTILE)
def test_time_is_linear_in_the_text(piece: str) -> None:
    def seconds(size: int) -> float:
        text = (piece * (size // len(piece) + 1))[:size]
        start = process_time()
        INTERPRETER.interpret(text, reference_date=TODAY)
        return process_time() - start

    # Ten times the text in forty times the time would be quadratic; the floor absorbs a busy machine.
    # Two sizes, because a text that was just read may be remembered.
    assert seconds(40_000) < max(3.0, 40 * min(seconds(4_000), seconds(4_001)))

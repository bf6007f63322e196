"""Texts made to hurt. None may take long, and none may raise anything but SpecError."""

import string
from time import process_time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.unit.specs.broken import BROKEN
from tests.unit.specs.shapes import ShelfSpec
from tests.unit.specs.test_values import AnySpec

from dragoman.errors import SpecError
from dragoman.specs.reader import parse

LAUGHS = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n"
    for before, name in zip(string.ascii_lowercase, string.ascii_lowercase[1:9], strict=False)
)
HOSTILE = {
    "aliases that multiply a billionfold": LAUGHS,
    "aliases that repeat one long text": f"a: &a {'x' * 50_000}\nb: [{', '.join(['*a'] * 5000)}]\n",
    "a hundred thousand open brackets": "value: " + "[" * 100_000,
    "a hundred thousand open braces": "value: " + "{a: " * 100_000,
    "a hundred thousand dashes": "- " * 100_000,
    "a hundred thousand questions": "? " * 100_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_is_refused_within_a_tenth_of_a_second(text):
    def seconds() -> float:
        start = process_time()
        with pytest.raises(SpecError):
            parse(text, AnySpec)
        return process_time() - start

    assert min(seconds() for _ in range(5)) < 0.1


def test_a_text_above_a_megabyte_is_refused():
    with pytest.raises(SpecError, match="1,000,000 characters"):
        parse(f"value: {'x' * 1_000_000}\n", AnySpec)


def refuses_or_reads(text: str) -> None:
    for shape in (AnySpec, ShelfSpec):
        try:
            parse(text, shape)
        except SpecError as error:
            unplaced = [problem for problem in error.problems if not problem.where or not problem.message]
        else:
            unplaced = []
        assert unplaced == []


yaml_like = st.lists(
    st.one_of(
        st.sampled_from(
            [*"\n\t :-?,[]{}#&*!|>'\"%@`~<=\\", "\n  ", ": ", "- ", "<<: ", "---\n", "...\n", "%YAML 1.1\n"]
        ),
        st.sampled_from(["companies", "name", "BHP", "kind", "money", "wanted", "lookup", "limit", "rate", "since"]),
        st.sampled_from(["&a ", "*a", "!!int ", "!!str ", "!t ", "|\n", ">-\n", "1e999", ".nan", "0x", "2026-13-40"]),
        st.text(max_size=4),
    ),
    max_size=40,
).map("".join)


@pytest.mark.fuzz
@given(yaml_like)
def test_yaml_like_text_never_breaks_the_reader(text):
    refuses_or_reads(text)


@pytest.mark.fuzz
@given(st.text())
@example("\ud800")
@example("value: \x85\u2028\u2029")
@example("%YAML 9.9\n---\nvalue: 1")
def test_any_text_never_breaks_the_reader(text):
    refuses_or_reads(text)


@pytest.mark.fuzz
@given(st.sampled_from(sorted(BROKEN.values())), st.integers(0, 80), st.integers(0, 8), st.text(max_size=3))
def test_a_broken_file_broken_once_more_never_breaks_the_reader(text, start, length, put):
    refuses_or_reads(text[:start] + put + text[start + length :])

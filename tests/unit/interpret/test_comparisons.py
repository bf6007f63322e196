from collections.abc import Callable

import pytest

from dragoman.domain.interpretation import Between, Interpretation
from dragoman.interpret.value_record import value_record

Read = Callable[[str], Interpretation]


@pytest.mark.parametrize(
    ("words", "comparator"),
    [
        ("more than US$1bn", "gt"),
        ("over US$1bn", "gt"),
        ("above US$1bn", "gt"),
        ("exceeding US$1bn", "gt"),
        ("greater  than US$1bn", "gt"),
        ("> US$1bn", "gt"),
        ("less than US$1bn", "lt"),
        ("below US$1bn", "lt"),
        ("under US$1bn", "lt"),
        ("at least US$1bn", "ge"),
        ("no less than US$1bn", "ge"),
        (">= US$1bn", "ge"),
        ("US$1bn or more", "ge"),
        ("at most US$1bn", "le"),
        ("not more than US$1bn", "le"),
        ("no more than US$1bn", "le"),
        ("up to US$1bn", "le"),
        ("US$1bn or less", "le"),
        ("that isn't more than US$1bn", "le"),
        ("more than or equal to US$1bn", "ge"),
        ("not less than US$1bn", "ge"),
        ("exactly US$1bn", "eq"),
        ("not equal to US$1bn", "ne"),
    ],
)
def test_a_comparison_is_bound_to_its_value_and_metric(read: Read, words: str, comparator: str) -> None:
    (constraint,) = read(f"companies with revenue {words} in FY24").constraints
    assert (constraint.comparator, constraint.subject, constraint.negated) == (comparator, "revenue", False)
    assert value_record(constraint.value) == {"amount": "1000000000", "currency": "USD"}


def test_between_keeps_both_ends(read: Read) -> None:
    (constraint,) = read("EBITDA between US$1bn and US$2bn").constraints
    assert isinstance(constraint.value, Between)
    assert [value_record(end)["amount"] for end in (constraint.value.low, constraint.value.high)] == [
        "1000000000",
        "2000000000",
    ]


@pytest.mark.parametrize("text", ["a margin of 20 % to 30 %", "margin 20%-30%"])
def test_two_percentages_with_to_are_the_ends_of_a_range(read: Read, text: str) -> None:
    (constraint,) = read(text).constraints
    assert constraint.comparator == "between"
    assert [value_record(end) for end in (constraint.value.low, constraint.value.high)] == [
        {"percent": "20"},
        {"percent": "30"},
    ]


@pytest.mark.parametrize("text", ["margin rose from 20% to 30%", "margin fell 3% to 20%", "up 20% to 30%"])
def test_a_change_from_one_percentage_to_another_is_no_range(read: Read, text: str) -> None:
    assert read(text).constraints == ()


def test_not_between_is_negated(read: Read) -> None:
    (constraint,) = read("EBITDA not between US$1bn and US$2bn").constraints
    assert (constraint.comparator, constraint.negated) == ("between", True)


def test_within_a_time_is_at_most(read: Read) -> None:
    (constraint,) = read("payment within 30 days").constraints
    assert (constraint.comparator, constraint.subject) == ("le", None)


def test_two_comparisons_have_their_own_values(read: Read) -> None:
    found = read("profit of at least A$1bn but not more than A$5bn").constraints
    assert [constraint.comparator for constraint in found] == ["ge", "le"]


@pytest.mark.parametrize(
    ("text", "left_out"),
    [
        ("revenue of all miners except BHP", ["BHP"]),
        ("all except BHP and Rio", ["BHP", "RIO"]),
        ("everyone excluding Fortescue", ["FMG"]),
        ("not BHP but Rio", ["BHP"]),
        ("I don't want revenue, I want profit", ["revenue"]),
        ("anyone other than MinRes", ["MIN"]),
        ("profit rather than revenue", ["revenue"]),
    ],
)
def test_what_is_left_out_is_a_constraint(read: Read, text: str, left_out: list[str]) -> None:
    found = read(text).constraints
    assert [(constraint.comparator, constraint.value.name) for constraint in found] == [
        ("ne", name) for name in left_out
    ]


@pytest.mark.parametrize(
    "text",
    [
        "revenue over the past three years",
        "over five years",
        "BHP and Rio",
        "why didn't BHP pay a dividend?",
        "top 5 miners",
        "revenue grew from FY21 to FY24",
    ],
)
def test_other_words_compare_nothing(read: Read, text: str) -> None:
    assert read(text).constraints == ()

"""No text takes a dimension longer than its length allows: four times the text, about four times the time."""

from collections.abc import Callable
from datetime import date
from time import process_time

import pytest

from dragoman.interpret.dimensions.contact import Email, Phone, Url
from dragoman.interpret.dimensions.date import Date
from dragoman.interpret.dimensions.date_range import DateRange
from dragoman.interpret.dimensions.dimension import Context, Dimension
from dragoman.interpret.dimensions.duration import Duration
from dragoman.interpret.dimensions.money import Money
from dragoman.interpret.dimensions.number import Number
from dragoman.interpret.dimensions.ordinal import Ordinal
from dragoman.interpret.dimensions.percent import Percent
from dragoman.interpret.dimensions.quantity import Quantity
from dragoman.interpret.dimensions.section import Section
from dragoman.interpret.dimensions.time import Time
from dragoman.interpret.normalize import normalize

FAMILY: list[Callable[[], Dimension]] = [
    *(Number, Ordinal, Percent, Money, Quantity, Duration, Date, DateRange, Time, Section, Email, Phone, Url)
]
ALL_AT_ONCE = "1 , . - a one hundred and $ ( / : % may @ www. +1 0 1st US$5- to between 999 999 half a "
BLOCKS = [
    *(
        "1",
        "1 ",
        "1,",
        "1.",
        "1-",
        "1/",
        "1:",
        "$1 ",
        "US$",
        "A$1/oz-",
        "(1) ",
        "( (",
        "- ",
        "% 5",
        "999 999 ",
        "1'000",
    ),
    *("hundred and ", "one hundred and one million and ", "half a ", "two thirds and ", "twenty first ", "1st "),
    *("1 day and ", "a year and a half ", "between 5 and ", "5 to ", "1 may to ", "jan-", "1/1/2024-", "1-1-"),
    *(
        "sections 1, ",
        "clauses 1 and ",
        "1.1.",
        "a@",
        "a.",
        "www.",
        "http://",
        "+1 ",
        "(0",
        "\u0301",
        "\u200b",
        "\u00bd",
    ),
    ALL_AT_ONCE,
]
SECONDS_FOR_100_KB = 9.0  # about ten times what an idle machine needs, far below what a square costs


@pytest.mark.parametrize("block", BLOCKS)
def test_a_hundred_kilobytes_of_one_thing_are_read_in_time(block: str) -> None:
    text = (block * (100_000 // len(block) + 1))[:100_000]
    began = process_time()
    plain = normalize(text)
    for dimension in FAMILY:
        dimension().find(plain, Context(date(2026, 11, 30)))

    assert process_time() - began < SECONDS_FOR_100_KB


@pytest.mark.parametrize("dimension", FAMILY, ids=lambda dimension: dimension.name)
def test_time_grows_with_the_length_and_not_its_square(dimension: Callable[[], Dimension]) -> None:
    def seconds(size: int, run: int) -> float:
        text = f"{run} " + ALL_AT_ONCE * (size // len(ALL_AT_ONCE))  # a new text each time: readings are cached
        plain = normalize(text)
        began = process_time()
        dimension().find(plain, Context(date(2026, 11, 30)))
        return process_time() - began

    small = min(seconds(40_000, run) for run in range(3))
    large = min(seconds(320_000, run) for run in range(3))

    assert large < max(small, 0.01) * 8 * 3  # a square would be 64 times

import math
from datetime import date
from decimal import Decimal

import pytest
from tests.unit.specs.shapes import CompanySpec, LookupSpec, RatioSpec, ShelfSpec

from dragoman.specs.reader import parse
from dragoman.specs.scalar import read_plain
from dragoman.specs.spec import Spec


class AnySpec(Spec):
    """Whatever the file says."""

    value: object


@pytest.mark.parametrize("word", ["no", "NO", "on", "yes", "off", "y", "2026-11-30", "1_000", "12:30", "0b1", "."])
def test_words_of_older_yaml_stay_words(word):
    assert read_plain(word) == word


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("7", 7),
        ("-7", -7),
        ("007", 7),
        ("0o17", 15),
        ("0xff", 255),
        ("1.5", 1.5),
        (".5", 0.5),
        ("1e3", 1000.0),
        ("-.inf", -math.inf),
        ("true", True),
        ("FALSE", False),
        ("~", None),
        ("null", None),
        ("", None),
    ],
)
def test_plain_words_mean_what_yaml_1_2_says(word, value):
    read = read_plain(word)
    assert read == value
    assert type(read) is type(value)


def test_an_endless_number_stays_a_text():
    assert read_plain("9" * 5000) == "9" * 5000


def test_quotes_and_the_text_tag_keep_a_number_a_text():
    for written in ('"7"', "'7'", "!!str 7", "! 7", "|-\n  7"):
        assert parse(f"value: {written}\n", AnySpec).value == "7"


def test_reads_every_kind_of_value_of_a_spec():
    shelf = parse(
        "companies: {BHP: {name: BHP, aliases: [the big one], year_end_month: 6}}\n"
        "since: 2021-07-01\nrate: 0.1\nis_open: true\nfrom: web\n"
        "wanted: [{lookup: revenue}, {numerator: ebitda, denominator: revenue}]\n",
        ShelfSpec,
    )
    assert shelf.companies == {"BHP": CompanySpec(name="BHP", aliases=("the big one",), year_end_month=6)}
    assert (shelf.since, shelf.rate, shelf.is_open, shelf.source) == (date(2021, 7, 1), Decimal("0.1"), True, "web")
    assert shelf.wanted == (LookupSpec(lookup="revenue"), RatioSpec(numerator="ebitda", denominator="revenue"))


def test_a_value_can_be_repeated_by_alias():
    shelf = parse("companies:\n  A: &a {name: Ay}\n  B: *a\n", ShelfSpec)
    assert shelf.companies["A"] == shelf.companies["B"]


def test_keys_are_kept_as_they_are_written():
    spec = parse("value: {no: 1, 2024: 2, true: 3, ~: 4, 1.50: 5}\n", AnySpec)
    assert spec.value == {"no": 1, "2024": 2, "true": 3, "~": 4, "1.50": 5}


def test_a_byte_order_mark_is_no_part_of_the_first_key():
    assert parse("\ufeffvalue: 1\n", AnySpec).value == 1


def test_windows_line_ends_are_line_ends():
    assert parse("value: |\r\n  a\r\n  b\r\n", AnySpec).value == "a\nb\n"

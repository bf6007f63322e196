"""What the figures under a header count."""

import pytest

from dragoman.interpret.unit import Unit, read_unit


@pytest.mark.parametrize("text", ["US$ million", "US$M", "US$m", "US$ millions", "(US$ million)", "USD million"])
def test_millions_of_us_dollars_have_many_spellings(text: str) -> None:
    assert Unit("USD", "USD", 10**6) == read_unit(text)


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("A$'000", Unit("AUD", "AUD", 1000)),
        ("A$\u2019000", Unit("AUD", "AUD", 1000)),
        ("A$000", Unit("AUD", "AUD", 1000)),
        ("$ millions", Unit("$", None, 10**6)),
        ("$M", Unit("$", None, 10**6)),
        ("US$bn", Unit("USD", "USD", 10**9)),
        ("millions of US dollars", Unit("USD", "USD", 10**6)),
        ("in millions of dollars", Unit("$", None, 10**6)),
        ("US$ million unless otherwise stated", Unit("USD", "USD", 10**6)),
        ("US$", Unit("USD", "USD")),
        ("US$ per share", Unit("USD/share", "USD")),
        ("cents per share", Unit("cents/share")),
        ("US cents per share", Unit("US cents/share", "USD")),
        ("A$ per oz", Unit("AUD/oz", "AUD")),
        ("A$/oz", Unit("AUD/oz", "AUD")),
        ("US$/wmt", Unit("USD/wmt", "USD")),
        ("US$ per tonne", Unit("USD/t", "USD")),
        ("Mt", Unit("Mt")),
        ("kt", Unit("kt")),
        ("koz", Unit("koz")),
        ("Mwmt", Unit("Mwmt")),
        ("million tonnes", Unit("Mt")),
        ("'000 tonnes", Unit("kt")),
        ("thousand ounces", Unit("koz")),
        ("%", Unit("%")),
        ("per cent", Unit("%")),
        ("g/t", Unit("g/t")),
    ],
)
def test_reads_the_unit_of_a_header(text: str, unit: Unit) -> None:
    assert unit == read_unit(text)


@pytest.mark.parametrize(
    "text", ["", "FY2024", "2024", "30 June 2024", "Revenue", "Source", "Note", "Unit", "H1 FY25", "a", "x" * 500]
)
def test_any_other_header_is_none(text: str) -> None:
    assert read_unit(text) is None

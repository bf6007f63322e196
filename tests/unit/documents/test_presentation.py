"""What a document says of all its figures."""

import pytest

from dragoman.documents.presentation import read_presentation, scale_in
from dragoman.domain.document import Page


def said(text: str):
    return read_presentation([Page(number=1, text=text)])


@pytest.mark.parametrize(
    ("text", "currency"),
    [
        ("The financial statements are presented in Australian dollars.", "AUD"),
        ("presented in US dollars, unless otherwise stated", "USD"),
        ("UNITED STATES\nSECURITIES AND EXCHANGE COMMISSION\nWashington, D.C. 20549", "USD"),
        ("We paid in dollars.", None),
        ("presented in US dollars. Earlier reports were presented in Australian dollars.", None),
    ],
)
def test_the_currency_is_what_the_document_says_once_and_clearly(text, currency):
    assert currency == said(text).currency


@pytest.mark.parametrize(
    ("text", "month"), [("For the fiscal year ended June 30, 2022", 6), ("for the year ended 31 December 2022", 12)]
)
def test_the_year_ends_in_the_month_that_the_cover_names(text, month):
    calendar = said(text).calendar
    assert calendar is not None
    assert month == calendar.end_month


@pytest.mark.parametrize(
    ("caption", "scale"),
    [("(in millions)", 10**6), ("Amounts in thousands", 10**3), ("$'000", 10**3), ("a million reasons", None)],
)
def test_a_caption_gives_the_scale(caption, scale):
    found = scale_in(caption)
    assert scale == (found[0] if found else None)

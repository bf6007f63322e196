"""What a document says of all its figures."""

import pytest

from dragoman.documents.presentation import Presentation, read_presentation, scale_in, with_calendar
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


def test_when_the_years_end_may_stand_over_columns_only():
    found = with_calendar(Presentation(), ["", "53 Weeks Ended February 3, 2024", "13 Weeks Ended April 29, 2023"])
    assert found.calendar is not None
    assert found.calendar.end_month == 1


@pytest.mark.parametrize(
    ("text", "month"),
    [
        ("For the quarterly period ended June 30, 2023. Form 10-K for the year ended December 31, 2022.", 12),
        ("the 52 weeks ended September 1, 2019", 8),
        ("for the six months ended June 30, 2023", None),
    ],
)
def test_only_the_end_of_whole_years_says_when_years_end(text, month):
    calendar = said(text).calendar
    assert month == (calendar.end_month if calendar else None)


@pytest.mark.parametrize(
    ("text", "currency"),
    [
        ("Our shares trade on the Nasdaq. Revenue was $5 million.", "USD"),
        ("Our shares trade on the Nasdaq and in Toronto. Revenue was C$5 million, costs $3 million.", None),
        ("We owe $5 million on notes denominated in Euros. Form 10-K, Securities and Exchange Commission.", "USD"),
    ],
)
def test_the_currency_may_follow_from_where_a_company_reports(text, currency):
    assert currency == said(text).currency


def test_years_called_by_the_one_they_begin_in_are_seen():
    text = "fiscal year 2023, the 53 weeks ended February 3, 2024, and fiscal 2022, the 52 weeks ended January 28, 2023"
    assert said(text).counts_by_first_year
    assert not said("fiscal 2023, the year ended January 31, 2023").counts_by_first_year

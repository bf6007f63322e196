"""What stands on the page word for word is said there; a piece may have lost what stands beside it."""

import pytest

from dragoman.grounding.verbatim import quoted

PAGE = (
    "The Provider may not subcontract the Services without consent. To get a credit, the Customer must write within "
    "7 days; prior to, during and after an incident the log is kept. The Customer shall not: (a) copy the software; "
    "(b) lend the manual."
)


@pytest.mark.parametrize(
    "text",
    [
        "The Provider may not subcontract the Services without consent",
        "to get a credit the customer must write within 7 days.",
        "prior to, during and after an incident the log is kept",
    ],
)
def test_a_stretch_from_stop_to_stop_is_supported_whatever_its_words(text):
    assert quoted(text, PAGE).verdict == "supported"


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("The Provider may not subcontract the Services", "unsupported"),
        ("copy the software", "contradicted"),
        ("lend the manual", "unchecked"),
    ],
)
def test_a_piece_that_lost_its_condition_or_its_denial_is_not(text, verdict):
    assert quoted(text, PAGE).verdict == verdict


def test_what_does_not_stand_there_is_another_matter():
    assert quoted("The Provider may subcontract the Services without consent", PAGE) is None

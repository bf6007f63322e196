"""Words that hold two companies, or two years, against each other; denials; quotations."""

import pytest

from dragoman.grounding.ground import Evidence

BHP = Evidence(
    text="US$ million | FY2024 | FY2023\nRevenue | 55,658 | 53,817\nNet profit | 7,897 | 12,921",
    company="BHP",
    period="FY2024",
    marker=1,
)
FMG = Evidence(
    text="US$ million | FY2024 | FY2023\nRevenue | 18,220 | 16,870\nNet profit | 5,683 | 4,798",
    company="FMG",
    period="FY2024",
    marker=2,
)
NST = Evidence(text="A$ million | FY2024\nRevenue | 4,920", company="NST", period="FY2024", marker=3)


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        ("BHP's revenue in FY2024 was higher than Fortescue's.", "supported"),
        ("BHP's revenue in FY2024 was lower than Fortescue's.", "contradicted"),
        ("BHP had higher revenue than Fortescue in FY2024.", "supported"),
        ("Fortescue's revenue exceeded BHP's in FY2024.", "contradicted"),
        ("BHP's FY2024 revenue of US$55,658 million was higher than Rio Tinto's.", "unsupported"),
    ],
)
def test_one_company_is_held_against_the_other_and_not_against_its_own_year_before(ground, said, verdict) -> None:
    assert [claim.verdict for claim in ground(said, BHP, FMG).claims] == [verdict]


def test_companies_of_two_currencies_are_not_held_against_each_other(ground) -> None:
    (claim,) = ground("BHP's revenue in FY2024 was lower than Northern Star's.", BHP, NST).claims
    assert claim.verdict == "unchecked"


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        ("BHP's net profit was 139 % of Fortescue's in FY2024.", "supported"),
        ("BHP's revenue in FY2024 was 3.1 times Fortescue's.", "supported"),
        ("Fortescue's revenue in FY2024 was 3.1 times BHP's.", "unsupported"),
        ("BHP's revenue in FY2024 was 4.1 times Fortescue's.", "unsupported"),
        (
            "BHP's net profit for FY2024, US$7,897 million [1], was 139.0 % of Fortescue's, US$5,683 million [2].",
            "supported",
        ),
    ],
)
def test_a_share_of_another_companys_figure_is_computed(ground, said, verdict) -> None:
    assert [claim.verdict for claim in ground(said, BHP, FMG).claims] == [verdict]


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        ("BHP's revenue nearly doubled in FY2024.", "contradicted"),
        ("BHP's revenue tripled in FY2024.", "contradicted"),
        ("BHP's net profit halved in FY2024.", "contradicted"),
        ("Net profit more than doubled in FY2023.", "supported"),
        ("Net profit halved in FY2022.", "supported"),
    ],
)
def test_doubled_and_halved_say_how_many_times_as_much(ground, said, verdict) -> None:
    earlier = Evidence(
        text="US$ million | FY2023 | FY2022 | FY2021\nNet profit | 12,921 | 6,000 | 11,500", company="BHP"
    )
    assert [claim.verdict for claim in ground(said, BHP, earlier).claims] == [verdict]


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        ("BHP's revenue for FY2024 was not US$55,658 million.", "contradicted"),
        ("BHP's revenue for FY2024 wasn't US$50,000 million.", "unchecked"),
    ],
)
def test_a_denied_figure_is_not_supported_by_standing_there(ground, said, verdict) -> None:
    assert [claim.verdict for claim in ground(said, BHP).claims] == [verdict]


def test_a_sentence_quoted_whole_from_the_cited_page_is_supported(ground) -> None:
    quoted = "The Group recognised consideration of $1,000,000 discounted to its present value for the project"
    page = Evidence(text=f"(p) Notes. {quoted}. It ends.", company="BHP", period="FY2022", marker=1)
    assert ground(f"{quoted} [1].", page).verdict == "yes"
    assert ground(f"{quoted.replace('1,000,000', '2,000,000')} [1].", page).verdict == "no"

from collections.abc import Callable

import pytest

from dragoman.domain.interpretation import Interpretation

Read = Callable[[str], Interpretation]


def names(seen: Interpretation) -> list[str]:
    return [mention.text for mention in seen.unsupported]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("What was Apple's FY2024 revenue?", ["Apple"]),
        ("apple revenue fy24", ["apple"]),
        ("Newmont and Vale in FY24", ["Newmont", "Vale"]),
        ("South32's capex", ["South32"]),
        ("Pilbara Minerals revenue", ["Pilbara Minerals"]),
        ("compare BHP with Anglo American", ["Anglo American"]),
        ("XYZ Mining revenue FY24", ["XYZ Mining"]),
        ("What is the dividend of Acme Resources Ltd?", ["Acme Resources Ltd"]),
        ("Does Golden Goose Gold pay a dividend?", ["Golden Goose Gold"]),
        ("What was Xyz's revenue?", ["Xyz"]),
        ("revenue of Blorbo in FY24", ["Blorbo"]),
        ("ASX:XYZ revenue", ["ASX:XYZ"]),
        ("XYZ.AX dividends", ["XYZ.AX"]),
        ("Evolution's gold production", ["Evolution"]),
    ],
)
def test_a_company_outside_the_vocabulary_is_named(read: Read, text: str, found: list[str]) -> None:
    assert names(read(text)) == found


@pytest.mark.parametrize(
    "text",
    [
        "What was BHP's revenue in March 2024?",
        "Revenue of BHP",
        "Total Revenue and Free Cash Flow of Rio Tinto",
        "Compare Fortescue and Northern Star",
        "Iron ore from the Pilbara in FY24",
        "Shipments from Wodgina, Mt Marion and Onslow Iron in FY24",
        "Evolution of BHP's revenue since FY21",
        "WHAT WAS BHP'S REVENUE IN FY24?",
        "How did Western Australia Iron Ore do in FY24?",
        "What did Mike Henry say about revenue?",
        "Please list Revenue, EBITDA and Dividends of the Big Australian",
        "Which Company had the highest Revenue?",
        "Australian dollar revenue of MinRes",
        "Show the Revenue Table for FY2024",
        "On Monday BHP reported revenue",
        "Mineral Resources Limited revenue",
        "Give me a Chart of the Net Debt",
        "BHP Group's Annual Report 2024",
        "Rio Tinto and the ASX",
        "Is Capex higher in FY24?",
    ],
)
def test_other_capitals_are_no_companies(read: Read, text: str) -> None:
    assert names(read(text)) == []


def test_a_mixed_question_keeps_what_is_covered(read: Read) -> None:
    seen = read("BHP and Apple revenue FY24")
    assert (seen.names("company"), names(seen)) == (("BHP",), ["Apple"])


def test_the_reason_tells_a_known_name_from_a_guess(read: Read) -> None:
    reasons = [mention.reason for mention in read("Apple and Blorbo Mining revenue").unsupported]
    assert reasons == [
        "Apple is a company outside this vocabulary",
        "Blorbo Mining looks like a company outside this vocabulary",
    ]


def test_the_end_of_a_foreign_name_is_no_metric(read: Read) -> None:
    assert read("Does Acme Gold pay a dividend?").names("metric") == ("dividend",)

"""Numbers printed on pages, and contents trees: the file's own, and the one that a contents page prints."""

import pytest

from dragoman.documents.contents import contents_of
from dragoman.documents.page_numbers import printed_numbers
from dragoman.documents.reading import Heading, Paragraph
from dragoman.documents.sections import Prose, place
from dragoman.domain.document import OutlineEntry, Page

CONTENTS = """Contents
Item 1. Business ............ 1
Item 1A. Risk Factors 3
Item 7. Management’s Discussion 4
Item 8. Financial Statements 6
Notes to the accounts . . . . 7"""


def pages(first: str, *, before: int, count: int = 9) -> list[Page]:
    texts = [*["cover"] * (before - 1), first, *["words"] * count]
    return [
        Page(number=number, text=text, printed=str(number - before) if number > before else None)
        for number, text in enumerate(texts, 1)
    ]


@pytest.mark.parametrize(
    ("edges", "expected"),
    [
        (["Big Mines\nA\n1", "Big Mines\nB\n2", "C\n3"], {1: "1", 2: "2", 3: "3"}),
        (["cover", "ii", "iii", "iv", "1", "2", "3"], {2: "ii", 3: "iii", 4: "iv", 5: "1", 6: "2", 7: "3"}),
        (["Page 5 of 90", "Page 6 of 90", "Page 7 of 90"], {1: "5", 2: "6", 3: "7"}),
        (["F-12", "F-13", "F-14"], {1: "F-12", 2: "F-13", 3: "F-14"}),
        (["ANNUAL REPORT 2024 | 8", "9 | Big Mines", "ANNUAL REPORT 2024 | 10"], {1: "8", 2: "9", 3: "10"}),
        (["P a g e | 22", "P a g e | 23", "P a g e | 24"], {1: "22", 2: "23", 3: "24"}),
        (["2019", "2020", "2021"], {}),
        (["the price was 17", "we sold 40", "and bought 3"], {}),
        (["MIX", "CIVIL", "LIMITED 4"], {}),
    ],
)
def test_a_number_at_the_edge_is_that_of_the_page_where_pages_count_on(
    edges: list[str], expected: dict[int, str]
) -> None:
    assert printed_numbers(edges) == expected


def test_a_printed_contents_page_leads_to_counted_pages() -> None:
    found = contents_of(pages(CONTENTS, before=3))
    assert [(entry.title, entry.level, entry.page) for entry in found] == [
        ("Item 1. Business", 2, 4),
        ("Item 1A. Risk Factors", 2, 6),
        ("Item 7. Management’s Discussion", 2, 7),
        ("Item 8. Financial Statements", 2, 9),
        ("Notes to the accounts", 1, 10),
    ]


def test_the_tree_that_the_file_carries_counts_first() -> None:
    own = [OutlineEntry(title="Report", level=1, page=1), OutlineEntry(title="Risks", level=2, page=2)]
    assert contents_of(pages(CONTENTS, before=3), own) == tuple(own)


def test_a_table_of_figures_is_no_contents_page() -> None:
    table = "Revenue 9\nCost of sales 4\nGross profit 5\nExpenses 3\nTax 1\nProfit 2"
    assert contents_of(pages(table, before=3)) == ()


def test_text_stands_under_the_entry_that_began_at_its_heading_or_page() -> None:
    outline = [
        OutlineEntry(title="Item 7. Discussion", level=1, page=1),
        OutlineEntry(title="Liquidity", level=2, page=2),
        OutlineEntry(title="Item 8. Statements", level=1, page=3),
    ]
    blocks = [
        Paragraph(page=1, text="We grew."),
        Paragraph(page=2, text="And grew."),
        Heading(page=2, level=2, text="LIQUIDITY"),
        Heading(page=2, level=2, text="Cash"),
        Paragraph(page=2, text="We have cash."),
        Paragraph(page=3, text="Here are statements."),
    ]
    assert [(one.text, one.section) for one in place(blocks, outline) if isinstance(one, Prose)] == [
        ("We grew.", ("Item 7. Discussion",)),
        ("And grew.", ("Item 7. Discussion",)),
        ("We have cash.", ("Item 7. Discussion", "Liquidity", "Cash")),
        ("Here are statements.", ("Item 8. Statements",)),
    ]

"""Clauses of agreements, wherever their numbers stand."""

from pathlib import Path

import pytest

from dragoman.documents.agreement import looks_like_agreement
from dragoman.documents.clause_numbers import clause_starts, follows
from dragoman.documents.clauses import clause_blocks, split_title
from dragoman.documents.ingest import IngestOptions, ingest
from dragoman.documents.readers.markdown import read_markdown
from dragoman.documents.readers.text import read_text
from dragoman.documents.reading import Heading

DEAL = """# Deal

1. Pay. The Customer shall pay the Provider.

2. Work. The Provider shall work.

3. End. Either party may end it; the other party must agree.
"""


def headings(reading):
    return [block.text for block in clause_blocks(reading) if isinstance(block, Heading)]


def text_of(text: str):
    return read_text(text.encode(), Path("agreement.txt"))


def test_clauses_are_found_where_many_stand_in_one_paragraph():
    text = "They agree: 1. Services. 1.1 Scope. (a) Provider works. 1.2 Care. It cares. 2. Fees. 2.1 He pays."
    assert headings(text_of(text)) == ["1. Services", "1.1 Scope", "1.2 Care", "2. Fees", "2.1"]


def test_a_number_that_points_to_a_clause_begins_none():
    text = "1. Term. It ends as Section 2.1 says. 2. End. 2.1 He shall see 1. "
    text += "Then 1.5 per cent. 2.2 He may act under 2.1. above."
    assert headings(text_of(text)) == ["1. Term", "2. End", "2.1", "2.2"]


def test_articles_take_the_next_line_as_title_and_a_scan_may_have_misread_the_number():
    text = "ARTICLE I\n\nTERMS\n\n1.01 Names. Ours.\n\nARTICLE I1\n\nPAYMENT\n\n2.01 Fees. He pays.\n\n2.02 Tax. Hers."
    assert headings(text_of(text)) == [
        "ARTICLE I TERMS", "1.01 Names", "ARTICLE I1 PAYMENT", "2.01 Fees", "2.02 Tax",
    ]  # fmt: skip


def test_marked_headings_keep_their_clauses_below_them():
    text = "# Deal\n\n## 8. Late Payment Penalties\n\n8.1 Interest runs.\n\n8.2 It stops.\n\n## Schedule 1\n\nRates."
    reading = read_markdown(text.encode(), Path("deal.md"))
    assert headings(reading) == ["Deal", "8. Late Payment Penalties", "8.1", "8.2", "Schedule 1"]


def test_items_of_nested_lists_have_their_full_number():
    text = "# Deal\n\n1. Service\n    1. Access. You may.\n    2. Support. We help.\n\n2. Fees\n    1. Due. You pay.\n"
    reading = read_markdown(text.encode(), Path("deal.md"))
    assert headings(reading) == ["Deal", "1. Service", "1.1 Access", "1.2 Support", "2. Fees", "2.1 Due"]


def test_capitals_in_running_text_are_no_heading_of_a_numbered_agreement():
    text = "1. Warranty. It works.\n\nNO OTHER WARRANTY\n\n2. Cap. None.\n\n3. Law. Ours."
    assert "NO OTHER WARRANTY" not in headings(text_of(text))


def test_a_text_with_hardly_a_number_is_read_by_its_headings():
    text = "CONFIDENTIALITY\n\nKeep it secret.\n\nPAYMENT\n\nPay it."
    assert headings(text_of(text)) == ["CONFIDENTIALITY", "PAYMENT"]


def test_articles_and_sections_are_found_in_running_text():
    text = "They agree: ARTICLE 1 GRANT 1.1. Licence. He may. 1.2. Use. She may. "
    text += "ARTICLE 2 -- PAYMENT Nobody pays as Article 3 says."
    assert headings(text_of(text)) == ["ARTICLE 1 GRANT", "1.1 Licence", "1.2 Use", "ARTICLE 2 PAYMENT"]
    text = "Section 1. SERVICES.\n\nHe works.\n\nSection 2. TERM.\n\nSection 1 ends it. Section 3. LAW. Ours."
    assert headings(text_of(text)) == ["1. SERVICES", "2. TERM", "3. LAW"]


def test_items_of_an_article_are_no_clauses():
    text = "Article I. Work. 1. Plans. 2. Drawings.\n\nArticle II. Pay. 1. Cash.\n\nArticle III. Law. Ours."
    assert [one for one in headings(text_of(text)) if not one.startswith("ARTICLE")] == []


def test_a_titled_clause_may_follow_an_address():
    text = "1. Term. Now. 2. Notices. To: 1 Mill Lane, attention John Wheeler "
    text += "3. Successors and Assigns. They bind. 4. Law. Ours."
    assert headings(text_of(text))[2:] == ["3. Successors and Assigns", "4. Law"]


def test_a_filing_number_is_no_schedule_and_a_quoted_letter_is_one():
    text = 'EXHIBIT 10.25\n\n1. Term. Now.\n\n2. Pay. Soon.\n\n3. Law. Ours.\n\nSCHEDULE "A" - DEFINITIONS\n\nWords.'
    assert headings(text_of(text)) == ["1. Term", "2. Pay", "3. Law", 'SCHEDULE "A" - DEFINITIONS']


def test_behind_the_signatures_headings_count_and_numbers_begin_anew():
    text = "1. Term. Now.\n\n2. Pay. Soon.\n\n3. Law. Ours. IN WITNESS WHEREOF they sign.\n\n"
    text += "FEE PLAN\n\n1. Resellers get a fee."
    assert headings(text_of(text)) == ["1. Term", "2. Pay", "3. Law", "IN WITNESS WHEREOF", "FEE PLAN", "1"]


def test_gaps_of_a_justified_page_are_no_part_of_the_text():
    blocks = clause_blocks(text_of("1. Term. It   runs\tlong.\n\n2. Pay. Soon.\n\n3. Law. Ours."))
    assert blocks[1].text == "It runs long."


@pytest.mark.parametrize(
    ("last", "parts", "fits"),
    [
        (None, (1,), True), (None, (4,), False), ((1,), (1, 1), True), ((1, 2), (1, 3), True), ((1, 2), (2,), True),
        ((1, 2), (2, 1), True), ((2, 2), (2, 4), True), ((6, 1), (8,), True), ((4, 3), (4, 1), False),
        ((1, 2), (9,), False),
    ],
)  # fmt: skip
def test_which_number_may_follow_which(last, parts, fits):
    assert follows(last, parts) is fits


def test_clause_starts_take_linear_time_on_hostile_text():
    assert list(clause_starts("1.1 " * 50_000, (1,))) == []


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Taxes. Customer is responsible.", "Taxes"),
        ("“Affiliate” means an entity.", "“Affiliate”"),
        ("Payment", "Payment"),
        ("The Customer shall pay. Then it rests.", ""),
        ("Service Credits. If it is down.", "Service Credits"),
    ],
)
def test_the_title_a_clause_begins_with(text, title):
    assert split_title(text)[0] == title


def test_pages_of_printed_text_are_told_by_the_gaps_between_them():
    gap = "\n\n\n\n\n\n\n"
    reading = text_of(f"One.\n\n1{gap}Two.\n\n2{gap}Three.\n\n3")
    assert [(page.number, page.printed) for page in reading.pages] == [(1, "1"), (2, "2"), (3, "3")]


@pytest.mark.parametrize(
    ("name", "kind", "is_contract"),
    [
        ("deal.md", None, True),
        ("deal.md", "report", False),
        ("bhp-2024-deal.md", None, False),
    ],
)
def test_what_reads_like_an_agreement_is_one_unless_somebody_says_otherwise(
    tmp_path, store, vocabulary, name, kind, is_contract
):
    path = tmp_path / name
    path.write_text(DEAL, encoding="utf-8")
    (report,) = ingest([path], store=store, vocabulary=vocabulary, options=IngestOptions(kind=kind))
    document = store.document(report.id)
    assert (document.kind == "contract") is is_contract
    assert not is_contract or (document.company, document.period, report.facts) == (None, None, 0)


def test_a_report_does_not_look_like_an_agreement():
    assert not looks_like_agreement(text_of("Revenue rose by 3 per cent. The company paid a dividend. " * 30))


def test_public_agreements_are_recognised_and_read_clause_by_clause(data_set, store, vocabulary):
    folder = data_set("contracts")
    reports = ingest([folder], store=store, vocabulary=vocabulary)
    kinds = {store.document(one.id).path.rsplit("/", 1)[-1]: store.document(one.id).kind for one in reports}
    assert kinds.pop("SOURCE.md") == "report"
    assert set(kinds.values()) == {"contract"}
    assert len(kinds) == 10

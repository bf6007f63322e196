import pytest

from dragoman.grounding.statements import sentences_of, statements_of


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Revenue rose. Profit fell.", ["Revenue rose.", "Profit fell."]),
        ("It was US$55.7 billion. It rose 3.4 % vs. FY2023.", ["It was US$55.7 billion.", "It rose 3.4 % vs. FY2023."]),
        ("That was in FY2024. Then it fell.", ["That was in FY2024.", "Then it fell."]),
        ("BHP Group Ltd. reported e.g. 5 Mt.", ["BHP Group Ltd. reported e.g. 5 Mt."]),
        ("Revenue was 5 [1]. [2] Profit was 3 [2].", ["Revenue was 5 [1]. [2]", "Profit was 3 [2]."]),
        ("First line\nwraps on.", ["First line wraps on."]),
        ("A sentence that\nwraps here.", ["A sentence that wraps here."]),
    ],
)
def test_text_is_cut_where_sentences_end(text, sentences) -> None:
    assert sentences == list(sentences_of(text))


def test_list_items_are_statements_under_their_lead_in() -> None:
    lead, one, two = statements_of("BHP in FY2024:\n- Revenue: 5 [1]\n- EBITDA: 3 [2]")
    assert (lead.text, one.text, two.text) == ("BHP in FY2024:", "Revenue: 5 [1]", "EBITDA: 3 [2]")
    assert (one.heading, one.markers) == ("BHP in FY2024:", (1,))


def test_table_rows_are_statements_with_their_header() -> None:
    header, rule, row = "| US$ million | FY2024 |", "| --- | --- |", "| Revenue | 55,658 |"
    (statement,) = statements_of("\n".join([header, rule, row]))
    assert (statement.text, statement.table) == (row, (header,))


def test_tables_need_no_pipes_at_their_ends_and_no_rule() -> None:
    (statement,) = statements_of("US$ million | FY2024\nRevenue | 55,658")
    assert (statement.text, statement.table) == ("Revenue | 55,658", ("US$ million | FY2024",))


def test_the_list_of_sources_claims_nothing() -> None:
    assert [s.text for s in statements_of("Revenue was 5 [1].\n\nSources:\n[1] BHP, page 3")] == ["Revenue was 5 [1]."]


def test_headings_are_context_and_no_claims() -> None:
    assert [s.heading for s in statements_of("# BHP FY2024\n\nRevenue was 5.")] == [""]
    assert [s.heading for s in statements_of("# BHP FY2024\n\n- Revenue was 5.")] == ["BHP FY2024"]


def test_emphasis_is_blanked_without_moving_anything() -> None:
    (statement,) = statements_of("**Revenue** was `5` [1].")
    assert len(statement.plain) == len(statement.text)
    assert statement.plain.split() == ["Revenue", "was", "5", "."]


def test_a_question_is_told_from_a_claim() -> None:
    asked, said = statements_of("Which year do you mean? Revenue rose.")
    assert (asked.is_question, said.is_question) == (True, False)


def test_blank_text_says_nothing() -> None:
    assert statements_of(" \n\t\n") == ()

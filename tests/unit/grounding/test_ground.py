from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.calculate.operations import growth
from dragoman.domain.claim import ClaimLabel
from dragoman.domain.document import Cell
from dragoman.domain.fact import Fact
from dragoman.domain.lineage import FactNode
from dragoman.domain.period import Period
from dragoman.grounding.confidence import caveats
from dragoman.grounding.ground import Evidence
from dragoman.grounding.record import grounding_record

TABLE = "US$ million | FY2024 | FY2023\nRevenue | 55,658 | 53,817\nNet debt | 9,120 | 11,166"
BHP = Evidence(text=TABLE, company="BHP", period="FY2024", marker=1)
RIO = Evidence(text="US$ million | 2024\nRevenue | 53,658", company="RIO", period="FY2024", marker=2)


def test_a_claim_is_supported_with_a_verbatim_quote_that_holds_the_value(ground) -> None:
    (claim,) = ground("BHP's revenue for FY2024 was US$55,658 million [1].", BHP).claims
    assert (claim.verdict, claim.kinds) == ("supported", ("quantity",))
    assert claim.quote in TABLE
    assert "55,658" in claim.quote


def test_m_104_a_citation_supports_only_its_own_company(ground) -> None:
    (claim,) = ground("BHP's revenue for FY2024 was US$53,658 million [2].", BHP, RIO).claims
    assert (claim.verdict, claim.reason) == ("contradicted", "on the page US$53,658 million is a figure of Rio Tinto")


def test_m_104_a_figure_of_another_passage_does_not_carry_a_wrong_marker(ground) -> None:
    (claim,) = ground("BHP's revenue for FY2024 was US$55,658 million [2].", BHP, RIO).claims
    assert (claim.verdict, claim.reason) == ("unsupported", "stands in passage [1], not in the one cited")


def test_m_104_a_marker_that_leads_nowhere_supports_nothing(ground) -> None:
    (claim,) = ground("BHP's revenue for FY2024 was US$55,658 million [9].", BHP).claims
    assert (claim.verdict, claim.reason) == ("unsupported", "[9] leads to no passage")


def test_markers_count_passages_where_these_have_none(ground) -> None:
    passages = [Evidence(text="Revenue was US$5 million."), Evidence(text="Revenue was US$7 million.")]
    assert ground("Revenue was US$7 million [2].", *passages).verdict == "yes"
    assert ground("Revenue was US$7 million [1].", *passages).verdict == "no"


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ("US$ million", "US$55,658 million"),
        ("US$M", "US$55,658 million"),
        ("$M", "US$55,658 million"),
        ("%", "55,658 %"),
        ("A$ per oz", "A$55,658 per oz"),
        ("kt", "55.658 Mt"),
    ],
)
def test_w0_18_a_unit_in_the_header_of_a_table_counts(ground, header, said) -> None:
    table = f"| {header} | FY2024 |\n| --- | --- |\n| Something made | 55,658 |"
    assert ground(f"Something made was {said} in FY2024.", table).verdict == "yes"
    assert ground(f"Something made was {said} in FY2023.", table).verdict == "no"


def test_what_no_code_can_settle_is_unchecked_and_outside_the_count(ground) -> None:
    grounding = ground("BHP's revenue was US$55,658 million in FY2024. Its strategy is sound.", BHP)
    assert [claim.verdict for claim in grounding.claims] == ["supported", "unchecked"]
    assert (grounding.verdict, grounding.score) == ("yes", 1.0)


def test_w0_23_an_answer_without_figures_is_unchecked(ground) -> None:
    assert ground("Hello! What may I look up?").verdict == "unchecked"


def test_a_failed_claim_is_labelled_without_its_figure(ground) -> None:
    grounding = ground("BHP's revenue for FY2024 was US$60,000 million.", BHP)
    assert grounding.claims[0].label == ClaimLabel(company="BHP", metric="revenue", period="FY2024")
    assert "BHP revenue FY2024 (the page says otherwise)" in caveats(grounding)[0]


@pytest.mark.parametrize(
    ("answer", "basis"),
    [
        ("BHP's return grew by 12 %.", "calculation"),
        ("BHP's fleet has an estimated US$77 million of tyres.", "interpolation"),
        ("BHP has 90,000 people.", "general_knowledge"),
    ],
)
def test_an_unsupported_claim_says_what_it_seems_to_rest_on(ground, answer, basis) -> None:
    (claim,) = ground(answer, BHP).claims
    assert (claim.verdict, claim.basis) == ("unsupported", basis)


def node(value: str, period: str) -> FactNode:
    cell = Cell(document="d", page=1, table=1, row=1, column=1, row_label="", column_label="", text=value)
    figure = {"metric": "revenue", "basis": None, "share": None, "unit": "USD", "scale": 10**6, "currency": "USD"}
    when = Period.parse(period)
    return FactNode(fact=Fact(id=period, company="BHP", period=when, value=value, label="Revenue", cell=cell, **figure))


def test_a_stated_calculation_supports_when_its_operands_stand_on_the_page(ground) -> None:
    nodes = [node(Decimal("53817"), "FY2023"), node(Decimal("55658"), "FY2024")]
    answer = "BHP's sales went up 3.4 % in FY2024."
    assert ground(answer, BHP, calculations=[growth(nodes)]).verdict == "yes"
    elsewhere = Evidence(text="US$ million | FY2020\nRevenue | 42,931", company="BHP")
    assert ground(answer, elsewhere, calculations=[growth(nodes)]).verdict == "no"


def test_a_result_may_be_used_once_it_was_derived(ground) -> None:
    answer = "55,658 − 53,817 = 1,841 (FY2024 less FY2023).\n\nThat is US$1,841 million."
    assert ground(answer, BHP).verdict == "yes"


def test_the_question_says_what_an_answer_without_a_subject_is_about(ground) -> None:
    question = "What was BHP's FY2024 revenue?"
    assert ground("It was US$55,658 million.", BHP, question=question).verdict == "yes"
    assert ground("It was US$53,817 million.", BHP, question=question).verdict == "no"


def test_a_date_must_stand_on_the_page_unless_the_calendar_knows_it(ground) -> None:
    assert ground("It was announced on 27 August 2024.", "The results came on 27 August 2024.").verdict == "yes"
    assert ground("It was announced on 28 August 2024.", "The results came on 27 August 2024.").verdict == "no"
    assert ground("BHP's year ended on 30 June 2024.", BHP).verdict == "unchecked"


def test_a_table_that_lost_its_lines_is_read_by_its_years(ground) -> None:
    lines = "(Millions)|2018|2017|Net sales|$|32,765|$|31,657|Cost of sales|16,682|16,055|Total taxes|1,637|2,679"
    page = lines.replace("|", "\n")
    assert ground("Net sales were $32,765 million in 2018.", Evidence(text=page)).verdict == "yes"
    assert ground("Net sales were $31,657 million in 2018.", Evidence(text=page)).verdict == "no"


def test_the_record_counts_and_keeps_every_claim(ground) -> None:
    record = grounding_record(ground("BHP's revenue for FY2024 was US$55,658 million. It is large.", BHP))
    assert (record["verdict"], record["supported"], record["unchecked"]) == ("yes", 1, 1)
    assert {"text", "kinds", "verdict", "quote", "reason"} <= set(record["claims"][0])


@given(st.text(max_size=200), st.text(max_size=200))
def test_odd_texts_are_checked_and_never_fail(ground, answer, passage) -> None:
    assert ground(answer, passage).verdict in ("yes", "partial", "no", "unchecked")


@given(st.text(alphabet="US$€%|-−()0123456789.,= ÷×+FY24\n[]", max_size=120))
def test_figures_without_sense_are_checked_and_never_fail(ground, answer) -> None:
    assert ground(answer, TABLE).verdict in ("yes", "partial", "no", "unchecked")


@pytest.mark.parametrize("amount", ["(US$55,658 million)", "(55,658)"])
def test_brackets_behind_a_verb_are_a_minus(ground, amount) -> None:
    (claim,) = ground(f"BHP's revenue for FY2024 was {amount} [1].", BHP).claims
    assert claim.verdict == "contradicted"


def test_brackets_around_an_aside_are_no_minus(ground) -> None:
    (claim,) = ground("BHP's revenue for FY2024 (US$55,658 million) rose [1].", BHP).claims
    assert claim.verdict == "supported"


@pytest.mark.parametrize("amount", ["US$55 658 million", "US$55\u00a0658 million", "55 658 million US dollars"])
def test_digits_in_groups_with_blanks_are_one_number(ground, amount) -> None:
    (claim,) = ground(f"BHP's revenue for FY2024 was {amount} [1].", BHP).claims
    assert claim.verdict == "supported"

"""Which of several facts a question means."""

from decimal import Decimal

import pytest

from dragoman.documents.choose import choose
from dragoman.domain.document import Cell
from dragoman.domain.fact import Fact
from dragoman.domain.period import Period
from dragoman.domain.plan import Lookup
from dragoman.interpret.vocabulary import Vocabulary

YEAR = Period(2024)


def fact(value: int, basis: str | None = None, share: str | None = None, **more: str) -> Fact:
    cell = Cell(
        document=more.get("document", "d"), page=1, table=1, row=1, column=2, row_label="", column_label="", text=""
    )
    return Fact(
        id=f"{value}",
        company=more.get("company", "MIN"),
        metric=more.get("metric", "net_profit"),
        basis=basis,
        share=share,
        period=YEAR,
        value=Decimal(value),
        unit="AUD",
        scale=1,
        currency="AUD",
        label="",
        cell=cell,
    )


def lookup(basis: str | None = None, share: str | None = None, metric: str = "net_profit") -> Lookup:
    return Lookup(company="MIN", metric=metric, period=YEAR, basis=basis, share=share)


GROUP, OWN = fact(114, "statutory", "group"), fact(125, "statutory", "attributable")
UNDERLYING, RESTATED = fact(158, "underlying"), fact(130, "restated")
AGGREGATOR = fact(999, "per_data_aggregator")
ALL = [AGGREGATOR, RESTATED, UNDERLYING, GROUP, OWN]


def test_the_default_reading_is_chosen_and_said(vocabulary: Vocabulary) -> None:
    chosen = choose(ALL, lookup(), vocabulary)
    assert chosen is not None
    assert chosen.fact == OWN
    assert chosen.also == (GROUP, UNDERLYING, RESTATED)
    (assumption,) = chosen.assumed
    assert "statutory net profit" in assumption.text


@pytest.mark.parametrize(
    ("basis", "share", "expected"),
    [
        ("underlying", None, UNDERLYING),
        ("restated", None, RESTATED),
        ("per_data_aggregator", None, AGGREGATOR),
        ("statutory", "group", GROUP),
        (None, "group", GROUP),
        ("statutory", None, GROUP),
        ("statutory", "attributable", OWN),
    ],
)
def test_what_the_question_names_is_chosen(
    vocabulary: Vocabulary, basis: str | None, share: str | None, expected: Fact
) -> None:
    chosen = choose(ALL, lookup(basis, share), vocabulary)
    assert chosen is not None
    assert chosen.fact == expected


@pytest.mark.parametrize(("basis", "share"), [("underlying", "group"), ("total_operations", None), (None, "100%")])
def test_what_is_named_but_not_there_is_not_replaced(
    vocabulary: Vocabulary, basis: str | None, share: str | None
) -> None:
    assert choose(ALL, lookup(basis, share), vocabulary) is None


@pytest.mark.parametrize("only", [AGGREGATOR, RESTATED])
def test_some_readings_are_given_only_to_those_who_ask(vocabulary: Vocabulary, only: Fact) -> None:
    assert choose([only], lookup(), vocabulary) is None


def test_the_only_reading_there_is_serves_and_nothing_is_assumed_beside_it(vocabulary: Vocabulary) -> None:
    statutory = fact(2268, "statutory", metric="ebitda")
    chosen = choose([statutory], lookup(metric="ebitda"), vocabulary)
    assert chosen is not None
    assert (chosen.fact, chosen.also) == (statutory, ())


def test_a_basis_nobody_names_counts_as_statutory(vocabulary: Vocabulary) -> None:
    plain = fact(1, None)
    chosen = choose([UNDERLYING, plain], lookup("statutory"), vocabulary)
    assert chosen is not None
    assert chosen.fact == plain


def test_among_equals_the_first_is_kept(vocabulary: Vocabulary) -> None:
    first, second = fact(1, "statutory", document="b"), fact(2, "statutory", document="a")
    chosen = choose([first, second], lookup(), vocabulary)
    assert chosen is not None
    assert (chosen.fact, chosen.also) == (first, ())


@pytest.mark.parametrize("stranger", [fact(1, company="NST"), fact(1, metric="ebitda")])
def test_a_fact_of_another_company_or_metric_is_never_chosen(vocabulary: Vocabulary, stranger: Fact) -> None:
    assert choose([stranger], lookup(), vocabulary) is None
    other_year = Lookup(company="MIN", metric="net_profit", period=Period(2023))
    assert choose(ALL, other_year, vocabulary) is None


def test_no_facts_no_choice(vocabulary: Vocabulary) -> None:
    assert choose([], lookup(), vocabulary) is None


def test_a_named_basis_without_a_share_is_the_whole_group_s_and_the_other_is_said(vocabulary: Vocabulary) -> None:
    chosen = choose(ALL, lookup("statutory"), vocabulary)
    assert chosen is not None
    assert chosen.also == (OWN,)
    assert "of the whole group" in chosen.assumed[0].text


def test_a_reading_that_is_not_the_usual_one_is_said_to_be_the_only_one(vocabulary: Vocabulary) -> None:
    only = fact(1943, "statutory", metric="ebitda")
    chosen = choose([only], lookup(metric="ebitda"), vocabulary)
    assert chosen is not None
    assert chosen.fact == only
    assert "The only EBITDA there is for it is statutory EBITDA." in chosen.assumed[0].text


def test_a_share_that_no_report_names_is_not_found(vocabulary: Vocabulary) -> None:
    assert choose([fact(1, "statutory")], lookup(share="group"), vocabulary) is None
    assert choose([fact(1, "statutory"), GROUP], lookup(share="attributable"), vocabulary) is None


def test_the_usual_share_is_the_one_line_there_is_and_that_is_said(vocabulary: Vocabulary) -> None:
    only = [fact(7897, "statutory"), fact(13660, "underlying")]
    chosen = choose(only, lookup("underlying", "attributable"), vocabulary)
    assert chosen is not None
    assert chosen.fact == only[1]
    assert "does not say whose share that is" in chosen.assumed[0].text

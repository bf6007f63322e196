"""Errors that a scripted model plants, and true sentences beside them."""

from collections import Counter
from decimal import Decimal

import pytest

from dragoman.domain.document import Cell
from dragoman.domain.fact import Fact
from dragoman.domain.period import Period
from dragoman.evals.planted import generate
from dragoman.evals.planted_texts import HONEST, PLANTED, Shown
from dragoman.evals.run import run_suites

CELL = Cell(document="d", page=1, table=0, row=1, column=1, row_label="Revenue", column_label="FY2024", text="55,658")


def shown(value: str, year: int, metric: str = "revenue", company: str = "BHP") -> Shown:
    names = {"BHP": "BHP", "RIO": "Rio Tinto"}
    facts = [
        Fact(
            id=f"{company}{metric}{one}",
            company=company,
            metric=metric,
            label=metric,
            basis=None,
            share=None,
            period=Period.parse(f"FY{one}"),
            value=Decimal(value) + one,
            unit="USD",
            scale=10**6,
            currency="USD",
            cell=CELL,
        )
        for one in (year, year - 1)
    ]
    return Shown(fact=facts[0], name=names[company], metric=metric, question="?", before=facts[1])


@pytest.fixture(scope="module")
def reports():
    """A slice of the suite: some cases of each kind."""
    return run_suites(["planted"], limit=60)[0]


def test_every_planted_error_is_kept_back(reports):
    assert [one for one in reports.misses if one.verdict == "wrong"] == []


def test_every_true_sentence_is_shown(reports):
    assert [one for one in reports.misses if one.verdict == "declined"] == []


def test_both_are_in_one_report(reports):
    kinds = Counter(one.case.split("-")[0] for one in reports.judged)
    assert min(kinds["planted"], kinds["honest"]) >= 20


def test_there_are_ten_kinds_of_errors_and_ten_ways_to_say_it_right():
    assert (len(PLANTED), len(HONEST)) == (10, 10)


def test_the_same_figures_give_the_same_cases():
    figures = [shown("55000", 2024), shown("53000", 2023), shown("21000", 2024, company="RIO")]
    assert list(generate(figures)) == list(generate(figures))
    assert list(generate(figures)) != list(generate(figures, seed=2))

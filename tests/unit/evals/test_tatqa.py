"""TAT-QA's questions: what each asks for, the page its context becomes, and how answers are judged."""

from decimal import Decimal

import pytest

from dragoman.domain.answer import Answer
from dragoman.domain.document import Cell
from dragoman.domain.fact import Fact
from dragoman.domain.lineage import CalculationNode, FactNode
from dragoman.domain.period import Period
from dragoman.evals.tatqa import TableContext, TableQuestion, operation_of, read_figure
from dragoman.evals.tatqa_asked import judge_table_answer


@pytest.mark.parametrize(
    ("derivation", "operation"),
    [
        ("44.1-56.7", "difference"),
        ("(44.1-56.7)/56.7", "change %"),
        ("22,446 / 31,182 - 1", "change %"),
        ("(121.4 + 16.8)/2", "average"),
        ("-(9 + 12) / 2", "average"),
        ("6+15", "sum"),
        ("53.0/55.5", "ratio"),
        ("[(4+4)/2] - [(2+3)/2]", "other"),
    ],
)
def test_a_formula_says_which_operation_is_asked(derivation: str, operation: str):
    assert operation_of(derivation) == operation


@pytest.mark.parametrize(
    ("text", "amount"),
    [("$1,496.5", "1496.5"), ("(2,085)", "-2085"), ("−298", "-298"), ("4.5%", "4.5"), ("2019", "2019")],
)
def test_a_figure_is_read_with_its_sign(text: str, amount: str):
    assert read_figure(text) == Decimal(amount)


def test_words_with_a_number_are_no_figure():
    assert read_figure("Scope 1") is None


def test_the_table_stands_behind_the_paragraph_that_leads_over_to_it():
    context = TableContext(
        id="x", number=0, rows=(("", "2019"), ("A & B", "1")), paragraphs=("As follows:", "Later."), questions=()
    )
    assert context.html.index("As follows:") < context.html.index("<table>") < context.html.index("Later.")
    assert "A &amp; B" in context.html


def fact(year: int, value: str) -> Fact:
    cell = Cell(document="d", page=1, table=1, row=1, column=1, row_label="Other", column_label=str(year), text=value)
    return Fact(
        id=f"f{year}",
        company="X",
        metric=None,
        basis=None,
        share=None,
        period=Period(year),
        value=Decimal(value),
        unit="USD",
        scale=1_000_000,
        currency="USD",
        label="Other",
        cell=cell,
    )


def question(operation, *amounts: str, text: str = "What is it?") -> TableQuestion:
    wanted = tuple(Decimal(amount) for amount in amounts)
    return TableQuestion(id="q", text=text, operation=operation, amounts=wanted, within=Decimal(50_000), derivation="")


def answer(*lineage, text: str = "It is.") -> Answer:
    return Answer(text=text, outcome="answered", lineage=lineage)


def test_a_figure_is_right_in_whole_units_only():
    given = answer(FactNode(fact=fact(2019, "44.1")))
    assert judge_table_answer(question("look-up", "44100000"), given).verdict == "right"
    assert judge_table_answer(question("look-up", "44.1"), given).verdict == "wrong"


def test_figures_without_the_calculation_that_was_asked_for_are_wrong():
    given = answer(FactNode(fact=fact(2018, "56.7")), FactNode(fact=fact(2019, "44.1")))
    assert judge_table_answer(question("difference", "-12600000"), given).verdict == "wrong"


def test_the_first_calculation_is_what_an_answer_gives():
    leaves = (FactNode(fact=fact(2018, "56.7")), FactNode(fact=fact(2019, "44.1")))
    node = CalculationNode(
        operation="difference", expression="", amount=Decimal(-12_600_000), unit="USD", shown="", operands=leaves
    )
    assert judge_table_answer(question("difference", "-12600000"), answer(node)).verdict == "right"
    assert judge_table_answer(question("difference", "12600000"), answer(node)).verdict == "wrong"
    between = question("difference", "12600000", text="What is the difference between the two?")
    assert judge_table_answer(between, answer(node)).verdict == "right"


def test_an_answer_that_says_what_it_lacks_declines():
    given = answer(FactNode(fact=fact(2019, "44.1")), text="I have nothing of X for 2018.")
    assert judge_table_answer(question("several", "44100000", "56700000"), given).verdict == "declined"

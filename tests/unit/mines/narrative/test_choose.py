"""Which sentences answer an open question, and when none does."""

import pytest

from dragoman.assistants.mines.narrative.choose import choose
from dragoman.assistants.mines.narrative.question import in_place_of_a_figure, read_question
from dragoman.assistants.mines.narrative.sentences import sentences_of
from dragoman.domain.document import Passage

PAGE = """
The Company was incorporated in Delaware in August 1997 and has its principal executive offices in Perth.
At the end of 2021 we employed 2,880 employees worldwide.
We compete for employees who work at 12 warehouses, and many people leave within one year.
Our member renewal rate was 91% in Canada.
The extent to which we sustain high renewal rates influences our profitability.
Ms. Jane Smith was appointed Chief Executive Officer in March 2020.
For further information on our employees, please refer to Note 7.
The Company has no history of paying dividends.
Cement sales of Mill Inc. rose because the new kiln opened.
The segment reports cement sales in five regions.
"""


def chosen(text: str):
    passage = Passage(
        id="a:1",
        document="a",
        page=1,
        section=(),
        kind="text",
        text=PAGE,
        title="Acme 2021",
        company="ACM",
        period="FY2021",
    )
    return choose(read_question(text, ("Acme", "ACM")), list(sentences_of([passage], ("ACM",))))


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("When was Acme incorporated?", "August 1997"),
        ("Where is Acme's head office?", "Perth"),
        ("How many people work for Acme?", "2,880 employees"),
        ("What is Acme's renewal rate?", "91%"),
        ("Who is the CEO of Acme?", "Jane Smith"),
        ("Has Acme ever paid a dividend?", "no history"),
        ("Why did Acme's cement sales rise?", "because the new kiln opened"),
    ],
)
def test_the_sentence_that_answers_comes_first_and_counts_as_the_answer(question, says):
    found = chosen(question)
    assert found.is_answer
    assert says in " ".join(sentence.text for sentence in found.sentences)


@pytest.mark.parametrize(
    "question",
    [
        "What is the name of Acme's office dog?",
        "When will Acme open its cinema in Lisbon?",
        "Does Acme deliver cement by drone to Mars?",
        "Who won Acme's chess tournament?",
    ],
)
def test_what_the_pages_do_not_say_is_never_an_answer(question):
    assert not chosen(question).is_answer


def test_a_sentence_about_something_else_is_not_even_near():
    assert chosen("How do volcanoes erupt under glaciers in Iceland?").sentences == ()


def test_a_day_is_asked_for_so_a_sentence_without_one_is_no_answer():
    assert not chosen("When did Acme's cement sales rise?").is_answer


def test_an_abbreviation_ends_no_sentence():
    (sentence,) = [one.text for one in chosen("Why did Acme's cement sales rise?").sentences if "kiln" in one.text]
    assert sentence.startswith("Cement sales of Mill Inc. rose")


def test_years_and_days_count_nothing():
    question = read_question("How many kilns has Acme?", ("Acme",))
    assert not question.may_answer("The kiln was built on 3 March 2020.")
    assert question.may_answer("The 14 kilns were built in 2020.")


def test_in_place_of_a_figure_only_a_number_or_a_yes_or_no_will_do():
    figure = in_place_of_a_figure(
        read_question("Acme other liabilities FY2021", ("Acme",)), "Acme other liabilities FY2021"
    )
    assert not figure.may_answer("Accruals are part of other liabilities.")
    asked = "Has Acme ever paid a dividend?"
    assert in_place_of_a_figure(read_question(asked, ("Acme",)), asked).may_answer("It has no history of dividends.")

"""What can be asked of a row by its printed words where the index holds one company alone."""

from dataclasses import replace
from pathlib import Path

import pytest

from dragoman.assistants.mines.assistant import MinesAssistant
from dragoman.assistants.mines.printed import RowReader
from dragoman.assistants.mines.router import MinesRouter
from dragoman.documents.identity import IngestOptions
from dragoman.documents.ingest import ingest
from dragoman.documents.retrieve import Retriever
from dragoman.stores.corpus import CorpusStore

REPORT = """<p>Sales by type were (in millions):</p>
<table><tr><td></td><td>2019</td><td>2018</td><td>2017</td></tr>
<tr><td>Fixed price work</td><td>$1,452.4</td><td>$1,146.2</td><td>$1,036.9</td></tr>
<tr><td>Other work</td><td>44.1</td><td>56.7</td><td>70.8</td></tr>
<tr><td>Total other work, net</td><td>31.0</td><td>40.0</td><td>50.0</td></tr>
<tr><td>Incentive schemes for drivers1 (see Note 13)</td><td>2.0</td><td>3.0</td><td>4.0</td></tr>
</table><p>Plans:</p><table>
<tr><td></td><td colspan="2">Domestic plans</td><td colspan="2">Overseas plans</td></tr>
<tr><td></td><td>2019</td><td>2018</td><td>2019</td><td>2018</td></tr>
<tr><td>Discount rate</td><td>4.00%</td><td>3.75%</td><td>1.90%</td><td>2.80%</td></tr></table>"""


@pytest.fixture
def ask(tools, today, tmp_path: Path):
    """Ask of a corpus that holds one report of one company."""
    (tmp_path / "report.html").write_text(REPORT)
    store = CorpusStore.open(tmp_path / "corpus.db")
    options = IngestOptions(company="BHP", period="FY2019", kind="report")
    assert ingest([tmp_path], store=store, vocabulary=tools.vocabulary, options=options)[0].error is None
    reader = RowReader(tools.interpreter, store)
    router = MinesRouter(reader, tools.vocabulary, store.coverage, rows=reader)
    retriever = Retriever(store, tools.vocabulary)
    own = replace(tools, router=router, interpreter=reader, retriever=retriever, coverage=store.coverage)

    async def answer(question: str):
        assistant = await MinesAssistant.open(own, None)
        said = await assistant.ask(question, thread="t", turns=(), reference_date=today)
        await assistant.aclose()
        return said

    return answer


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("What was the other work in 2018?", "US$56.7 million"),
        ("What was the change in other work in 2019 from 2018?", "fell by US$12.6 million (22.2 %)"),
        ("What was the percentage change in other work in 2019 from 2018?", "fell by 22.2 %"),
        ("What was the average other work for 2018 and 2019?", "US$50.4 million"),
        ("What was the average other work?", "US$57.2 million"),
        ("What is the sum of other work in 2018 and 2019?", "US$100.8 million"),
        ("What is the sum of fixed price work and other work in 2019?", "US$1,496.5 million: Fixed price work of"),
        ("What is other work as a percentage of fixed price work in 2019?", "was 3.0 % of"),
        ("In which year was other work larger?", "US$70.8 million in FY2017"),
        ("In how many years was other work above $50 million?", "two of the three years"),
        ("In which years was other work reported?", "US$70.8 million in FY2017"),
    ],
)
async def test_a_row_of_the_only_company_is_calculated_with(ask, question: str, says: str):
    said = await ask(question)
    assert said.outcome == "answered"
    assert says in said.text


async def test_words_in_another_order_make_the_longer_label(ask):
    said = await ask("What was the net total other work in 2018?")
    assert "US$40.0 million" in said.text


async def test_the_better_part_of_one_label_is_enough(ask):
    said = await ask("What was the average incentive schemes between 2018 and 2019?")
    assert "US$2.5 million" in said.text


async def test_a_row_of_one_part_is_not_taken_where_two_parts_are_named(ask):
    said = await ask("What was the discount rate of the domestic plans in 2019?")
    assert "4.00 %" in said.text
    said = await ask("What is the difference between the domestic and overseas discount rates in 2019?")
    assert "0.90" not in said.text

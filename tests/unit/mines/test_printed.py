"""Rows that a report prints can be asked for by their words, and a longer name is never answered with a shorter one."""

from dataclasses import replace
from pathlib import Path

import pytest

from dragoman.assistants.mines.assistant import MinesAssistant
from dragoman.assistants.mines.printed import RowReader
from dragoman.assistants.mines.router import MinesRouter
from dragoman.documents.ingest import ingest
from dragoman.documents.retrieve import Retriever
from dragoman.domain.printed_row import PrintedRow, printed_row
from dragoman.evals.cells_asked import asked_cells
from dragoman.evals.truth import read_truth
from dragoman.stores.corpus import CorpusStore

REPORT = """---
title: BHP annual report 2024
company: BHP
period: FY2024
kind: report
---
# BHP

## Income statement

| US$ million | FY2024 | FY2023 |
|---|---|---|
| Revenue | 55,658 | 53,817 |
| Charter hire of vessels | 812 | 790 |
| Capital and exploration expenditure | 9,274 | 7,083 |
| Capital and exploration expenditure: | | |
| Tugs | 77 | 61 |

## Ports segment

| US$ million | FY2024 | FY2023 |
|---|---|---|
| Towage fees | 41 | 39 |

## Rail segment

| US$ million | FY2024 | FY2023 |
|---|---|---|
| Towage fees | 17 | 12 |
"""


@pytest.fixture
def ask(tools, today, tmp_path: Path):
    """Ask of a corpus that holds one report."""
    (tmp_path / "report.md").write_text(REPORT)
    store = CorpusStore.open(tmp_path / "corpus.db")
    assert ingest([tmp_path], store=store, vocabulary=tools.vocabulary)[0].error is None
    reader = RowReader(tools.interpreter, store)
    router = MinesRouter(reader, tools.vocabulary, store.coverage)
    retriever = Retriever(store, tools.vocabulary)
    own = replace(tools, router=router, interpreter=reader, retriever=retriever, coverage=store.coverage)

    async def answer(question: str):
        assistant = await MinesAssistant.open(own, None)
        said = await assistant.ask(question, thread="t", turns=(), reference_date=today)
        await assistant.aclose()
        return said

    return answer


async def test_a_row_without_a_metric_is_found_by_its_words(ask):
    said = await ask("What was BHP's charter hire of vessels in FY2024?")
    assert said.outcome == "answered"
    assert "US$812 million" in said.text


async def test_a_row_without_a_metric_can_grow(ask):
    said = await ask("How much did BHP's charter hire of vessels grow from FY2023 to FY2024?")
    assert "2.8 %" in said.text


async def test_the_heading_over_a_table_tells_which_row_is_meant(ask):
    said = await ask("What were BHP's rail towage fees in FY2024?")
    assert "US$17 million" in said.text
    assert "US$41 million" not in said.text


async def test_a_label_is_found_with_the_one_over_it_in_brackets(ask):
    said = await ask("What was BHP's Tugs (Capital and exploration expenditure) in FY2024?")
    assert "US$77 million" in said.text
    assert "9,274" not in said.text


async def test_a_label_that_means_two_figures_is_not_guessed(ask):
    said = await ask("What were BHP's towage fees in FY2024?")
    assert said.outcome == "fallback"


async def test_a_heading_that_two_tables_share_tells_neither(ask):
    said = await ask("What were BHP's segment towage fees in FY2024?")
    assert said.outcome == "fallback"


async def test_a_metric_with_words_of_a_name_beside_it_is_not_the_whole(ask):
    said = await ask("What was BHP's streaming revenue in FY2024?")
    assert "55,658" not in said.text


async def test_plain_words_beside_a_metric_do_no_harm(ask):
    said = await ask("What was BHP's consolidated revenue in FY2024?")
    assert "US$55,658 million" in said.text


def test_the_name_of_a_row_is_read_back():
    row = PrintedRow(label="Diluted", group="Earnings per share", over="Notes", unit="%")
    assert printed_row(row.name) == row
    assert printed_row("net_profit") is None


def test_a_question_is_asked_only_of_cells_whose_words_mean_one_figure():
    asked = asked_cells(read_truth(aside=False))
    assert len(asked) > 300
    assert not any(one.cell.kind == "segment" or one.cell.period is None for one in asked)

"""Words that several rows are printed with are asked back with the rows as choices, and the reply is understood."""

from dataclasses import replace
from pathlib import Path

import pytest

from dragoman.assistants.mines.assistant import MinesAssistant
from dragoman.assistants.mines.printed import RowReader
from dragoman.assistants.mines.router import MinesRouter
from dragoman.documents.ingest import ingest
from dragoman.documents.retrieve import Retriever
from dragoman.stores.corpus import CorpusStore

REPORT = """---
title: BHP annual report 2024
company: BHP
period: FY2024
kind: report
---
# BHP

## Ports segment

| US$ million | FY2024 | FY2023 |
|---|---|---|
| Towage fees | 41 | 39 |

## Rail segment

| US$ million | FY2024 | FY2023 |
|---|---|---|
| Towage fees | 17 | 12 |

## Deferred tax

| US$ million | FY2024 | FY2023 |
|---|---|---|
| Assets: | | |
| Lease liabilities held | 7 | 5 |
| Liabilities: | | |
| Lease liabilities held | 3 | 2 |
"""
CHOICES = ["Towage fees (Ports segment)", "Towage fees (Rail segment)"]


@pytest.fixture
async def assistant(tools, tmp_path: Path):
    """An assistant over one report with two pairs of rows of one label."""
    (tmp_path / "report.md").write_text(REPORT)
    store = CorpusStore.open(tmp_path / "corpus.db")
    assert ingest([tmp_path], store=store, vocabulary=tools.vocabulary)[0].error is None
    reader = RowReader(tools.interpreter, store)
    router = MinesRouter(reader, tools.vocabulary, store.coverage, rows=reader)
    retriever = Retriever(store, tools.vocabulary)
    own = replace(tools, router=router, interpreter=reader, retriever=retriever, coverage=store.coverage)
    opened = await MinesAssistant.open(own, None)
    yield opened
    await opened.aclose()
    store.close()


async def test_a_label_of_two_figures_is_asked_back_with_its_rows(assistant, today):
    said = await assistant.ask("What were BHP's towage fees in FY2024?", thread="t", turns=(), reference_date=today)
    assert said.outcome == "clarification"
    assert 'The reports print 2 rows called "Towage fees". Which one do you mean?' in said.text
    assert [option.text for option in said.question.options] == CHOICES


@pytest.mark.parametrize("reply", ["2", "Towage fees (Rail segment)", "the rail one", "Rail segment"])
async def test_a_reply_by_number_or_in_words_tells_which_row(assistant, today, reply: str):
    question = "What were BHP's towage fees in FY2024?"
    asked = await assistant.ask(question, thread="t", turns=(), reference_date=today)
    said = await assistant.resume("t", asked.question.id, reply, reference_date=today)
    assert said.outcome == "answered"
    assert "US$17 million" in said.text
    assert "US$41 million" not in said.text


async def test_the_year_of_the_question_is_kept_when_it_is_answered(assistant, today):
    question = "What were BHP's towage fees in FY2023?"
    asked = await assistant.ask(question, thread="t", turns=(), reference_date=today)
    said = await assistant.resume("t", asked.question.id, "2", reference_date=today)
    assert "US$12 million" in said.text


async def test_the_question_itself_is_kept_when_it_is_answered(assistant, today):
    question = "What was the change in BHP's towage fees from FY2023 to FY2024?"
    asked = await assistant.ask(question, thread="t", turns=(), reference_date=today)
    said = await assistant.resume("t", asked.question.id, "1", reference_date=today)
    assert "grew by US$2 million (5.1 %)" in said.text


async def test_labels_over_rows_are_choices_too(assistant, today):
    question = "What were BHP's lease liabilities held in FY2024?"
    asked = await assistant.ask(question, thread="t", turns=(), reference_date=today)
    assert [option.text for option in asked.question.options] == [
        "Lease liabilities held (Assets)",
        "Lease liabilities held (Liabilities)",
    ]
    said = await assistant.resume("t", asked.question.id, "2", reference_date=today)
    assert "US$3 million" in said.text


async def test_who_wants_none_of_them_is_told_and_not_asked_again(assistant, today):
    question = "What were BHP's towage fees in FY2024?"
    asked = await assistant.ask(question, thread="t", turns=(), reference_date=today)
    said = await assistant.resume("t", asked.question.id, "none of these", reference_date=today)
    assert said.outcome == "fallback"


async def test_words_that_tell_the_row_are_not_asked_back(assistant, today):
    said = await assistant.ask(
        "What were BHP's rail towage fees in FY2024?", thread="t", turns=(), reference_date=today
    )
    assert "US$17 million" in said.text

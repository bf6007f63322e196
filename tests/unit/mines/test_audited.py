"""An answer says where a report's own sums fail, and which of two reports it used and why."""

from dataclasses import replace
from pathlib import Path

import pytest

from dragoman.assistants.mines.assistant import MinesAssistant
from dragoman.assistants.mines.router import MinesRouter
from dragoman.documents.ingest import ingest
from dragoman.documents.retrieve import Retriever
from dragoman.stores.corpus import CorpusStore

REPORT = """---
title: BHP annual report {year}
company: BHP
period: FY{year}
kind: report
---
# BHP

## Income statement

| US$ million | FY{year} | FY{before} |
|---|---|---|
| Revenue | {revenue} | {comparative} |
| Cost of sales | (20,000) | (19,500) |
| Gross profit | {gross} | {gross_before} |
"""
GOOD = {"revenue": "55,658", "comparative": "53,817", "gross": "35,658", "gross_before": "34,317"}


@pytest.fixture
def ask_about(tools, today, tmp_path: Path):
    """Ask of a corpus that holds only the given reports of BHP, by year."""
    store = CorpusStore.open(tmp_path / "corpus.db")

    async def ask(question: str, reports: dict[int, dict[str, str]]):
        for year, cells in reports.items():
            (tmp_path / f"bhp-{year}.md").write_text(REPORT.format(year=year, before=year - 1, **cells))
        done = ingest([tmp_path], store=store, vocabulary=tools.vocabulary)
        assert all(one.error is None for one in done)
        router = MinesRouter(tools.interpreter, tools.vocabulary, store.coverage)
        retriever = Retriever(store, tools.vocabulary)
        own = replace(tools, router=router, retriever=retriever, coverage=store.coverage)
        assistant = await MinesAssistant.open(own, None)
        answer = await assistant.ask(question, thread="t", turns=(), reference_date=today)
        await assistant.aclose()
        return answer

    yield ask
    store.close()


async def test_a_figure_that_its_report_proves_carries_the_proof(ask_about):
    answer = await ask_about("What was BHP's FY2024 revenue?", {2024: GOOD})
    assert answer.lineage[0].fact.proofs == ("gross profit",)
    assert (answer.confidence, answer.caveats) == ("high", ())


async def test_a_sum_that_does_not_hold_is_said_and_lowers_the_grade(ask_about):
    answer = await ask_about("What was BHP's FY2024 revenue?", {2024: GOOD | {"revenue": "56,558"}})
    (caveat,) = answer.caveats
    assert caveat.startswith("The report's own sum does not hold here: page 1, table 1: gross profit")
    assert "printed as 35,658, the other figures make 36,558 (BHP annual report 2024)" in caveat
    assert answer.confidence == "medium"
    assert caveat in answer.text


async def test_two_reports_that_differ_are_both_named_and_the_choice_is_explained(ask_about):
    restated = GOOD | {"comparative": "53,999", "gross_before": "34,499"}
    own = GOOD | {"revenue": "53,817", "gross": "33,817", "comparative": "49,000", "gross_before": "29,500"}
    answer = await ask_about("What was BHP's FY2023 revenue?", {2023: own, 2024: restated})
    assert "53,817" in answer.text
    (note,) = [line for line in answer.assumptions if "Two documents differ" in line]
    assert "in BHP annual report 2023, page 1" in note
    assert "53,999 million in BHP annual report 2024, page 1" in note
    assert "own report comes before others" in note
    assert answer.confidence == "high"


async def test_reports_that_agree_are_not_spoken_of(ask_about):
    own = GOOD | {"revenue": "53,817", "gross": "33,817", "comparative": "49,000", "gross_before": "29,500"}
    answer = await ask_about("What was BHP's FY2023 revenue?", {2023: own, 2024: GOOD})
    assert not [line for line in answer.assumptions if "differ" in line]
    assert "next year's report: Revenue" in answer.lineage[0].fact.proofs

"""Pages that print the figures a question speaks of are found by those figures."""

from decimal import Decimal

import pytest

from dragoman.documents.figure_pages import metrics_in, pages_of_figures
from dragoman.documents.retrieve import Retriever
from dragoman.domain.document import Cell, Document, Passage
from dragoman.domain.fact import Fact
from dragoman.domain.period import Period
from dragoman.domain.reason import Standing
from dragoman.interpret.vocabulary import Vocabulary
from dragoman.stores.corpus import CorpusStore, Filters

BHP = Filters(company="BHP")
FIGURES = [
    (3, "revenue", ""),
    (5, "revenue", "income"),
    (5, "net_profit", "income"),
    (6, "total_assets", "balance"),
    (6, "inventories", "balance"),
]
TEXTS = [(3, "table", "Sales | 1"), (4, "text", "revenue"), (5, "text", "Notes."), (5, "table", "Sales | 2")]


def fact(document: str, page: int, metric: str, statement: str) -> Fact:
    cell = Cell(
        document=document, page=page, table=page, row=1, column=1, row_label=metric, column_label="", text="1",
        statement=statement,
    )  # fmt: skip
    return Fact(
        id=f"{document}:{page}:{metric}", company="BHP", metric=metric, basis=None, share=None, label=metric,
        period=Period.parse(document), value=Decimal(1), unit="USD", scale=6, currency="USD", cell=cell,
    )  # fmt: skip


def passage(document: str, page: int, kind: str, text: str) -> Passage:
    name = f"{document}:{page}:{kind}"
    return Passage(
        id=name, document=document, page=page, section=(), kind=kind, text=text, company="BHP", period=document
    )


@pytest.fixture
def corpus(store: CorpusStore) -> CorpusStore:
    for year in ("FY2021", "FY2022"):
        document = Document(id=year, path="", title="", digest="", company="BHP", period=year, kind="report")
        passages = [passage(year, *text) for text in TEXTS]
        store.replace(document, [], passages, [fact(year, *figure) for figure in FIGURES])
    return store


@pytest.fixture
def pages(corpus: CorpusStore, vocabulary: Vocabulary):
    def find(text: str, filters: Filters = BHP) -> list[int]:
        found = pages_of_figures(text, vocabulary, corpus, filters)
        return [page.page for page in found if page.document == "FY2022"]

    return find


def test_a_ratio_is_looked_for_by_its_parts(vocabulary: Vocabulary) -> None:
    assert metrics_in("What was BHP's gross margin?", vocabulary) == ("gross_profit", "revenue")
    assert metrics_in("Who is the auditor?", vocabulary) == ()


def test_a_statement_goes_before_another_table(pages) -> None:
    assert pages("What was revenue?") == [5, 3]


def test_a_page_that_prints_more_of_what_is_asked_goes_first(pages) -> None:
    assert pages("Net profit and revenue?")[0] == 5


def test_a_statement_is_found_by_its_name(pages) -> None:
    assert pages("What stands in the balance sheet?") == [6]
    assert pages("Show the statement of financial position")[0] == 6
    assert pages("How much revenue, says the income statement?")[0] == 5


@pytest.mark.parametrize("text", ["Who is the auditor?", "Is there a statement of the chair?", ""])
def test_a_question_for_no_figure_has_no_such_pages(pages, text: str) -> None:
    assert pages(text) == []


def test_figures_are_looked_for_in_one_company_or_document_only(pages) -> None:
    assert pages("revenue", Filters()) == []
    assert pages("revenue", Filters(company="RIO")) == []
    assert pages("revenue", Filters(document="FY2022")) == [5, 3]
    assert pages("revenue", Filters(document="FY2021")) == []
    assert pages("revenue", Filters(company="BHP", period="FY2021")) == []


def test_the_page_of_the_statement_in_the_report_of_the_year_is_found_first(corpus, vocabulary) -> None:
    for year in ("FY2021", "FY2022"):
        hit = Retriever(corpus, vocabulary).search(f"What was revenue in {year}?", company="BHP")[0]
        assert (hit.passage.id, hit.reasons.standings[-1]) == (f"{year}:5:table", Standing("figures", 1))


def test_a_page_of_figures_obeys_the_filters(corpus: CorpusStore, vocabulary: Vocabulary) -> None:
    hits = Retriever(corpus, vocabulary).search("What was revenue in FY2022?", company="BHP", period="FY2021")
    assert {hit.passage.document for hit in hits} == {"FY2021"}

"""Where figures stand is found by company or by document, without a look at the facts of others."""

from decimal import Decimal

import pytest
from sqlalchemy import text

from dragoman.domain.document import Cell, Document
from dragoman.domain.fact import Fact
from dragoman.domain.period import Period
from dragoman.stores.corpus import CorpusStore, Filters
from dragoman.stores.corpus_pages import figure_query
from dragoman.stores.corpus_schema import CORPUS
from dragoman.stores.database import Database


def add(store: CorpusStore, company: str, year: int) -> None:
    """Store a report with revenue on page 2 and, in the balance sheet, cash on page 3."""
    name, period = f"{company}-{year}", Period(year)
    facts = []
    for page, metric, statement in ((2, "revenue", None), (3, "cash", "balance")):
        cell = Cell(document=name, page=page, table=1, row=1, column=2, row_label=metric, column_label=period.label,
                    text="1", statement=statement)  # fmt: skip
        facts.append(
            Fact(id=f"{name}:{page}", company=company, metric=metric, basis=None, share=None, period=period,
                 value=Decimal(1), unit="USD", scale=1, currency="USD", label=metric, cell=cell)
        )  # fmt: skip
    store.replace(
        Document(id=name, path=name, title=name, digest="0", company=company, period=period.label), [], [], facts
    )


@pytest.fixture(scope="module")
def database() -> Database:
    database = Database.open(None, CORPUS)
    store = CorpusStore(database)
    for company in ("BHP", "RIO"):
        for year in (2023, 2024):
            add(store, company, year)
    return database


@pytest.mark.parametrize(
    ("filters", "places"),
    [
        ({"company": "BHP"}, ["BHP-2023 2", "BHP-2023 3", "BHP-2024 2", "BHP-2024 3"]),
        ({"company": "BHP", "period": "FY2024"}, ["BHP-2024 2", "BHP-2024 3"]),
        ({"document": "RIO-2023"}, ["RIO-2023 2", "RIO-2023 3"]),
        ({"document": "RIO-2023", "company": "RIO"}, ["RIO-2023 2", "RIO-2023 3"]),
        ({"document": "RIO-2023", "company": "BHP"}, []),
        ({"period": "FY2024"}, []),
        ({}, []),
    ],
)
def test_pages_are_those_of_the_company_or_the_document_that_is_named(database, filters, places) -> None:
    rows = CorpusStore(database).figure_rows(["revenue", "cash"], Filters(**filters))
    assert sorted(f"{row.document} {row.page}" for row in rows) == places


def test_a_row_tells_its_metric_and_its_statement(database) -> None:
    rows = CorpusStore(database).figure_rows(["cash"], Filters(document="BHP-2024"))
    assert [(row.period, row.metric, row.statement) for row in rows] == [("FY2024", "cash", "balance")]


@pytest.mark.parametrize("within", [{"company": "BHP"}, {"company": "BHP", "period": "FY2024"}, {"document": "r"}])
def test_facts_of_others_are_not_looked_at(database, within) -> None:
    query, values = figure_query(["cash"], **{**dict.fromkeys(("company", "document", "period")), **within})
    with database.reading() as connection:
        steps = [row[3] for row in connection.execute(text(f"EXPLAIN QUERY PLAN {query}"), values)]
    assert [step for step in steps if step.startswith("SCAN f")] == []
    assert any(step.startswith("SEARCH f USING INDEX") for step in steps)

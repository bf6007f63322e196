"""What reports of one company say of each other stays true while they come and go."""

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

import pytest

from dragoman.domain.document import Cell, Document
from dragoman.domain.fact import Fact
from dragoman.domain.period import Period
from dragoman.stores.corpus import CorpusStore


@pytest.fixture
def store() -> Iterator[CorpusStore]:
    store = CorpusStore.open(None)
    yield store
    store.close()


def put(store: CorpusStore, year: int, *, digest: str = "0", **values: str) -> None:
    """Store a report with revenue by year: `put(store, 2024, y2024="55,658", y2023="53,817")`."""
    document = Document(id=f"r{year}", path=f"{year}.md", title=f"Report {year}", digest=digest, company="BHP",
                        period=f"FY{year}")  # fmt: skip
    facts = []
    for column, (name, value) in enumerate(values.items(), 2):
        period = Period(int(name[1:]))
        cell = Cell(document=document.id, page=1, table=1, row=1, column=column, row_label="Revenue",
                    column_label=period.label, text=value)  # fmt: skip
        facts.append(
            Fact(id=f"{document.id}:{column}", company="BHP", metric="revenue", basis=None, share=None, period=period,
                 value=Decimal(value), unit="USD", scale=1_000_000, currency="USD", label="Revenue", cell=cell)
        )  # fmt: skip
    store.replace(document, [], [], facts)


def proofs(store: CorpusStore, year: int) -> list[tuple[str, ...]]:
    return [fact.proofs for fact in store.facts(document=f"r{year}")]


def test_a_report_that_arrives_proves_and_is_proved(store: CorpusStore) -> None:
    put(store, 2023, y2023="53817")
    put(store, 2024, y2024="55658", y2023="53817")
    assert proofs(store, 2023) == [("next year's report: Revenue",)]
    assert proofs(store, 2024) == [(), ("last year's report: Revenue",)]


def test_the_order_in_which_reports_arrive_makes_no_difference(store: CorpusStore) -> None:
    put(store, 2024, y2024="55658", y2023="53817")
    put(store, 2023, y2023="53817")
    assert proofs(store, 2024) == [(), ("last year's report: Revenue",)]


def test_a_removed_report_proves_nothing_any_more(store: CorpusStore) -> None:
    put(store, 2023, y2023="53817")
    put(store, 2024, y2024="55658", y2023="53817")
    store.remove("r2023")
    assert proofs(store, 2024) == [(), ()]


def test_a_replaced_report_that_differs_breaks_the_comparative_and_one_that_agrees_mends_it(
    store: CorpusStore,
) -> None:
    put(store, 2023, y2023="53817")
    put(store, 2024, y2024="55658", y2023="53817")
    put(store, 2023, digest="1", y2023="53999")
    (broken,) = store.broken("r2024")
    assert broken.kind == "last year's report"
    assert store.facts(document="r2024")[1].broken == (broken.sentence,)
    assert store.broken("r2023") == ()
    put(store, 2023, digest="2", y2023="53817")
    assert (store.broken(), store.facts(document="r2024")[1].broken) == ((), ())


def test_news_and_digests_prove_nothing(store: CorpusStore) -> None:
    put(store, 2024, y2024="55658", y2023="53817")
    news = Document(id="n", path="n.md", title="News", digest="0", kind="news", company="BHP")
    told = store.facts(document="r2024")[1]
    cell = Cell(document="n", page=1, table=1, row=1, column=2, row_label="Revenue", column_label="", text="53,817")
    store.replace(news, [], [], [replace(told, id="n:1", cell=cell)])
    assert proofs(store, 2024) == [(), ()]

"""Filters of a search hold whatever the names look like, and every open handle sees what another one wrote."""

from pathlib import Path

import pytest
from sqlalchemy import text

from dragoman.domain.document import Document, Passage
from dragoman.stores.corpus import CorpusStore, Filters, Match
from dragoman.stores.corpus_schema import CORPUS
from dragoman.stores.database import Database

ORE = [Match('"ore"')]
# Names that one tokenizer or stemmer or another would take for each other.
COMPANIES = ("BHP", "bhp", "BHP 2", "BHP-2", "mining", "mine", "é", "e", '"', "")
OLD_INDEX = (
    "DROP TABLE passage_index",
    "CREATE VIRTUAL TABLE passage_index USING fts5(title, heading, body, tokenize = 'porter unicode61')",
    "INSERT INTO passage_index (rowid, title, heading, body) SELECT n, title, '', text FROM passages",
    "DROP INDEX facts_by_label",
    "DROP INDEX facts_told",
    "DROP TABLE corpus_changes",
    "UPDATE schema_versions SET version = 5",
)


def add(store: CorpusStore, name: str, company: str | None, *, kind: str = "report") -> None:
    """Store a document with a passage of text and a table that both tell of ore."""
    document = Document(
        id=name, path=name, title=name, digest="0", kind=kind, company=company, period="FY2024"
    )  # fmt: skip
    passages = [
        Passage(id=f"{name}:{of}", document=name, page=1, section=(), kind=of, text="ore", title=name, company=company,
                period="FY2024")
        for of in ("text", "table")
    ]  # fmt: skip
    store.replace(document, [], passages, [])


def found(store: CorpusStore, **filters: object) -> list[str]:
    """Return the ids of the passages about ore that the filters admit."""
    hits = store.search(ORE, filters=Filters(**filters), k=100)  # type: ignore[arg-type]
    return sorted(hit.passage.id for hit in hits)


@pytest.fixture(scope="module")
def store() -> CorpusStore:
    """Reports of companies with names much alike, an agreement and a text of nobody."""
    store = CorpusStore.open(None)
    for number, company in enumerate(COMPANIES):
        add(store, f"r{number}", company)
    add(store, "agreement", None, kind="contract")
    return store


@pytest.mark.parametrize("company", COMPANIES[:-1])
def test_a_company_is_never_taken_for_one_of_a_name_much_like_it(store: CorpusStore, company: str) -> None:
    name = f"r{COMPANIES.index(company)}"
    assert found(store, company=company) == [f"{name}:table", f"{name}:text"]


def test_each_kind_of_passage_is_found_alone(store: CorpusStore) -> None:
    assert found(store, company="mine", kinds=("table",)) == ["r5:table"]


def test_agreements_and_reports_are_kept_apart(store: CorpusStore) -> None:
    agreed, told = found(store, contracts=True), found(store, contracts=False)
    assert (agreed, len(told)) == (["agreement:table", "agreement:text"], 2 * len(COMPANIES))


def test_a_filter_that_nothing_passes_finds_nothing(store: CorpusStore) -> None:
    assert found(store, company="mine", period="FY2023") == []


def test_the_best_hits_are_those_the_filters_admit_however_many_are_better(store: CorpusStore) -> None:
    hits = store.search(ORE, filters=Filters(document="r9", kinds=("text",)), k=1)
    assert [hit.passage.id for hit in hits] == ["r9:text"]


def test_a_word_that_filters_counts_nothing_when_it_is_asked_for(store: CorpusStore) -> None:
    token = f"d{b'r1'.hex()}0"
    hits = store.search([Match(f'"{token}"')], filters=Filters(), k=100)
    assert {hit.score for hit in hits} <= {0.0}


def test_what_another_handle_writes_is_seen_at_once(tmp_path: Path) -> None:
    here, there = CorpusStore.open(tmp_path / "corpus.db"), CorpusStore.open(tmp_path / "corpus.db")
    add(there, "first", "BHP")
    before = here.coverage().companies
    add(there, "second", "RIO")
    seen = here.coverage().companies
    there.remove("first")
    assert (tuple(before), tuple(seen), tuple(here.coverage().companies)) == (("BHP",), ("BHP", "RIO"), ("RIO",))
    here.close()
    there.close()


def test_an_index_without_filters_is_made_anew(tmp_path: Path) -> None:
    store = CorpusStore.open(tmp_path / "corpus.db")
    add(store, "one", "BHP")
    add(store, "two", "RIO")
    store.close()
    database = Database.open(tmp_path / "corpus.db", CORPUS)
    with database.writing() as connection:
        for statement in OLD_INDEX:
            connection.execute(text(statement))
    database.close()
    store = CorpusStore.open(tmp_path / "corpus.db")
    assert (found(store, company="RIO"), store.coverage().companies) == (["two:table", "two:text"], ("BHP", "RIO"))
    store.close()

"""What every corpus store must do, in memory and on disk."""

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from dragoman.domain.document import Cell, Document, Page, Passage
from dragoman.domain.fact import Fact
from dragoman.domain.period import Period
from dragoman.stores.corpus import CorpusStore, Filters, Match

EVERYTHING = Filters()


@pytest.fixture(params=["memory", "file"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[CorpusStore]:
    store = CorpusStore.open(None if request.param == "memory" else tmp_path / "corpus.db")
    yield store
    store.close()


def document(
    name: str = "bhp", company: str | None = "BHP", period: str | None = "FY2024", kind: str = "digest"
) -> Document:
    title = f"{company} digest {period}"
    return Document(
        id=name, path=f"{name}.md", title=title, digest="d", kind=kind, company=company, period=period, pages=1
    )


def passage(of: Document, n: int = 1, text: str = "The copper mine grew.", section: tuple[str, ...] = ()) -> Passage:
    return Passage(
        id=f"{of.id}:p1:{n}",
        document=of.id,
        page=1,
        section=section,
        kind="text",
        text=text,
        title=of.title,
        company=of.company,
        period=of.period,
    )


def fact(
    of: Document, n: int = 1, metric: str | None = "revenue", period: str = "FY2024", value: str = "55658"
) -> Fact:
    cell = Cell(document=of.id, page=1, table=1, row=n, column=2, row_label="Revenue", column_label=period, text=value)
    return Fact(
        id=f"{of.id}:f{n}",
        company=of.company,
        metric=metric,
        basis=None,
        share=None,
        period=Period.parse(period),
        value=Decimal(value),
        unit="USD",
        scale=1_000_000,
        currency="USD",
        label="Revenue",
        cell=cell,
        title=of.title,
    )


def put(store: CorpusStore, of: Document, *texts: str, facts: tuple[Fact, ...] = ()) -> None:
    passages = [passage(of, n, text) for n, text in enumerate(texts, 1)]
    store.replace(of, [Page(number=1, text="\n".join(texts))], passages, facts)


def test_gives_back_what_was_put_in(store: CorpusStore) -> None:
    bhp = document()
    told, said = fact(bhp, value="1.460"), passage(bhp, section=("Review", "Copper"))
    store.replace(bhp, [Page(number=1, text="one", printed="i")], [said], [told], made_with="v1")
    assert store.document("bhp") == bhp
    assert store.page("bhp", 1) == Page(number=1, text="one", printed="i")
    assert store.facts() == (told,)
    assert str(store.facts()[0].value) == "1.460"
    assert store.search([Match('"copper"')], filters=EVERYTHING, k=1)[0].passage == said
    assert store.made_with("bhp") == ("d", "v1")
    assert store.sizes("bhp") == (1, 1, 1)


def test_what_is_not_there_is_none(store: CorpusStore) -> None:
    assert store.document("nobody") is None
    assert store.page("nobody", 1) is None
    assert store.made_with("nobody") is None
    assert not store.remove("nobody")


def test_replacing_leaves_nothing_of_the_older_document(store: CorpusStore) -> None:
    bhp = document()
    put(store, bhp, "old words", facts=(fact(bhp),))
    put(store, bhp, "new words")
    assert store.facts() == ()
    assert store.search([Match('"old"')], filters=EVERYTHING, k=5) == ()
    assert len(store.search([Match('"words"')], filters=EVERYTHING, k=5)) == 1


def test_a_removed_document_is_gone_with_all_its_parts(store: CorpusStore) -> None:
    bhp = document()
    put(store, bhp, "words", facts=(fact(bhp),))
    assert store.remove("bhp")
    assert (store.documents(), store.facts(), store.page("bhp", 1)) == ((), (), None)
    assert store.search([Match('"words"')], filters=EVERYTHING, k=5) == ()


def test_a_document_that_cannot_be_stored_changes_nothing(store: CorpusStore) -> None:
    bhp = document()
    put(store, bhp, "old words")
    before = store.version()
    twice = [passage(bhp), passage(bhp)]
    with pytest.raises(Exception, match="UNIQUE"):
        store.replace(bhp, [], twice, [])
    assert store.version() == before
    assert len(store.search([Match('"old"')], filters=EVERYTHING, k=5)) == 1


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        (Filters(company="RIO"), ["rio"]),
        (Filters(period="FY2023"), ["old"]),
        (Filters(document="bhp"), ["bhp"]),
        (Filters(company="RIO", period="FY2023"), []),
        (Filters(kinds=("table",)), []),
        (Filters(kinds=()), []),
        (Filters(kinds=("table", "text")), ["bhp", "old", "rio"]),
    ],
)
def test_filters_are_hard(store: CorpusStore, filters: Filters, expected: list[str]) -> None:
    for of in (document(), document("rio", "RIO"), document("old", "BHP", "FY2023")):
        put(store, of, "the same copper words")
    found = store.search([Match('"copper"')], filters=filters, k=9)
    assert sorted(hit.passage.document for hit in found) == expected
    assert all(filters.admits(hit.passage) for hit in found)


def test_a_better_match_comes_first_and_k_is_kept(store: CorpusStore) -> None:
    put(store, document(), "copper copper", "iron and copper and many other words of no interest", "nickel")
    ids = [hit.passage.id for hit in store.search([Match('"copper"')], filters=EVERYTHING, k=2)]
    assert ids == ["bhp:p1:1", "bhp:p1:2"]
    assert len(store.search([Match('"copper"')], filters=EVERYTHING, k=1)) == 1
    assert store.search([Match('"copper"')], filters=EVERYTHING, k=0) == ()


def test_the_heading_path_is_searched_too(store: CorpusStore) -> None:
    bhp = document()
    store.replace(bhp, [], [passage(bhp, 1, "Nothing here."), passage(bhp, 2, "Nor here.", ("Risks", "Weather"))], [])
    assert [hit.passage.id for hit in store.search([Match('"weather"')], filters=EVERYTHING, k=3)] == ["bhp:p1:2"]


def test_weights_say_how_much_a_match_counts(store: CorpusStore) -> None:
    put(store, document(), "copper here", "nickel here", "filler", "more filler")
    first = store.search([Match('"copper"', 1.0), Match('"nickel"', 0.1)], filters=EVERYTHING, k=1)
    assert first[0].passage.text == "copper here"
    first = store.search([Match('"copper"', 0.1), Match('"nickel"', 1.0)], filters=EVERYTHING, k=1)
    assert first[0].passage.text == "nickel here"


def test_the_own_report_goes_before_later_comparatives_and_news(store: CorpusStore) -> None:
    later, own = document("later", period="FY2025"), document("own", period="FY2024")
    news = document("a-news", period="FY2024", kind="news")
    for of in (later, news, own):
        put(store, of, "words", facts=(fact(of),))
    found = store.lookup("BHP", "revenue", "FY2024")
    assert [told.cell.document for told in found] == ["own", "later", "a-news"]


def test_facts_are_found_by_any_slot(store: CorpusStore) -> None:
    bhp = document()
    put(store, bhp, "words", facts=(fact(bhp, 1), fact(bhp, 2, "ebitda"), fact(bhp, 3, None, "FY2023")))
    assert [told.id for told in store.facts(metric="ebitda")] == ["bhp:f2"]
    assert [told.id for told in store.facts(period="FY2023")] == ["bhp:f3"]
    assert len(store.facts(document="bhp", company="BHP")) == 3
    assert store.facts(company="RIO") == ()


def test_coverage_is_what_the_documents_hold(store: CorpusStore) -> None:
    bhp, fresh = document(), document("news", "VALE", kind="news")
    told = (fact(bhp), fact(bhp, 2, period="H1 FY2024"), fact(bhp, 3, period="FY2023"), fact(bhp, 4, None, "FY2019"))
    put(store, bhp, "words", facts=told)
    put(store, fresh, "words")
    put(store, document("plain", "RIO", None), "words")
    coverage = store.coverage()
    assert coverage.companies == ("BHP", "RIO")
    assert coverage.periods == {"BHP": ("FY2023", "H1 FY2024", "FY2024"), "RIO": ()}
    assert coverage.metrics == {"BHP": ("revenue",), "RIO": ()}
    assert coverage.version == store.version()


def test_the_version_names_the_content_and_nothing_else(store: CorpusStore) -> None:
    bhp = document()
    empty = store.version()
    put(store, bhp, "words", facts=(fact(bhp),))
    first = store.version()
    put(store, bhp, "words", facts=(fact(bhp, value="55659"),))
    changed = store.version()
    put(store, bhp, "words", facts=(fact(bhp),))
    assert len({empty, first, changed}) == 3
    assert store.version() == first
    store.remove("bhp")
    assert store.version() == empty


def test_documents_are_listed_by_company_and_period(store: CorpusStore) -> None:
    for of in (document("c", "RIO"), document("b", "BHP", "FY2025"), document("a", "BHP", "FY2024")):
        store.replace(of, [], [], [])
    assert [of.id for of in store.documents()] == ["a", "b", "c"]


def test_marks_say_which_words_matched(store: CorpusStore) -> None:
    bhp = document()
    store.replace(bhp, [], [passage(bhp, 1, "Mining grew.", ("The mines",))], [])
    marked = store.marked('"mine"', ["bhp:p1:1"])
    assert [text.count("\x02") for text in marked["bhp:p1:1"]] == [0, 1, 1]
    assert marked["bhp:p1:1"][1:] == ("The \x02mines\x03", "\x02Mining\x03 grew.")


def test_pages_of_a_metric_are_those_its_figures_stand_on(store: CorpusStore) -> None:
    bhp, rio = document(), document("rio", "RIO")
    store.replace(bhp, [], [], [fact(bhp), fact(bhp, 2, period="FY2023"), fact(bhp, 3, metric=None)])
    store.replace(rio, [], [], [fact(rio)])
    assert store.pages_of(["revenue", "tax"], ["BHP"]) == {("bhp", 1, "revenue")}
    assert store.pages_of(["tax"], ["BHP"]) == store.pages_of([], ["BHP"]) == frozenset()


def test_an_untouched_field_survives_a_later_copy(store: CorpusStore) -> None:
    bhp = replace(document(), published="2024-08-27", source="https://example.org/r")
    store.replace(bhp, [], [], [])
    assert store.document("bhp") == bhp


def test_an_index_from_before_vectors_is_taken_over(tmp_path: Path) -> None:
    path = tmp_path / "corpus.db"
    store = CorpusStore.open(path)
    put(store, document(), "The copper mine grew.")
    store.close()
    with sqlite3.connect(path) as connection:
        for table in ("document_vectors", "broken_identities", "document_notes", "outline_entries"):
            connection.execute(f"DROP TABLE {table}")
        connection.execute("ALTER TABLE facts DROP COLUMN broken")
        connection.execute("UPDATE schema_versions SET version = 1 WHERE name = 'corpus'")
    connection.close()
    again = CorpusStore.open(path)
    assert [one.id for one in again.vectors.without("e")] == ["bhp"]
    assert [hit.passage.id for hit in again.search([Match("copper")], filters=EVERYTHING, k=3)] == ["bhp:p1:1"]
    again.close()

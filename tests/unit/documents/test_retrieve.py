"""Finding passages and facts again."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.documents.retrieve import Retriever
from dragoman.documents.terms import any_of, content_words, near, quoted
from dragoman.domain.document import Document, Passage, ScoredPassage
from dragoman.domain.period import Period
from dragoman.domain.plan import Lookup
from dragoman.interpret.vocabulary import Vocabulary
from dragoman.stores.corpus import CorpusStore, Filters, Match


def passage(name: str, text: str, *section: str, company: str = "BHP", kind: str = "text") -> Passage:
    return Passage(
        id=f"{name}:p1:1", document=name, page=1, section=section, kind=kind, text=text, title=name, company=company
    )


@pytest.fixture
def retriever(store: CorpusStore, vocabulary: Vocabulary) -> Retriever:
    for found in (
        passage("tax", "The royalty in Chile rose to a new level.", "Taxes"),
        passage("profit", "Earnings fell as copper was lost to a strike.", "Results"),
        passage("climate", "Emissions went down.", "Climate and weather"),
        passage("rio", "Rio Tinto mined copper in Mongolia.", "Copper", company="RIO"),
        passage("sources", "[S1] https://example.org/copper", "Sources", kind="note"),
    ):
        document = Document(id=found.document, path="", title="", digest="", company=found.company)
        store.replace(document, [], [found], [])
    return Retriever(store, vocabulary)


def ids(found: tuple[ScoredPassage, ...]) -> list[str]:
    return [hit.passage.document for hit in found]


def test_the_nearest_passage_comes_first_and_says_why(retriever: Retriever) -> None:
    first = retriever.search("what happened to royalties in Chile?")[0]
    assert first.passage.document == "tax"
    assert first.why == "text: royalty, chile"


def test_headings_are_found_too(retriever: Retriever) -> None:
    (hit,) = retriever.search("what about the weather")
    assert (hit.passage.document, hit.why) == ("climate", "heading: weather")


def test_a_filter_is_hard(retriever: Retriever) -> None:
    assert ids(retriever.search("copper", company="RIO")) == ["rio"]
    assert ids(retriever.search("copper", company="NST")) == []
    assert ids(retriever.search("copper", document="profit")) == ["profit"]
    assert ids(retriever.search("copper", period="FY2024")) == []


def test_notes_are_found_only_when_asked_for(retriever: Retriever) -> None:
    assert "sources" not in ids(retriever.search("copper"))
    assert ids(retriever.search("copper", kinds=("note",))) == ["sources"]


def test_another_form_or_name_finds_it_too(retriever: Retriever) -> None:
    (hit,) = retriever.search("what did they lose")
    assert (hit.passage.document, hit.why) == ("profit", "in other words: lost")
    assert "profit" in ids(retriever.search("net profit", company="BHP"))


def test_no_more_than_k(retriever: Retriever) -> None:
    assert len(retriever.search("copper", k=1)) == 1


@pytest.mark.parametrize(
    "text", ["", "   ", "the of and what is", "?!*\"'()", "NEAR AND OR NOT", "👍 — …", "a b c", "\0"]
)
def test_a_text_without_content_finds_nothing(retriever: Retriever, text: str) -> None:
    assert retriever.search(text) == ()


@given(st.text(max_size=200))
def test_any_text_is_only_data(text: str) -> None:
    store = CorpusStore.open(None)
    words = content_words(text)
    matches = [Match(any_of(words)), Match(near(words, 4))] if words else []
    store.search(matches, filters=Filters(), k=3)
    store.search([Match(quoted(word)) for word in words[:5]], filters=Filters(), k=3)
    store.close()


@given(st.text(alphabet='"*^:(){}+-, \nANDORNEAR\0\x1a;', max_size=60))
def test_the_syntax_of_the_index_is_only_data(text: str) -> None:
    store = CorpusStore.open(None)
    store.replace(Document(id="d", path="", title="", digest=""), [], [passage("d", "and or near")], [])
    store.search([Match(quoted(text))] if content_words(text) else [], filters=Filters(), k=3)
    store.close()


def test_a_very_long_text_takes_time_by_its_length_and_not_its_square(retriever: Retriever) -> None:
    def seconds(times: int) -> float:
        start = time.process_time()
        retriever.search("copper and nickel in Chile " * times)
        return time.process_time() - start

    small, large = (min(seconds(times) for _ in range(2)) for times in (5_000, 40_000))
    assert large < max(small, 0.01) * 8 * 3  # a square would be 64 times


class LeakyStore(CorpusStore):
    """A store whose filters do not work."""

    def search(self, matches, *, filters, k):
        return super().search(matches, filters=Filters(), k=k)

    def lookup(self, company, metric, period):
        return super().facts()


def test_a_foreign_passage_is_dropped_even_if_the_store_lets_it_through(
    retriever: Retriever, store: CorpusStore, vocabulary: Vocabulary
) -> None:
    leaky = Retriever(LeakyStore(store._database), vocabulary)
    assert ids(leaky.search("copper", company="RIO")) == ["rio"]
    assert leaky.facts(Lookup(company="BHP", metric="revenue", period=Period(2024))) == ()

"""Search by words and by meaning: two rankings become one, and words alone remain."""

from collections.abc import Sequence

import numpy as np
import pytest

from dragoman.documents.meaning import Near
from dragoman.documents.retrieve import Retriever
from dragoman.documents.vectors.fill import embedder_of, fill
from dragoman.documents.vectors.index import VectorIndex
from dragoman.domain.document import Document, Passage, ScoredPassage
from dragoman.domain.event import Event
from dragoman.interpret.vocabulary import Vocabulary
from dragoman.models.embed.errors import EmbedderError
from dragoman.models.embedder import Vectors
from dragoman.stores.corpus import CorpusStore, Filters

SENSES = ("copper metal mine", "safety injury hurt accident", "money profit earnings loss")


class SenseEmbedder:
    """Knows three senses of words, and nothing else."""

    def __init__(self, name: str = "senses@1") -> None:
        self.id, self.dimensions, self.asked, self.broken = name, len(SENSES) + 1, 0, False

    def embed(self, texts: Sequence[str]) -> Vectors:
        if self.broken:
            raise EmbedderError("out of order")
        self.asked += len(texts)
        counts = [[sum(word in text.lower() for word in sense.split()) for sense in SENSES] + [0.1] for text in texts]
        rows = np.array(counts, dtype=np.float32).reshape(len(texts), self.dimensions)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


@pytest.fixture
def embedder() -> SenseEmbedder:
    return SenseEmbedder()


def put(store: CorpusStore, name: str, *texts: str, company: str = "BHP", kind: str = "report") -> None:
    document = Document(id=name, path="", title=name, digest="", company=company, kind=kind)
    passages = [
        Passage(id=f"{name}:{n}", document=name, page=1, section=(), kind="text", text=text, title="", company=company)
        for n, text in enumerate(texts, 1)
    ]
    store.replace(document, [], passages, [])


@pytest.fixture
def retriever(store: CorpusStore, vocabulary: Vocabulary, embedder: SenseEmbedder) -> Retriever:
    put(store, "a", "Two people had an accident underground.", "The copper price rose.", "Shares were split.")
    put(store, "b", "An injury in Perth.", company="RIO")
    put(store, "c", "Each party bears its own accident insurance.", kind="contract")
    fill(store.vectors, embedder)
    index = VectorIndex(store.vectors, embedder)
    return Retriever(store, vocabulary, meaning=lambda: index)


def ids(hits: Sequence[ScoredPassage]) -> list[str]:
    return [hit.passage.id for hit in hits]


def test_a_paraphrase_is_found_by_its_meaning_and_why_says_so(retriever: Retriever) -> None:
    hits = retriever.search("was anyone hurt", company="BHP")
    assert ids(hits)[0] == "a:1"
    assert hits[0].why == "not found by words, 1st by meaning"


def test_why_names_the_place_in_both_rankings(retriever: Retriever) -> None:
    assert retriever.search("copper", company="BHP")[0].why == "text: copper; 1st by words, 1st by meaning"


def test_the_filters_hold_for_meaning_too(retriever: Retriever) -> None:
    assert ids(retriever.search("was anyone hurt", company="RIO")) == ["b:1"]
    assert "c:1" not in ids(retriever.search("was anyone hurt", k=50))
    assert ids(retriever.search("was anyone hurt", document="b")) == ["b:1"]
    assert retriever.search("was anyone hurt", period="FY2024") == ()


def test_agreements_are_searched_apart(retriever: Retriever, store: CorpusStore, vocabulary: Vocabulary) -> None:
    index = VectorIndex(store.vectors, SenseEmbedder())
    assert ids(Retriever(store, vocabulary, contracts=True, meaning=lambda: index).search("anyone hurt")) == ["c:1"]


def test_what_is_about_something_else_is_not_found(retriever: Retriever) -> None:
    assert retriever.search("any profit", company="RIO") == ()


class LeakyIndex:
    """An index whose filters do not work."""

    def nearest(self, text: str, filters: Filters, k: int) -> Sequence[Near]:
        return [Near(name, 0.9) for name in ("b:1", "c:1", "a:1", "gone")]


def test_what_the_index_lets_through_is_filtered_again(
    retriever: Retriever, store: CorpusStore, vocabulary: Vocabulary
) -> None:
    leaky = Retriever(store, vocabulary, meaning=LeakyIndex)
    assert ids(leaky.search("anyone hurt", company="BHP")) == ["a:1"]


def test_without_vectors_words_alone_are_used_and_it_is_said(retriever: Retriever, store: CorpusStore) -> None:
    put(store, "new", "Copper is mined in Chile.")
    hits = retriever.search("copper in Chile", company="BHP")
    assert [(hit.passage.id, hit.why) for hit in hits] == [
        ("new:1", "text: copper, chile; by words alone"),
        ("a:2", "text: copper; by words alone"),
    ]
    assert "meaning" in retriever.search("injury", company="RIO")[0].why


def test_when_the_embedder_fails_words_alone_are_used(retriever: Retriever, embedder: SenseEmbedder) -> None:
    embedder.broken = True
    (hit,) = retriever.search("copper", company="BHP")
    assert (hit.passage.id, hit.why) == ("a:2", "text: copper; by words alone")


def test_without_an_embedder_nothing_is_missing(store: CorpusStore, vocabulary: Vocabulary) -> None:
    put(store, "a", "The copper price rose.")
    (hit,) = Retriever(store, vocabulary).search("copper")
    assert hit.why == "text: copper"


def test_vectors_of_another_embedder_are_never_compared(
    retriever: Retriever, store: CorpusStore, vocabulary: Vocabulary
) -> None:
    other = SenseEmbedder("senses@2")
    index = VectorIndex(store.vectors, other)
    assert index.nearest("hurt", Filters(), 5) is None
    assert (fill(store.vectors, other), other.asked) == (5, 5)
    assert index.nearest("hurt", Filters(company="RIO"), 5)[0].id == "b:1"


def test_only_what_is_missing_is_embedded(retriever: Retriever, store: CorpusStore, embedder: SenseEmbedder) -> None:
    assert fill(store.vectors, embedder) == 0
    put(store, "b", "Another text about profit.", company="RIO")
    assert fill(store.vectors, embedder) == 1
    assert ids(retriever.search("any earnings", company="RIO")) == ["b:1"]
    store.remove("b")
    assert ids(retriever.search("any earnings", company="RIO")) == []


class Stopper:
    """Presses Ctrl-C at the second document."""

    def __init__(self) -> None:
        self.documents = 0

    def emit(self, event: Event) -> None:
        self.documents += event.name == "vectors.document"
        if self.documents == 2:
            raise KeyboardInterrupt


def test_stopping_loses_only_the_document_at_hand(store: CorpusStore, embedder: SenseEmbedder) -> None:
    put(store, "a", "one", "two")
    put(store, "b", "three")
    with pytest.raises(KeyboardInterrupt):
        fill(store.vectors, embedder, sink=Stopper())
    assert [one.id for one in store.vectors.without(embedder_of(embedder))] == ["b"]


def test_vectors_of_a_text_that_has_changed_meanwhile_are_not_kept(store: CorpusStore) -> None:
    put(store, "a", "one")
    told = store.vectors.texts("a")
    put(store, "a", "two")
    assert told is not None
    assert not store.vectors.put(told, "e", b"\0\0")
    assert [one.id for one in store.vectors.without("e")] == ["a"]

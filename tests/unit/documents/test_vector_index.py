"""The nearest passages are those that a look at every vector finds, whatever is filtered."""

from collections.abc import Sequence

import numpy as np
import pytest

from dragoman.documents.vectors.fill import embedder_of
from dragoman.documents.vectors.index import VectorIndex
from dragoman.domain.document import Document, Passage
from dragoman.models.embedder import Vectors
from dragoman.stores.corpus import CorpusStore, Filters

KINDS = ("text", "table", "note")
EACH = 30


class OneDirection:
    """Takes every text for the same."""

    id, dimensions = "one-direction", 8

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return the same vector for each text."""
        return np.tile(np.eye(self.dimensions, dtype=np.float32)[0], (len(texts), 1))


@pytest.fixture(scope="module")
def store() -> CorpusStore:
    """Documents whose order by name is not that by company; every vector stands twice, in two of them."""
    store, draw = CorpusStore.open(None), np.random.default_rng(1)
    twice = draw.normal(size=(3, EACH, OneDirection.dimensions)).astype("<f2")
    for number, name in enumerate("fbdace"):
        company, period = ("RIO", "BHP", None)[number % 3], f"FY202{number % 2}"
        kind = "contract" if number == 5 else "report"
        document = Document(id=name, path=name, title=name, digest="", kind=kind, company=company, period=period)
        passages = [
            Passage(id=f"{name}{n}", document=name, page=1, section=(), kind=KINDS[n % 3], text="a", title=name,
                    company=company, period=period)
            for n in range(EACH)
        ]  # fmt: skip
        store.replace(document, [], passages, [])
        told = store.vectors.texts(name)
        assert told
        store.vectors.put(told, embedder_of(OneDirection()), twice[number // 2].tobytes())
    return store


def by_looking_at_each(store: CorpusStore, filters: Filters, k: int) -> list[str]:
    """Return the ids of the k nearest, two alike in the order of documents and passages."""
    rows = []
    for document in store.vectors.load(embedder_of(OneDirection())):
        vectors = np.frombuffer(document.vectors, dtype="<f2").reshape(EACH, -1)
        rows += [(-float(vector[0]), len(rows) + n, document.ids[n]) for n, vector in enumerate(vectors)]
    admitted = store.admitted([name for _, _, name in rows], filters)
    return [name for _, _, name in sorted(rows) if name in admitted][:k]


@pytest.mark.parametrize(
    "filters",
    [
        Filters(),
        Filters(company="RIO"),
        Filters(company="BHP", period="FY2021"),
        Filters(period="FY2020", kinds=("text",)),
        Filters(document="c", kinds=("table", "note")),
        Filters(contracts=False),
        Filters(contracts=True, kinds=("note",)),
        Filters(company="FMG"),
    ],
)
@pytest.mark.parametrize("k", [1, 7, 500])
def test_the_nearest_are_those_that_a_look_at_each_finds(store: CorpusStore, filters: Filters, k: int) -> None:
    found = VectorIndex(store.vectors, OneDirection()).nearest("a", filters, k)
    assert found is not None
    assert [near.id for near in found] == by_looking_at_each(store, filters, k)


def test_vectors_that_another_handle_brought_are_seen(store: CorpusStore) -> None:
    index = VectorIndex(store.vectors, OneDirection())
    everything = len(index.nearest("a", Filters(), 500) or ())
    store.remove("e")
    assert len(index.nearest("a", Filters(), 500) or ()) == everything - EACH

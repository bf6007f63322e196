"""The vectors of a corpus in memory, and the nearest of them."""

from dataclasses import dataclass
from functools import cached_property
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from dragoman import telemetry
from dragoman.documents.meaning import Near
from dragoman.documents.vectors.fill import embedder_of
from dragoman.models.embed.errors import EmbedderError
from dragoman.models.embedder import Embedder, Vectors
from dragoman.stores.corpus import Filters
from dragoman.stores.passage_vectors import PassageVectors, StoredVectors, Unembedded


@dataclass(frozen=True, eq=False)
class _Held:
    """Everything that is kept for one embedder, in one state of the corpus."""

    state: str
    documents: tuple[StoredVectors, ...]
    without: tuple[Unembedded, ...]
    matrix: Vectors  # a row for each passage, the documents one after the other

    @cached_property
    def ids(self) -> tuple[str, ...]:
        return tuple(name for document in self.documents for name in document.ids)

    @cached_property
    def kinds(self) -> NDArray[np.str_]:
        return np.array([kind for document in self.documents for kind in document.kinds], dtype=np.str_)

    def rows(self, filters: Filters) -> NDArray[np.int_]:
        """Return the rows of the passages that the filters admit."""
        sizes = [len(document.ids) for document in self.documents]
        admitted = np.repeat([_admits(filters, document) for document in self.documents], sizes).astype(bool)
        if filters.kinds is not None:
            admitted &= np.isin(self.kinds, filters.kinds)
        return np.flatnonzero(admitted)


class VectorIndex:
    """Search by meaning over one corpus. Safe to use from several threads."""

    def __init__(self, store: PassageVectors, embedder: Embedder) -> None:
        self._store = store
        self._embedder = embedder
        self._held: _Held | None = None
        self._loading = Lock()

    def nearest(self, text: str, filters: Filters, k: int) -> tuple[Near, ...] | None:
        """Return the k nearest passages; None when the embedder fails or a document has no vectors yet."""
        held = self._current()
        if any(_admits(filters, document) for document in held.without):
            telemetry.record("degraded", node="search", error="some documents have no vectors")
            return None
        rows = held.rows(filters)
        if not rows.size:
            return ()
        try:
            vector = self._embedder.embed([text])[0]
        except EmbedderError as error:
            telemetry.record("degraded", node="search", error=error.code)
            return None
        cosines = held.matrix @ vector if len(rows) == len(held.matrix) else held.matrix[rows] @ vector
        best = np.argsort(-cosines, kind="stable")[:k]
        return tuple(Near(held.ids[rows[place]], float(cosines[place])) for place in best)

    def _current(self) -> _Held:
        name = embedder_of(self._embedder)
        with self._loading:
            state = self._store.state(name)
            if self._held is None or self._held.state != state:
                self._held = _load(self._store, name, state)
            return self._held


def _load(store: PassageVectors, embedder: str, state: str) -> _Held:
    documents, matrices = [], []
    for document in store.load(embedder):
        rows = np.frombuffer(document.vectors, dtype="<f2").reshape(len(document.ids), -1)
        documents.append(document)
        matrices.append(rows.astype(np.float32))
    matrix = np.concatenate(matrices) if matrices else np.empty((0, 0), dtype=np.float32)
    return _Held(state, tuple(documents), store.without(embedder), matrix)


def _admits(filters: Filters, document: StoredVectors | Unembedded) -> bool:
    """Say whether the filters admit the document, its kinds of passages aside."""
    name = document.document if isinstance(document, StoredVectors) else document.id
    return (
        filters.company in (None, document.company)
        and filters.period in (None, document.period)
        and filters.document in (None, name)
        and filters.contracts in (None, document.is_contract)
    )

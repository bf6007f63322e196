"""The vectors of a corpus in memory, and the nearest of them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
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
    """Everything that is kept for one embedder, in one state of the corpus.

    Documents of one company lie side by side, so that a search within it looks at one stretch of the matrix.
    """

    state: str
    documents: tuple[StoredVectors, ...]
    without: tuple[Unembedded, ...]
    matrix: Vectors  # a row for each passage, the documents one after the other

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """The row of each document's first passage, and the number of all rows."""
        return tuple(accumulate((len(document.ids) for document in self.documents), initial=0))

    @cached_property
    def ids(self) -> tuple[str, ...]:
        return tuple(name for document in self.documents for name in document.ids)

    @cached_property
    def kinds(self) -> NDArray[np.str_]:
        return np.array([kind for document in self.documents for kind in document.kinds], dtype=np.str_)

    @cached_property
    def places(self) -> NDArray[np.int_]:
        """The place of each row in the order of documents and passages, which decides between two alike."""
        order = sorted(range(len(self.documents)), key=lambda number: self.documents[number].document)
        rows = [np.arange(self.starts[number], self.starts[number + 1]) for number in order]
        return np.argsort(np.concatenate(rows)) if rows else np.empty(0, dtype=np.int_)

    def stretches(self, filters: Filters) -> tuple[slice, ...]:
        """Return the rows of the documents that the filters admit, neighbours joined."""
        admitted = (number for number, document in enumerate(self.documents) if _admits(filters, document))
        joined: list[list[int]] = []
        for number in admitted:
            if joined and joined[-1][1] == self.starts[number]:
                joined[-1][1] = self.starts[number + 1]
            else:
                joined.append([self.starts[number], self.starts[number + 1]])
        return tuple(slice(start, end) for start, end in joined)


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
        stretches = held.stretches(filters)
        if not stretches:
            return ()
        try:
            vector = self._embedder.embed([text])[0]
        except EmbedderError as error:
            telemetry.record("degraded", node="search", error=error.code)
            return None
        return _best(held, stretches, filters, vector, k)

    def _current(self) -> _Held:
        name = embedder_of(self._embedder)
        with self._loading:
            state = self._store.state(name)
            if self._held is None or self._held.state != state:
                self._held = _load(self._store, name, state)
            return self._held


def _best(
    held: _Held, stretches: Sequence[slice], filters: Filters, vector: NDArray[np.float32], k: int
) -> tuple[Near, ...]:
    rows = np.concatenate([np.arange(one.start, one.stop) for one in stretches])
    cosines = np.concatenate([held.matrix[one] @ vector for one in stretches])  # slices are views: nothing is copied
    if filters.kinds is not None:
        of_kind = np.isin(held.kinds[rows], filters.kinds)
        rows, cosines = rows[of_kind], cosines[of_kind]
    if len(rows) > k:
        least = np.partition(cosines, len(cosines) - k)[len(cosines) - k]
        rows, cosines = rows[cosines >= least], cosines[cosines >= least]
    best = np.lexsort((held.places[rows], -cosines))[:k]
    return tuple(Near(held.ids[rows[place]], float(cosines[place])) for place in best)


def _load(store: PassageVectors, embedder: str, state: str) -> _Held:
    loaded = sorted(store.load(embedder), key=_nearby)
    rows = [np.frombuffer(document.vectors, dtype="<f2").reshape(len(document.ids), -1) for document in loaded]
    dimensions = rows[0].shape[1] if rows else 0
    matrix = np.empty((sum(map(len, rows)), dimensions), dtype=np.float32)
    if rows:
        np.concatenate(rows, out=matrix)
    documents = tuple(replace(document, vectors=b"") for document in loaded)  # the bytes have gone into the matrix
    return _Held(state, documents, store.without(embedder), matrix)


def _nearby(document: StoredVectors) -> tuple[bool, str, str, str]:
    return document.is_contract, document.company or "", document.period or "", document.document


def _admits(filters: Filters, document: StoredVectors | Unembedded) -> bool:
    """Say whether the filters admit the document, its kinds of passages aside."""
    name = document.document if isinstance(document, StoredVectors) else document.id
    return (
        filters.company in (None, document.company)
        and filters.period in (None, document.period)
        and filters.document in (None, name)
        and filters.contracts in (None, document.is_contract)
    )

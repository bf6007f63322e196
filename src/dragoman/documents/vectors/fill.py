"""Making the vectors that are missing, document by document."""

import numpy as np

from dragoman.domain.event import Event, EventSink
from dragoman.models.embedder import Embedder
from dragoman.stores.passage_vectors import PassageTexts, PassageVectors

_AT_ONCE = 32  # passages between two signs of life
_FORM = "passage-1"  # what of a passage is embedded: its text; its headings only made it worse


def embedder_of(embedder: Embedder) -> str:
    """Return the name that stands beside vectors of passages: who made them, and of what."""
    return f"{embedder.id} {_FORM}"


def fill(store: PassageVectors, embedder: Embedder, *, sink: EventSink | None = None) -> int:
    """Embed every document that has no vectors of this embedder and return how many passages that were.

    Stopping it loses only the document at hand. Raises EmbedderError, StoreError.
    """
    name = embedder_of(embedder)
    wanted = [told for one in store.without(name) if (told := store.texts(one.id))]
    passages = sum(len(told.texts) for told in wanted)
    _tell(sink, "vectors.started", passages=passages, documents=len(wanted))
    for told in wanted:
        _tell(sink, "vectors.document", document=told.document)
        store.put(told, name, _vectors(told, embedder, sink))
    _tell(sink, "vectors.done", passages=passages)
    return passages


def _vectors(told: PassageTexts, embedder: Embedder, sink: EventSink | None) -> bytes:
    parts = []
    for start in range(0, len(told.texts), _AT_ONCE):
        texts = told.texts[start : start + _AT_ONCE]
        parts.append(embedder.embed(texts).astype("<f2"))
        _tell(sink, "vectors.part", passages=len(texts))
    return np.concatenate(parts).tobytes()


def _tell(sink: EventSink | None, name: str, **values: object) -> None:
    if sink is not None:
        sink.emit(Event(name=name, values=values))

"""Which embedder there is, and what it does for the passages; works, and says why not, without its extra."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dragoman.app.settings import Settings
from dragoman.domain.event import EventSink
from dragoman.errors import DragomanError
from dragoman.models.embed.manifest import is_fetched
from dragoman.models.embed.pinned import embedder_folder
from dragoman.stores.passage_vectors import PassageVectors

if TYPE_CHECKING:
    from dragoman.documents.meaning import ByMeaning
    from dragoman.models.embedder import Embedder


@dataclass(frozen=True, slots=True)
class Embedding:
    """The embedder, or none, and a sentence about it for people."""

    embedder: "Embedder | None"
    detail: str
    is_broken: bool = False  # asked for or fetched, but it does not work

    def index(self, store: PassageVectors) -> "ByMeaning | None":
        """Return the search by meaning over what is kept; None without an embedder."""
        if self.embedder is None:
            return None
        from dragoman.documents.vectors.index import VectorIndex

        return VectorIndex(store, self.embedder)

    def fill(self, store: PassageVectors, sink: EventSink | None = None) -> int:
        """Make the vectors that are missing and return how many; none without an embedder. Raises EmbedderError."""
        if self.embedder is None:
            return 0
        from dragoman.documents.vectors.fill import fill

        return fill(store, self.embedder, sink=sink)


OFF = Embedding(None, "switched off by DRAGOMAN_EMBEDDER: search is lexical")
NOT_FETCHED = Embedding(None, "search is lexical: there is no embedding model here. Run: dragoman models fetch")
NOT_INSTALLED = Embedding(None, "search is lexical; for embeddings: pip install 'dragoman[embed]'")


def find_embedding(settings: Settings) -> Embedding:
    """Open the embedder of the settings. What is missing or broken is no error: everything works without one.

    What an embedder needs (numpy, onnxruntime) is imported only when there is one.
    """
    if settings.embedder.choice == "off":
        return OFF
    if not settings.embedder.choice and not (settings.cache and is_fetched(embedder_folder(settings.cache))):
        return NOT_FETCHED
    try:
        from dragoman.app.embedder import open_embedder

        embedder = open_embedder(settings)
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith("dragoman"):
            raise
        return NOT_INSTALLED
    except DragomanError as error:
        return Embedding(None, f"search is lexical: {error.problem}. {error.remedy}", is_broken=True)
    return Embedding(embedder, embedder.id)

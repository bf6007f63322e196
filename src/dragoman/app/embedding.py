"""What is known about the embedder of this process; it needs no extra."""

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from dragoman.models.embedder import Embedder


class Embedding(NamedTuple):
    """The embedder, or none, and a sentence about it for people."""

    embedder: "Embedder | None"
    detail: str
    is_broken: bool = False  # asked for or fetched, but it does not work


OFF = Embedding(None, "switched off by DRAGOMAN_EMBEDDER: search is lexical")
NOT_INSTALLED = Embedding(None, "search is lexical; for embeddings: pip install 'dragoman[embed]'")

"""What goes wrong with embedders, as one tree.

EmbedderError                 texts could not be turned into vectors
├── NoEmbedderError           the model was never fetched
├── BrokenEmbedderError       what was fetched is damaged
├── ModelContentError         a file is not the published one
├── ModelSourceError          no source had the files
└── EmbeddingsEndpointError   the server for vectors did not give any
"""

from collections.abc import Sequence
from pathlib import Path

from dragoman.errors import DragomanError, Source

_FETCH = "Run: dragoman models fetch"


class EmbedderError(DragomanError):
    """Texts could not be turned into vectors; whoever asked goes on with words alone."""

    code = "embedder"


class NoEmbedderError(EmbedderError):
    """The model was never fetched."""

    code = "no-embedder"

    def __init__(self, folder: Path) -> None:
        super().__init__("there is no embedding model here", where=Source(str(folder)), remedy=_FETCH)


class BrokenEmbedderError(EmbedderError):
    """What was fetched is damaged, or of a form this version does not know."""

    code = "broken-embedder"

    def __init__(self, folder: Path, reason: str) -> None:
        super().__init__(
            f"the embedding model cannot be used: {reason}",
            where=Source(str(folder)),
            remedy="Build it anew: dragoman models fetch --again",
        )


class ModelContentError(EmbedderError):
    """A file is not, byte for byte, the published one, or not the form it should have."""

    code = "model-content"

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(
            f"{name} is not the published file: {reason}",
            remedy="Nothing of it is used. Get the file from its publisher, or leave it to: dragoman models fetch",
        )


class ModelSourceError(EmbedderError):
    """No source had the files; search goes on with words alone."""

    code = "model-source"

    def __init__(self, attempts: Sequence[str]) -> None:
        tried = "".join(f"\n  {attempt}" for attempt in attempts)
        super().__init__(
            f"the embedding model is in none of these places:{tried}",
            remedy="Run this again with a network, or bring model.safetensors and tokenizer.json of "
            "sentence-transformers/all-MiniLM-L6-v2 here and run: dragoman models fetch --from FOLDER\n"
            "Until then everything works on words alone.",
        )


class EmbeddingsEndpointError(EmbedderError):
    """The server that was to make vectors did not."""

    code = "embeddings-endpoint"

    def __init__(self, url: str, problem: str) -> None:
        super().__init__(
            problem,
            where=Source(url),
            remedy="Check DRAGOMAN_EMBEDDER, DRAGOMAN_EMBEDDER_NAME and the server.",
        )

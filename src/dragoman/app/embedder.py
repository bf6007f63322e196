"""Opening the embedder that the settings name."""

from pathlib import Path

from dragoman.app.embedding import Embedding
from dragoman.app.settings import EmbedderSettings, Settings, SettingsError
from dragoman.errors import DragomanError
from dragoman.models.embed.endpoint import EndpointEmbedder
from dragoman.models.embed.errors import NoEmbedderError
from dragoman.models.embed.onnx_embedder import OnnxEmbedder
from dragoman.models.embed.pinned import MINILM, embedder_folder
from dragoman.models.embedder import Embedder


def find_embedder(settings: Settings) -> Embedding:
    """Open the embedder. What is missing or broken is no error here: everything works without one."""
    choice = settings.embedder.choice
    is_server = choice.startswith(("http://", "https://"))
    try:
        embedder = _endpoint(settings.embedder) if is_server else _local(choice, settings.cache)
    except DragomanError as error:
        is_missing = error.code == NoEmbedderError.code and not choice
        return Embedding(None, f"search is lexical: {error.problem}. {error.remedy}", is_broken=not is_missing)
    return Embedding(embedder, embedder.id)


def _local(choice: str, cache: Path | None) -> Embedder:
    if choice:
        return OnnxEmbedder.load(Path(choice).expanduser())
    if cache is None:
        raise NoEmbedderError(Path(MINILM.name))
    return OnnxEmbedder.load(embedder_folder(cache))


def _endpoint(chosen: EmbedderSettings) -> Embedder:
    if not chosen.name:
        raise SettingsError(
            "DRAGOMAN_EMBEDDER is a server, but DRAGOMAN_EMBEDDER_NAME does not say which model to ask for",
            remedy="Set DRAGOMAN_EMBEDDER_NAME to a model of that server.",
        )
    return EndpointEmbedder(chosen.choice, chosen.name, key=chosen.key)

"""Opening the embedder that the settings name."""

from pathlib import Path

from dragoman.app.settings import EmbedderSettings, Settings, SettingsError
from dragoman.models.embed.endpoint import EndpointEmbedder
from dragoman.models.embed.errors import NoEmbedderError
from dragoman.models.embed.onnx_embedder import OnnxEmbedder
from dragoman.models.embed.pinned import MINILM, embedder_folder
from dragoman.models.embedder import Embedder


def open_embedder(settings: Settings) -> Embedder:
    """Open it. Raises NoEmbedderError, BrokenEmbedderError, SettingsError."""
    choice = settings.embedder.choice
    if choice.startswith(("http://", "https://")):
        return _endpoint(settings.embedder)
    if choice:
        return OnnxEmbedder.load(Path(choice).expanduser())
    if settings.cache is None:
        raise NoEmbedderError(Path(MINILM.name))
    return OnnxEmbedder.load(embedder_folder(settings.cache))


def _endpoint(chosen: EmbedderSettings) -> Embedder:
    if not chosen.name:
        raise SettingsError(
            "DRAGOMAN_EMBEDDER is a server, but DRAGOMAN_EMBEDDER_NAME does not say which model to ask for",
            remedy="Set DRAGOMAN_EMBEDDER_NAME to a model of that server.",
        )
    return EndpointEmbedder(chosen.choice, chosen.name, key=chosen.key)

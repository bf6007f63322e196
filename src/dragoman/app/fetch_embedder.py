"""Fetching the embedder into the cache that the settings name."""

from pathlib import Path

from dragoman.app.settings import Settings, SettingsError
from dragoman.domain.event import Event, EventSink
from dragoman.models.embed.fetch import Fetched, fetch
from dragoman.models.embed.pip_download import PipDownload
from dragoman.models.embed.sources import Places


def fetch_embedder(
    settings: Settings, *, named: Path | None = None, again: bool = False, sink: EventSink | None = None
) -> Fetched:
    """Fetch the embedder; a folder that is named is the only place to look. Raises EmbedderError, StoreError."""
    if settings.cache is None:
        raise SettingsError("there is no folder to keep the model in", remedy="Set DRAGOMAN_CACHE to a folder.")

    def on_bytes(done: int, of: int) -> None:
        if sink:
            sink.emit(Event(name="model.bytes", values={"done": done, "of": of}))

    downloads, download = settings.cache / "downloads", PipDownload(on_bytes)
    places = Places(named=named, downloads=downloads, hub=settings.hub, download=download)
    return fetch(settings.cache, places=places, again=again, sink=sink)

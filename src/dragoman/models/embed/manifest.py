"""What lies beside a built model: what it is, what it was made from and with, and the hashes of its files."""

import hashlib
from collections.abc import Mapping
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from dragoman.models.embed.errors import BrokenEmbedderError, NoEmbedderError

GRAPH = "model.onnx"
TOKENIZER = "tokenizer.json"
_FILE = "manifest.json"


class Manifest(BaseModel):
    """One built model."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    licence: str
    precision: str
    build: int  # grows when the graph that is built changes
    dimensions: int = Field(ge=1, le=10_000)
    max_tokens: int = Field(ge=8, le=512)
    sources: Mapping[str, str]  # file of the publisher → SHA-256
    files: Mapping[str, str]  # file of ours → SHA-256
    made_with: Mapping[str, str]  # package → version
    cosine: Mapping[str, float]  # to the float graph, when it was built

    @property
    def id(self) -> str:
        """Name, precision and a hash of all that decides about a vector."""
        content = "".join(self.files[name] for name in (GRAPH, TOKENIZER)) + str(self.max_tokens)
        return f"{self.name}/{self.precision}@{hashlib.sha256(content.encode()).hexdigest()[:12]}"

    def write(self, folder: Path) -> None:
        """Put it beside the files."""
        (folder / _FILE).write_text(self.model_dump_json(indent=2) + "\n", "utf-8")


def is_fetched(folder: Path) -> bool:
    """Say whether a model was put there, without looking whether it is whole."""
    return (folder / _FILE).is_file()


def read_manifest(folder: Path) -> Manifest:
    """Read it. Raises NoEmbedderError, BrokenEmbedderError."""
    path = folder / _FILE
    try:
        found = Manifest.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        raise NoEmbedderError(folder) from None
    except (OSError, ValidationError) as fault:
        raise BrokenEmbedderError(folder, f"{_FILE} cannot be read ({type(fault).__name__})") from None
    if not {GRAPH, TOKENIZER} <= found.files.keys():
        raise BrokenEmbedderError(folder, f"{_FILE} names no {GRAPH} or no {TOKENIZER}")
    return found


def read_checked(folder: Path, manifest: Manifest, name: str) -> bytes:
    """Return the bytes of a file whose hash is in the manifest. Raises BrokenEmbedderError."""
    try:
        data = (folder / name).read_bytes()
    except OSError as fault:
        raise BrokenEmbedderError(folder, f"{name} cannot be read ({fault.strerror})") from None
    if hashlib.sha256(data).hexdigest() != manifest.files[name]:
        raise BrokenEmbedderError(folder, f"{name} is not the file that was built")
    return data

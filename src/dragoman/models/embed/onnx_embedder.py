"""The embedder that runs here: one graph, one text a run."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Self

import numpy as np

from dragoman.models.embed.errors import BrokenEmbedderError
from dragoman.models.embed.manifest import GRAPH, TOKENIZER, Manifest, read_checked, read_manifest
from dragoman.models.embed.recent import RecentVectors
from dragoman.models.embed.safetensors import Array
from dragoman.models.embed.text_encoder import TextEncoder
from dragoman.models.embedder import Vectors

_KEPT = 2_048  # vectors of recent texts, 1.5 KB each


class OnnxEmbedder:
    """An Embedder over a folder that `dragoman models fetch` has made. Safe to use from several threads.

    Every text is a run of its own. Inside, whole numbers stand for the activations of one run, so texts of one run
    would sway each other's vectors; and nothing is padded, so it costs less than a batch of texts of all lengths.
    Of a long text the first tokens are seen, as many as the model was trained for (256 for MiniLM, some 180 words).
    """

    def __init__(self, encoder: TextEncoder, manifest: Manifest, *, threads: int = 1) -> None:
        self._encoder = encoder
        self._manifest = manifest
        self._threads = threads
        self._recent = RecentVectors(_KEPT)

    @classmethod
    def load(cls, folder: Path, *, threads: int = 1) -> Self:
        """Load what was fetched; several texts are spread over `threads`.

        Raises NoEmbedderError when nothing was, BrokenEmbedderError when it is damaged.
        """
        manifest = read_manifest(folder)
        graph, tokenizer = (read_checked(folder, manifest, name) for name in (GRAPH, TOKENIZER))
        try:
            encoder = TextEncoder(graph, tokenizer, max_tokens=manifest.max_tokens)
        except Exception as fault:  # onnxruntime and tokenizers raise classes of their own, some no more than Exception
            raise BrokenEmbedderError(folder, f"it does not load ({type(fault).__name__})") from fault
        return cls(encoder, manifest, threads=threads)

    @property
    def id(self) -> str:
        """Name, precision and content hash."""
        return self._manifest.id

    @property
    def dimensions(self) -> int:
        """The length of each vector."""
        return self._manifest.dimensions

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one row for each text, of Euclidean length 1, the same whatever else is asked for."""
        if not texts:
            return np.empty((0, self.dimensions), dtype=np.float32)
        if self._threads == 1 or len(texts) == 1:
            return np.stack([self._vector(text) for text in texts])
        with ThreadPoolExecutor(min(self._threads, len(texts))) as pool:
            return np.stack(list(pool.map(self._vector, texts)))

    def _vector(self, text: str) -> Array:
        known = self._recent.get(text)
        if known is None:
            known = self._encoder.encode(text)
            self._recent.put(text, known)
        return known

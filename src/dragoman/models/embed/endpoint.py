"""Vectors from a server that speaks OpenAI's protocol for embeddings."""

import hashlib
from collections.abc import Sequence
from functools import cached_property
from typing import Any
from urllib.parse import urlsplit

import httpx2
import numpy as np

from dragoman.models.embed.errors import EmbeddingsEndpointError
from dragoman.models.embed.recent import RecentVectors
from dragoman.models.embed.safetensors import Array
from dragoman.models.embedder import Vectors

_AT_ONCE = 64  # texts of one request
_PATIENCE = 30.0  # seconds
_LARGEST = 64_000_000  # bytes of one reply
_KEPT = 2_048


class EndpointEmbedder:
    """An Embedder over `POST {url}/embeddings`; how long texts are cut, and what batches do, is the server's matter.

    `url` is the base of the API, as "http://127.0.0.1:11434/v1". The key is sent and never shown.
    """

    def __init__(
        self, url: str, name: str, *, key: str | None = None, transport: httpx2.BaseTransport | None = None
    ) -> None:
        self._url = f"{url.rstrip('/')}/embeddings"
        self._name = name
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        self._client = httpx2.Client(headers=headers, timeout=_PATIENCE, transport=transport)
        self._recent = RecentVectors(_KEPT)

    @property
    def id(self) -> str:
        """The model's name and a hash of the server it is asked from."""
        return f"{self._name}@{hashlib.sha256(self._url.encode()).hexdigest()[:12]}"

    @cached_property
    def dimensions(self) -> int:
        """The length of each vector, as the server's first one has it."""
        return int(self._ask(["length"]).shape[1])

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one row for each text, of Euclidean length 1. Raises EmbeddingsEndpointError."""
        vectors = {text: self._recent.get(text) for text in texts}
        new = [text for text, vector in vectors.items() if vector is None]
        for start in range(0, len(new), _AT_ONCE):
            part = new[start : start + _AT_ONCE]
            for text, vector in zip(part, self._ask(part), strict=True):
                vectors[text] = vector
                self._recent.put(text, vector)
        if not texts:
            return np.empty((0, self.dimensions), dtype=np.float32)
        return np.stack([vector for text in texts if (vector := vectors[text]) is not None])

    def _ask(self, texts: Sequence[str]) -> Array:
        body = {"model": self._name, "input": [text or " " for text in texts], "encoding_format": "float"}
        try:
            with self._client.stream("POST", self._url, json=body) as reply:
                if reply.status_code != 200:
                    raise self._fault(f"the server for vectors answered with status {reply.status_code}")
                content = self._limited(reply)
        except httpx2.HTTPError as fault:
            raise self._fault(f"the server for vectors cannot be reached ({type(fault).__name__})") from None
        return self._rows(content, len(texts))

    def _limited(self, reply: httpx2.Response) -> bytes:
        content = bytearray()
        for block in reply.iter_bytes():
            content += block
            if len(content) > _LARGEST:
                raise self._fault("the server for vectors sent more than it may")
        return bytes(content)

    def _rows(self, content: bytes, count: int) -> Array:
        try:
            rows = _in_order(httpx2.Response(200, content=content).json(), count)
            lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise self._fault("the server for vectors sent something else") from None
        if rows.ndim != 2 or not np.isfinite(lengths).all() or not (lengths > 0).all():
            raise self._fault("the server for vectors sent rows that are none")
        scaled: Array = (rows / lengths).astype(np.float32)
        return scaled

    def _fault(self, problem: str) -> EmbeddingsEndpointError:
        parts = urlsplit(self._url)
        return EmbeddingsEndpointError(f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}", problem)


def _in_order(reply: dict[str, Any], count: int) -> Array:
    """Return the rows by their index. Raises ValueError when one is missing."""
    rows = {int(entry["index"]): entry["embedding"] for entry in reply["data"]}
    if sorted(rows) != list(range(count)):
        raise ValueError
    return np.array([rows[number] for number in range(count)], dtype=np.float64)

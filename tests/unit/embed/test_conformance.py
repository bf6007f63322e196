"""Both embedders keep what the port promises."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx2
from tests.unit.embed.tiny import publish

from dragoman.models.embed.endpoint import EndpointEmbedder
from dragoman.models.embed.fetch import fetch
from dragoman.models.embed.onnx_embedder import OnnxEmbedder
from dragoman.models.embed.sources import Places
from dragoman.models.embedder import Embedder
from dragoman.testing.embedder_conformance import EmbedderConformance


class TestOnnxEmbedder(EmbedderConformance):
    knows_meaning = False  # its weights are random

    def open(self) -> Embedder:
        with TemporaryDirectory() as place:
            folder = Path(place)
            model = publish(folder / "published")
            places = Places(named=folder / "published", downloads=folder / "downloads")
            return OnnxEmbedder.load(fetch(folder, places=places, model=model).folder)


def letters(request: httpx2.Request) -> httpx2.Response:
    """Answer as a server whose model counts letters."""
    texts = json.loads(request.content)["input"]
    rows = [[1.0, *(text.count(letter) for letter in "aeiou")] for text in texts]
    return httpx2.Response(200, json={"data": [{"index": n, "embedding": row} for n, row in enumerate(rows)]})


class TestEndpointEmbedder(EmbedderConformance):
    is_remote = True
    knows_meaning = False

    def open(self) -> Embedder:
        return EndpointEmbedder("http://127.0.0.1:1/v1", "letters", transport=httpx2.MockTransport(letters))

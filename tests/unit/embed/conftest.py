"""A tiny model, published once and fetched once."""

from pathlib import Path

import pytest
from tests.unit.embed.tiny import publish

from dragoman.models.embed.fetch import Fetched, fetch
from dragoman.models.embed.onnx_embedder import OnnxEmbedder
from dragoman.models.embed.pinned import PinnedModel
from dragoman.models.embed.sources import Places


@pytest.fixture(scope="session")
def published(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, PinnedModel]:
    folder = tmp_path_factory.mktemp("published")
    return folder, publish(folder)


@pytest.fixture(scope="session")
def fetched(published: tuple[Path, PinnedModel], tmp_path_factory: pytest.TempPathFactory) -> Fetched:
    folder, model = published
    cache = tmp_path_factory.mktemp("cache")
    return fetch(cache, places=Places(named=folder, downloads=cache / "downloads"), model=model)


@pytest.fixture(scope="session")
def embedder(fetched: Fetched) -> OnnxEmbedder:
    return OnnxEmbedder.load(fetched.folder)

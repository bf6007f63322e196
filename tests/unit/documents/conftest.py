"""The packaged vocabulary and an empty corpus for tests of documents."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import dragoman
from dragoman.interpret.vocabulary import Vocabulary, load_vocabulary
from dragoman.stores.corpus import CorpusStore

PACKAGE = Path(dragoman.__file__).parent


@pytest.fixture(scope="session")
def vocabulary() -> Vocabulary:
    return load_vocabulary(PACKAGE / "assistants" / "mines" / "vocabulary")


@pytest.fixture
def store() -> Iterator[CorpusStore]:
    store = CorpusStore.open(None)
    yield store
    store.close()

"""The packaged agreement with its amendment, and the graph over it; nothing is kept on disk."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import dragoman
from dragoman.app.contracts import ContractParts
from dragoman.assistants.contracts.decomposer import QueryDecomposer, empty_vocabulary
from dragoman.assistants.contracts.graph import build_graph
from dragoman.assistants.contracts.library import Agreement
from dragoman.assistants.contracts.state import fresh_turn
from dragoman.assistants.contracts.tools import ContractsTools
from dragoman.documents.ingest import IngestOptions, ingest
from dragoman.graphs.path import TurnContext
from dragoman.interpret.intents import load_intents
from dragoman.stores.corpus import CorpusStore

PACKAGE = Path(dragoman.__file__).parent
CORPUS = PACKAGE / "assistants" / "contracts" / "corpus"
TALK = load_intents(PACKAGE / "assistants" / "mines" / "intents")
Asks = Callable[..., dict[str, Any]]


def parts_over(store: CorpusStore) -> ContractParts:
    return ContractParts.over(store, own_intents=None, talk=TALK)


def tools_of(parts: ContractParts, **others: Any) -> ContractsTools:
    return replace(parts.tools(), **others)


@pytest.fixture(scope="session")
def store() -> Iterator[CorpusStore]:
    store = CorpusStore.open(None)
    ingest([CORPUS], store=store, vocabulary=empty_vocabulary(), options=IngestOptions(root=CORPUS))
    yield store
    store.close()


@pytest.fixture(scope="session")
def parts(store: CorpusStore) -> ContractParts:
    return parts_over(store)


@pytest.fixture(scope="session")
def sample(parts: ContractParts) -> Agreement:
    return parts.library.agreements()[0]


@pytest.fixture(scope="session")
def decomposer() -> QueryDecomposer:
    return QueryDecomposer()


@pytest.fixture(scope="session")
def make_ask(parts: ContractParts, today: date) -> Callable[..., Callable[[str], Any]]:
    """Return what makes an `ask` whose graph has some parts replaced."""

    def make(**others: Any) -> Callable[[str], Any]:
        graph = build_graph(tools_of(parts, **others))

        async def ask(query: str) -> dict[str, Any]:
            state = fresh_turn(query, [{"role": "user", "content": query}])
            return await graph.ainvoke(dict(state), context=TurnContext(today))

        return ask

    return make


@pytest.fixture(scope="session")
def ask(make_ask: Callable[..., Callable[[str], Any]]) -> Callable[[str], Any]:
    return make_ask()

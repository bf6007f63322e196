"""The fault matrix of agreements: whatever a provider does, the answer is that of the agreement's own words."""

from datetime import date
from pathlib import Path

import pytest

import dragoman
from dragoman.app.contracts import ContractParts
from dragoman.assistants.contracts.decomposer import empty_vocabulary
from dragoman.assistants.contracts.graph import build_graph
from dragoman.assistants.contracts.state import fresh_turn
from dragoman.documents.ingest import IngestOptions, ingest
from dragoman.graphs.path import TurnContext
from dragoman.interpret.intents import load_intents
from dragoman.stores.corpus import CorpusStore
from dragoman.testing.model_faults import IMPATIENCE, MODEL_FAULTS, PATIENCE, SILENT, dispatcher_over, failing_server

ASSISTANTS = Path(dragoman.__file__).parent / "assistants"
CORPUS = ASSISTANTS / "contracts" / "corpus"
QUESTIONS = {
    "decompose": "Is there a way to get divorced in the canary-8213 case?",
    "generate": "May the supplier use subcontractors in the canary-8213 case?",
}
# What reaches the checks and falls there: no intent of the registry is named, no sentence cites anything.
HARMLESS = {("decompose", "wrong-enum"), ("generate", "wrong-enum"), ("generate", "broken-arguments")}


@pytest.fixture(scope="module")
def parts():
    store = CorpusStore.open(None)
    ingest([CORPUS], store=store, vocabulary=empty_vocabulary(), options=IngestOptions(root=CORPUS))
    yield ContractParts.over(store, own_intents=None, talk=load_intents(ASSISTANTS / "mines" / "intents"))
    store.close()


async def ask(parts, query, model=None):
    """Return the final state, the turn, and what was told while it ran."""
    turn = TurnContext(date(2026, 11, 30), Heard())
    state = fresh_turn(query, [{"role": "user", "content": query}])
    return await build_graph(parts.tools(model)).ainvoke(dict(state), context=turn), turn


class Heard:
    """Keeps every event."""

    def __init__(self):
        self.events = []

    def emit(self, event):
        self.events.append(event)


@pytest.mark.parametrize("fault", MODEL_FAULTS)
@pytest.mark.parametrize("node", QUESTIONS)
async def test_the_answer_is_that_without_a_model_with_a_caveat(parts, node, fault):
    query = QUESTIONS[node]
    with failing_server(fault) as server:
        limits = [IMPATIENCE if fault in SILENT else PATIENCE]
        state, turn = await ask(parts, query, dispatcher_over(server, call_timeouts=limits))
    without, _ = await ask(parts, query)
    assert state["outcome"] == without["outcome"]
    assert state["final_output"].startswith(without["final_output"])
    is_harmless = (node, fault) in HARMLESS
    assert (node in turn.degraded) != is_harmless
    assert ("A language model was of no use here" in state["final_output"]) != is_harmless
    assert len(turn.meter.calls) <= 4
    assert "canary-8213" not in str([event for event in turn.sink.events if event.name == "degraded"])

"""How many calls each policy makes, and what of a turn with a failed call is remembered."""

from dataclasses import replace

import pytest

from dragoman.assistants.mines.assistant import MinesAssistant
from dragoman.memory.answer_cache import AnswerCache
from dragoman.models.errors import ModelUnavailableError
from dragoman.stores.answers import AnswerStore
from dragoman.testing.hand_clock import HandClock
from dragoman.testing.scripted_model import ScriptedLanguageModel

WHOLE = "What was BHP's FY2024 revenue?"
OPEN = "Why did BHP's net profit fall in FY2024, and by how much?"
FLAGS = ("is_out_of_scope", "needs_retrieval", "needs_news", "needs_clarification")
DECIDES = {
    "mines_route": {**dict.fromkeys(FLAGS, False), "needs_retrieval": True},
    "mines_rewrite": {},
    "mines_grade_docs": {"indices": list(range(1, 41))},
    "mines_aggregate": {"needs_calculation": False},
    "mines_synthesize": "",
    "mines_answer": "",
    "judge_claims": {"claims": []},
}


@pytest.fixture
async def asking(tools, today):
    """Ask with a model and a memory of its own."""
    store = AnswerStore(None)
    cache = AnswerCache(store, HandClock(), rules="r", ttl=None)
    opened = []

    async def asking(text, model, policy="cascade"):
        assistant = await MinesAssistant.open(replace(tools, memory=cache, model=model, policy=policy), None)
        opened.append(assistant)
        return await assistant.ask(text, reference_date=today)

    asking.cache = cache
    yield asking
    for assistant in opened:
        await assistant.aclose()
    store.close()


@pytest.mark.parametrize("text", [WHOLE, "", "Hello!", "What was Apple's revenue?", "BHP revenue in FY2001?"])
async def test_the_cascade_calls_nobody_where_code_knows(asking, text):
    model = ScriptedLanguageModel({})
    answer = await asking(text, model)
    assert model.calls == []
    assert answer.cost.model_calls == 0


@pytest.mark.parametrize("text", [WHOLE, OPEN, "Anything I should lose sleep over?", "Wie hoch war der Umsatz?", ""])
async def test_the_embedded_policy_calls_nobody_ever(asking, text):
    model = ScriptedLanguageModel({})
    await asking(text, model, "embedded")
    assert model.calls == []


# M-029
@pytest.mark.parametrize("policy", ["cascade", "model"])
async def test_what_is_remembered_costs_no_call(asking, policy):
    first = await asking(WHOLE, ScriptedLanguageModel(DECIDES), policy)
    silent = ScriptedLanguageModel({})
    again = await asking(WHOLE, silent, policy)
    assert first.remembered is None
    assert again.remembered is not None
    assert silent.calls == []


@pytest.mark.parametrize("prompt", ["mines_route", "mines_rewrite", "mines_grade_docs"])
async def test_nothing_of_a_turn_with_a_failed_call_is_remembered(asking, prompt):
    broken = ScriptedLanguageModel({**DECIDES, prompt: ModelUnavailableError([])})
    answer = await asking(WHOLE, broken, "model")
    assert answer.text.startswith("BHP's revenue")
    assert answer.caveats
    assert answer.confidence == "medium"
    well = await asking(WHOLE, ScriptedLanguageModel(DECIDES), "model")
    assert well.remembered is None


async def test_the_model_policy_asks_once_for_the_route(asking):
    model = ScriptedLanguageModel(DECIDES)
    answer = await asking(WHOLE, model, "model")
    assert len(model.calls_of("mines_route")) == 1
    assert answer.cost.model_calls == len(model.calls)
    assert "mines_route@1" in answer.cost.prompts

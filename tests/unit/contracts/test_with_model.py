"""Agreements with a scripted model: what it may add, and that quotes, numbers and slots stay those of code."""

import pytest
from tests.unit.contracts.conftest import tools_of

from dragoman.assistants.contracts.advice.ask import prompts
from dragoman.assistants.contracts.graph import build_graph
from dragoman.assistants.contracts.state import fresh_turn
from dragoman.graphs.path import TurnContext
from dragoman.models.errors import ModelUnavailableError
from dragoman.testing.scripted_model import ScriptedLanguageModel

LATE = "What are the late payment penalties?"
WEIRD = "How do we get divorced?"
SUBCONTRACT = "May the supplier use subcontractors?"
CONSENT = "The Provider may not subcontract any part of the Services without the Customer's prior written consent [1]."
NONE = {"contracts_read": {"intents": [], "words": []}, "contracts_explain": "", "contracts_pick": {"numbers": []}}


@pytest.fixture
def run(parts, today):
    """Ask with a model that says this; return the final state, the model and the turn."""

    async def run(query, *, policy="cascade", **said):
        model = ScriptedLanguageModel({**NONE, **said})
        graph, turn = build_graph(tools_of(parts, model=model, policy=policy)), TurnContext(today)
        state = await graph.ainvoke(dict(fresh_turn(query, [{"role": "user", "content": query}])), context=turn)
        return state, model, turn

    return run


async def test_a_question_that_rules_know_and_a_sentence_answers_asks_no_model(run, ask):
    state, model, _ = await run(LATE)
    assert model.calls == []
    assert state["final_output"] == (await ask(LATE))["final_output"]


# D-021
async def test_where_no_rule_fires_the_model_proposes_an_intent_of_the_registry(run):
    said = {"intents": ["termination", "made_up"], "words": [], "confidence": 0.8}
    state, model, _ = await run(WEIRD, contracts_read=said)
    assert state["decomposition"]["intent"] == "termination"
    assert state["decision"]["decided_by"] == "model"
    assert len(model.calls_of("contracts_read")) == 1


# D-023
async def test_words_that_an_agreement_would_use_find_what_the_question_s_own_words_do_not(run):
    words = [{"word": "divorced", "also": ["terminate", "termination for convenience", "zorble"]}]
    without, *_ = await run(WEIRD)
    state, *_ = await run(WEIRD, contracts_read={"intents": [], "words": words, "confidence": 0.8})
    assert without["outcome"] == "fallback"
    assert state["advice"]["also"] == {"divorced": ["terminate", "termination for convenience"]}
    assert "may terminate" in state["final_output"]


async def test_amounts_and_days_stay_those_that_code_read(run):
    query = "Is 5% due when we get divorced on 1 March 2026?"
    words = [{"word": "divorced", "also": ["99 days", "7%", "terminate"]}]
    state, *_ = await run(query, contracts_read={"intents": ["termination"], "words": words})
    assert state["decomposition"]["constraints"] == {"percentage": "5"}
    assert state["decomposition"]["temporals"] == ["1 March 2026"]
    assert state["advice"].get("also", {}) in ({}, {"divorced": ["terminate"]})


async def test_an_unsure_model_has_no_opinion_on_the_intent(run):
    state, *_ = await run(WEIRD, contracts_read={"intents": ["penalty"], "words": [], "confidence": 0.3})
    assert state["decomposition"]["intent"] == "unknown"


async def test_sentences_of_a_model_stand_before_the_quotes_and_cite_them(run):
    state, model, _ = await run(SUBCONTRACT, contracts_explain=CONSENT)
    text = state["final_output"]
    assert text.startswith("The Provider may not subcontract any part")
    assert "In the agreement's own words: The Provider may not subcontract" in text
    assert "[1]" in text
    assert [call.prompt for call in model.calls] == ["contracts_explain"]


@pytest.mark.parametrize(
    "sentence",
    [
        "The Provider may subcontract any part of the Services without the Customer's prior written consent [1].",
        "The Provider may not subcontract any part of the Services without 30 days' notice [1].",
        "The Provider may not subcontract any part of the Services without prior written consent.",
        "The Provider may not subcontract any part of the Services without prior written consent [9].",
        "Subcontracting is cheap and popular [1].",
        "See https://evil.example/ for what the Provider may not subcontract without consent [1].",
        "Yes.",
        "The Customer may not subcontract any part of the Services without the Provider's prior written consent [1].",
        "The Provider shall subcontract any part of the Services without the Customer's prior written consent [1].",
        "The Provider may subcontract without consent, which the Customer shall not withhold without good reason [1].",
        "Subcontracting is allowed without the Customer's prior written consent [1].",
    ],
)
async def test_a_sentence_that_its_excerpt_does_not_carry_is_dropped_and_the_quotes_stay(run, ask, sentence):
    state, *_ = await run(SUBCONTRACT, contracts_explain=sentence)
    assert state["final_output"] == (await ask(SUBCONTRACT))["final_output"]


async def test_a_sentence_that_fell_is_tried_again_over_the_whole_agreement(run):
    state, model, _ = await run(SUBCONTRACT, contracts_explain=["It is forbidden on Mondays [1].", CONSENT])
    first, second = model.calls_of("contracts_explain")
    assert len(second.inputs["excerpts"]) > len(first.inputs["excerpts"]) - 1
    assert "on Mondays" not in second.inputs["fell"] or "forbidden" in second.inputs["fell"]
    assert state["final_output"].startswith("The Provider may not subcontract")


async def test_yes_and_no_are_never_the_model_s_alone(run):
    state, *_ = await run(SUBCONTRACT, contracts_explain=f"Yes, {CONSENT[0].lower()}{CONSENT[1:]}")
    assert not state["final_output"].lower().startswith("yes")


async def test_a_judged_sentence_is_marked_and_said_to_be_judged(run):
    query = "What happens if the supplier is hit by a flood?"
    quote = "such as flood, fire, epidemic, war, or failure of a public network"
    judged = {"claims": [{"claim": 1, "verdict": "supported", "quote": quote}]}
    state, *_ = await run(query, contracts_explain="Natural disasters count too [1].", judge_claims=judged)
    assert state["final_output"].startswith("Natural disasters count too [1]. ≈")
    assert "judged by a language model" in state["final_output"]


# D-036
async def test_a_judge_s_quote_must_stand_on_the_page(run):
    judged = {"claims": [{"claim": 1, "verdict": "supported", "quote": "natural disasters are covered in full"}]}
    query = "What happens if the supplier is hit by a flood?"
    state, *_ = await run(query, contracts_explain="Natural disasters count too [1].", judge_claims=judged)
    assert "Natural disasters" not in state["final_output"]


async def test_a_judge_settles_no_number_and_no_yes_or_no(run):
    _, model, _ = await run(SUBCONTRACT, contracts_explain="Outsiders are welcome here [1].")
    assert model.calls_of("judge_claims") == []


async def test_where_no_rule_finds_a_sentence_a_model_may_point_at_one_and_the_page_is_quoted(run):
    def points(inputs):
        lines = inputs["sentences"].splitlines()
        return {"numbers": [next(n for n, line in enumerate(lines, 1) if "may terminate this Agreement" in line), 99]}

    state, *_ = await run("Can either party end it early?", contracts_pick=points)
    assert state["outcome"] == "answered"
    assert "may terminate this Agreement" in state["final_output"]
    assert "a language model chose" in state["final_output"]
    assert state["answer"]["confidence"] == "medium"


async def test_where_the_model_points_at_nothing_the_agreement_does_not_say(run):
    state, *_ = await run("Is there a honeymoon arrangement?")
    assert state["final_output"].startswith("The agreement does not say.")


async def test_the_policy_embedded_asks_nobody(run):
    _, model, turn = await run(WEIRD, policy="embedded")
    assert model.calls == []
    assert turn.meter.calls == []


async def test_the_policy_model_reads_and_writes_always(run):
    state, model, _ = await run(LATE, policy="model")
    assert [call.prompt for call in model.calls][:2] == ["contracts_read", "contracts_explain"]
    assert "1.5% per month" in state["final_output"]


@pytest.mark.parametrize("query", [WEIRD, SUBCONTRACT, "Is there a honeymoon arrangement?"])
async def test_a_model_that_fails_changes_nothing_but_a_caveat_and_the_confidence(run, ask, query):
    failed = dict.fromkeys(NONE, ModelUnavailableError([]))
    state, _, turn = await run(query, **failed)
    without = await ask(query)
    assert state["outcome"] == without["outcome"]
    assert state["final_output"].startswith(without["final_output"])
    assert "A language model was of no use here" in state["final_output"]
    assert state["answer"]["confidence"] != "high"
    assert turn.degraded


async def test_talk_is_never_sent_to_a_model(run):
    for policy in ("cascade", "model"):
        _, model, _ = await run("hello", policy=policy)
        assert model.calls == []


def test_what_others_wrote_is_fenced_in_every_prompt():
    for prompt in prompts().values():
        assert set(prompt.inputs) - {"intents", "language"} == set(prompt.data)

"""The classify level with a scripted model: when it is asked, and what becomes of what it says."""

import pytest
from tests.unit.scenarios.doubles import Envelope, Job, ScriptedProposer, envelope_of, models_of, open_runner, shipped
from tests.unit.scenarios.doubles import shop_of as shop

from dragoman.app.task_route import advised_task_record
from dragoman.domain.conversation import Turn
from dragoman.domain.outcome import Finished, Waiting
from dragoman.testing.scripted_model import ScriptedLanguageModel

ROUTE = "intent_classifier_route"
UNSURE = envelope_of("code_build", 0.5)
CHOICE = {
    "chosen_intent_route": "quick_qa",
    "confidence": 0.8,
    "reason": "it asks about the product",
    "candidates": [{"intent_route": "quick_qa", "score": 0.8}, {"intent_route": "code_build", "score": 0.2}],
}


@pytest.fixture(scope="module")
def scenarios():
    return shipped()


async def run(scenarios, said, *, embedded=UNSURE, policy="cascade", words="what is the airspeed of a dragoman"):
    """Run a task; return the job, its outcome and the model."""
    model = ScriptedLanguageModel({ROUTE: said, "product_help_topic": {"topic": ""}})
    async with open_runner(shop(scenarios, ScriptedProposer(embedded), models=models_of(model, policy))) as runner:
        job = Job(runner, Envelope(words))
        return job, await job.start(), model


async def test_a_model_is_not_asked_where_rules_and_classifier_are_sure(scenarios):
    _, _, model = await run(scenarios, CHOICE, embedded=envelope_of("quick_qa", 0.9))
    assert model.calls_of(ROUTE) == []


# C-009
async def test_a_model_is_asked_once_where_they_are_unsure(scenarios):
    _, outcome, model = await run(scenarios, CHOICE)
    assert len(model.calls_of(ROUTE)) == 1
    assert outcome.result["chain"] == ["intent_classifier", "quick_qa"]
    assert (outcome.result["decision"]["decided_by"], outcome.result["decision"]["model_calls"]) == ("model", 2)


async def test_a_thin_margin_is_unsure_as_well(scenarios):
    _, _, model = await run(scenarios, CHOICE, embedded=envelope_of("quick_qa", 0.9, margin=0.05))
    assert len(model.calls_of(ROUTE)) == 1


# C-010
async def test_the_model_is_shown_the_words_and_the_catalog(scenarios):
    _, _, model = await run(scenarios, CHOICE)
    inputs = model.calls_of(ROUTE)[0].inputs
    assert inputs["prompt"] == "what is the airspeed of a dragoman"
    assert "- code_build (Code build)" in inputs["scenarios"]


async def test_words_that_say_nothing_are_asked_about_and_no_model_guesses(scenarios):
    _, outcome, model = await run(scenarios, CHOICE, words="look into this")
    assert model.calls == []
    assert isinstance(outcome, Waiting)


async def test_an_unsure_model_leads_to_a_question_with_its_candidates_first(scenarios):
    _, outcome, _ = await run(scenarios, {**CHOICE, "confidence": 0.4})
    assert isinstance(outcome, Waiting)
    assert [option.value for option in outcome.question.options] == ["quick_qa", "code_build", "security_review"]


async def test_two_candidates_alike_lead_to_a_question(scenarios):
    close = [{"intent_route": "quick_qa", "score": 0.5}, {"intent_route": "code_build", "score": 0.45}]
    _, outcome, _ = await run(scenarios, {**CHOICE, "candidates": close})
    assert isinstance(outcome, Waiting)


# C-033
@pytest.mark.parametrize("name", ["code_build_strict", "parallel_review_demo", "intent_classifier", "made_up", ""])
async def test_a_hidden_or_unknown_scenario_is_no_opinion(scenarios, name):
    job, outcome, _ = await run(scenarios, {**CHOICE, "chosen_intent_route": name, "candidates": []})
    assert isinstance(outcome, Waiting)
    assert outcome.question.options[0].value == "code_build"
    assert "not on offer" in job.kinds("degraded")[0]["why"]


# C-011
@pytest.mark.parametrize(
    "broken",
    [
        {"confidence": 1.2},
        {"confidence": float("nan")},
        {"candidates": [{"intent_route": "quick_qa", "score": 0.8}] * 2},
        {"candidates": [{"intent_route": "code_build", "score": 0.8}]},
        {"candidates": [{"intent_route": "quick_qa", "score": -1}]},
    ],
)
async def test_a_choice_that_means_nothing_is_no_opinion(scenarios, broken):
    job, outcome, _ = await run(scenarios, {**CHOICE, **broken})
    assert isinstance(outcome, Waiting)
    assert job.kinds("degraded")[0]["node"] == "classify"


async def test_the_policy_model_asks_also_where_rules_are_sure(scenarios):
    _, outcome, model = await run(scenarios, CHOICE, embedded=envelope_of("code_build", 0.95), policy="model")
    assert len(model.calls_of(ROUTE)) == 1
    assert outcome.result["chain"][-1] == "quick_qa"


async def test_the_policy_embedded_asks_nobody(scenarios):
    _, outcome, model = await run(scenarios, CHOICE, policy="embedded")
    assert model.calls == []
    assert isinstance(outcome, Waiting)


async def test_a_model_s_own_confidence_counts_for_nine_tenths_at_most(scenarios):
    _, outcome, _ = await run(scenarios, {**CHOICE, "confidence": 1.0})
    assert outcome.result["decision"]["confidence"] == 0.9


async def test_what_a_model_gives_as_its_reason_is_in_no_event(scenarios):
    job, _, _ = await run(scenarios, {**CHOICE, "reason": "CANARY of the prompt"})
    assert "CANARY" not in str(job.events)


async def test_a_route_that_is_only_looked_at_asks_the_model_too(scenarios):
    model = ScriptedLanguageModel({ROUTE: CHOICE})
    unsure = shop(scenarios, ScriptedProposer(UNSURE), models=models_of(model))
    record = await advised_task_record("what is the airspeed of a dragoman", unsure, ())
    assert (record["outcome"], record["route"], record["decided_by"]) == ("routed", "quick_qa", "model")
    assert record["model_calls"] == 1


async def test_help_in_words_that_no_rule_knows_is_the_text_of_the_topic_a_model_points_at(scenarios):
    model = ScriptedLanguageModel({"product_help_topic": {"topic": "add_company"}})
    async with open_runner(shop(scenarios, models=models_of(model))) as runner:
        outcome = await Job(runner, Envelope("my mine is missing, what now", {"scenario_id": "quick_qa"})).start()
    assert isinstance(outcome, Finished)
    assert outcome.result["answer"].startswith("Make a project folder with: dragoman new")


async def test_a_topic_that_does_not_exist_leaves_what_can_be_asked(scenarios):
    model = ScriptedLanguageModel({"product_help_topic": {"topic": "ignore all rules"}})
    async with open_runner(shop(scenarios, models=models_of(model))) as runner:
        outcome = await Job(runner, Envelope("tell me a joke", {"scenario_id": "quick_qa"})).start()
    assert "What I can do" in outcome.result["answer"]


async def test_a_model_alone_sends_nobody_to_what_writes_files(scenarios):
    alone = {"chosen_intent_route": "code_build", "confidence": 1.0}
    _, outcome, _ = await run(scenarios, alone, embedded=envelope_of("quick_qa", 0.5), policy="model")
    assert isinstance(outcome, Waiting)
    assert outcome.question.options[0].value == "code_build"


async def test_where_the_words_say_so_too_a_model_may_send_there(scenarios):
    alone = {"chosen_intent_route": "code_build", "confidence": 0.9}
    job, outcome, _ = await run(scenarios, alone, embedded=envelope_of("code_build", 0.6))
    assert "code_build" in str(job.kinds("scenario_chained") or outcome)


async def test_answers_of_before_are_not_shown_to_who_chooses(scenarios):
    said = [Turn("user", "what is in the report"), Turn("assistant", "Choose code_build.")]
    model = ScriptedLanguageModel({ROUTE: CHOICE, "product_help_topic": {"topic": ""}})
    source = shop(scenarios, ScriptedProposer(UNSURE), models=models_of(model, "cascade"))
    async with open_runner(source, turns=said) as runner:
        await Job(runner, Envelope("what is the airspeed of a dragoman")).start()
    assert model.calls_of(ROUTE)[0].inputs["earlier"] == "user: what is in the report"

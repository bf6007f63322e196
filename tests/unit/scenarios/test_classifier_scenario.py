"""The classifier scenario as it ships, with a scripted classifier in place of the real one."""

import pytest
from tests.unit.scenarios.doubles import (
    TODAY,
    Envelope,
    Job,
    ScriptedProposer,
    envelope_of,
    open_runner,
    shipped,
    shop_of,
)

from dragoman.domain.outcome import Finished, Waiting
from dragoman.graphs.path import TurnContext
from dragoman.models.prompt import render
from dragoman.scenarios.lint import LIBRARY, PARTS
from dragoman.scenarios.load import parse_scenario
from dragoman.scenarios.prompts.files import packaged_prompts
from dragoman.scenarios.prompts.inputs import inputs_of, scenarios_block
from dragoman.scenarios.run.compile import compile_scenario, promoted
from dragoman.scenarios.run.state import ScenarioState, Start, fresh
from dragoman.scenarios.run.verify import envelope_faults, value_faults
from dragoman.scenarios.spec import AskUserLevelSpec, ClassifyLevelSpec

BAD = {"chosen_intent_route": "quick_qa"}


@pytest.fixture(scope="module")
def scenarios():
    return shipped()


async def run(scenarios, *envelopes, replies=()):
    """Run a task and answer what is asked; return the job, its last outcome and the classifier."""
    proposer = ScriptedProposer(*envelopes)
    async with open_runner(shop_of(scenarios, proposer)) as runner:
        job = Job(runner, Envelope("look into this"))
        outcome = await job.start()
        for reply in replies:
            outcome = await job.resume(outcome.question.id, reply)
        return job, outcome, proposer


# C-001
async def test_a_task_ends_in_the_result_of_another_scenario(scenarios):
    _, outcome, _ = await run(scenarios, envelope_of("quick_qa"))
    assert isinstance(outcome, Finished)
    assert outcome.result["chain"] == ["intent_classifier", "quick_qa"]
    assert "What I can do" in outcome.result["answer"]


# C-008
async def test_events_come_in_the_order_of_the_work(scenarios):
    job, _, _ = await run(scenarios, envelope_of("quick_qa"))
    assert [kind for kind, _ in job.events] == [
        *("scenario.started", "level.started", "level.done", "scenario_chained"),
        *("scenario.started", "level.started", "level.done"),
        *("level.started", "level.done"),  # which topic of the help is meant: nobody is there to be asked
    ]


# C-009
def test_the_first_level_classifies_in_json_on_the_free_tier(scenarios):
    level = scenarios["intent_classifier"].level("classify")
    assert isinstance(level, ClassifyLevelSpec)
    assert (level.prompt, level.response_kind) == ("intent_classifier_route", "json")
    assert level.model_constraint.allow == ("free:*",)


# C-040
def test_the_free_tier_comes_first_and_others_may_stand_in(scenarios):
    assert scenarios["intent_classifier"].level("classify").model_constraint.fallback_outside_allow


# C-010, C-027
async def test_the_classifier_sees_the_prompt_and_the_catalog_from_the_state(scenarios):
    _, _, proposer = await run(scenarios, envelope_of("quick_qa"))
    prompt, catalog = proposer.asked[0]
    assert prompt == "look into this"
    assert catalog == sorted(catalog)
    assert {"quick_qa", "code_build"} <= set(catalog)


# C-010
def test_the_prompt_holds_the_words_and_the_scenarios():
    entry = {"id": "mail", "display_name": "Mail", "description": "Sends mail.", "examples": ["write to Ann"]}
    prompt = packaged_prompts()["intent_classifier_route"]
    inputs = inputs_of(prompt, {"prompt": "post this", "classifier_catalog": [entry], "turns": []}, {})
    system, user = render(prompt, inputs)
    assert "post this" in user.content
    assert "- mail (Mail): Sends mail." in system.content


# C-021
def test_the_block_of_scenarios_has_a_bullet_with_quoted_examples_for_each():
    entry = {"id": "mail", "display_name": "Mail", "description": "Sends mail.", "examples": ["a b", "c"]}
    assert scenarios_block([entry]) == '- mail (Mail): Sends mail.\n    examples: "a b"; "c"'


# C-011, C-012
def test_an_envelope_has_four_fields_and_candidates_two():
    assert list(envelope_faults(envelope_of("quick_qa"))) == []
    assert len(list(envelope_faults({}))) == 4
    assert list(envelope_faults(envelope_of("a", candidates=[{"intent_route": "a"}])))


@pytest.mark.parametrize(
    "more",
    [
        {"confidence": 1.2},
        {"candidates": [{"intent_route": "quick_qa", "score": 1}] * 2},
        {"candidates": [{"intent_route": "code_build", "score": 1}]},
    ],
)
def test_values_that_cannot_be_are_found(more):
    assert len(list(value_faults({**envelope_of("quick_qa"), **more}))) == 1


# C-013
async def test_a_bad_envelope_is_tried_once_more(scenarios):
    _, outcome, proposer = await run(scenarios, BAD, envelope_of("quick_qa"))
    assert len(proposer.asked) == 2
    assert outcome.result["chain"][-1] == "quick_qa"
    assert not outcome.result["hops"][0]["reason"].startswith("fallback")


# C-013, C-022, C-034
async def test_two_bad_envelopes_lead_to_quick_qa_and_the_job_is_done(scenarios):
    job, outcome, proposer = await run(scenarios, BAD)
    assert len(proposer.asked) == 2
    assert isinstance(outcome, Finished)
    assert job.kinds("scenario_chained")[0]["reason"].startswith("fallback")
    assert job.kinds("degraded")


# C-033, C-034
@pytest.mark.parametrize("route", ["no_such_scenario", "code_build_strict", "intent_classifier", "../../etc/passwd"])
async def test_a_job_whose_classifier_names_what_cannot_be_chosen_is_done_in_quick_qa(scenarios, route):
    job, outcome, _ = await run(scenarios, envelope_of(route))
    assert isinstance(outcome, Finished)
    assert outcome.result["chain"] == ["intent_classifier", "quick_qa"]
    assert job.kinds("scenario_chained")[0]["reason"].startswith("fallback")
    assert "What I can do" in outcome.result["answer"]


# C-014, C-015, C-023
@pytest.mark.parametrize(("confidence", "asks"), [(0.70, False), (0.69, True)])
async def test_the_bar_is_seventy_percent(scenarios, confidence, asks):
    job, outcome, _ = await run(scenarios, envelope_of("quick_qa", confidence))
    assert isinstance(outcome, Waiting) is asks
    assert ("disambiguate" in [data["level"] for data in job.kinds("level.done")]) is False


async def test_a_thin_margin_is_asked_about(scenarios):
    _, outcome, _ = await run(scenarios, envelope_of("quick_qa", 0.9, margin=0.05))
    assert isinstance(outcome, Waiting)


# C-016
async def test_the_question_carries_an_enum(scenarios):
    _, outcome, _ = await run(scenarios, envelope_of("code_build", 0.5))
    question = outcome.question
    assert (question.kind, question.text) == ("ask_user", "Which do you mean?")
    assert question.schema["enum"] == ["code_build", "security_review", "none of these"]
    assert [option.value for option in question.options] == ["code_build", "security_review"]


# C-018, C-019
@pytest.mark.parametrize("click", ["quick_qa", "1", {"answer": "quick_qa"}])
async def test_a_click_is_folded_back_without_another_decision(scenarios, click):
    _, outcome, proposer = await run(scenarios, envelope_of("quick_qa", 0.5), replies=[click])
    assert len(proposer.asked) == 1
    assert outcome.result["chain"] == ["intent_classifier", "quick_qa"]


async def test_none_of_these_leads_to_quick_qa(scenarios):
    _, outcome, _ = await run(scenarios, envelope_of("code_build", 0.5), replies=["0"])
    assert outcome.result["chain"][-1] == "quick_qa"


async def test_words_instead_of_a_click_are_decided_about_together_with_the_first_ones(scenarios):
    _, _, proposer = await run(
        scenarios, envelope_of("code_build", 0.5), envelope_of("quick_qa"), replies=["what can you do"]
    )
    assert proposer.asked[-1][0] == "look into this what can you do"


async def test_it_asks_twice_at_most_and_then_does_the_best_it_can(scenarios):
    _, outcome, _ = await run(scenarios, envelope_of("code_build", 0.5), replies=["hm", "well"])
    assert outcome.result["chain"][-1] == "quick_qa"


# C-029
async def test_an_uncertain_pick_is_not_promoted_while_the_person_is_asked(scenarios):
    shop = shop_of(scenarios, ScriptedProposer(envelope_of("code_build", 0.5)))
    async with open_runner(shop) as runner:
        await Job(runner, Envelope()).start()
        stored = await runner._saver.aget_tuple({"configurable": {"thread_id": "j-1:0"}})
    state = stored.checkpoint["channel_values"]
    assert state["levels"]["classify"]["chosen_intent_route"] == "code_build"
    assert state["chained_intent_route"] is None


# C-029
def test_only_scenarios_that_chain_promote(scenarios):
    state = {**state_of("quick_qa"), "output_parsed": {"chosen_intent_route": "code_build"}, "order": ["reply"]}
    assert promoted(scenarios["quick_qa"], state)["chained_intent_route"] is None
    assert promoted(scenarios["intent_classifier"], state)["chained_intent_route"] == "code_build"


# C-035
async def test_what_a_level_puts_out_is_in_the_state_as_parsed_json(scenarios):
    graph = compile_scenario(scenarios["intent_classifier"], shop_of(scenarios).world({}))
    final = await graph.ainvoke(state_of("intent_classifier"), context=turn())
    assert final["output_parsed"]["chosen_intent_route"] == "quick_qa"


# C-036
def test_the_state_has_the_fields_of_the_document():
    fields = ScenarioState.__annotations__
    assert {"chained_intent_route", "chain_reason", "classifier_catalog", "output_parsed", "aborted_reason"} <= set(
        fields
    )


# C-037
def test_a_scenario_is_a_file_and_its_prompts_are_named(scenarios):
    assert (LIBRARY / "intent_classifier.yaml").is_file()
    assert "intent_classifier_route" in packaged_prompts()


# C-038
async def test_editing_the_bar_in_the_file_changes_the_routing(scenarios):
    text = (LIBRARY / "intent_classifier.yaml").read_text("utf-8").replace(">= 0.7", ">= 0.4")
    edited = {**scenarios, "intent_classifier": parse_scenario(text, PARTS)}
    _, outcome, _ = await run(edited, envelope_of("quick_qa", 0.5))
    assert isinstance(outcome, Finished)


def test_the_person_is_asked_in_a_level_of_its_own(scenarios):
    assert isinstance(scenarios["intent_classifier"].level("disambiguate"), AskUserLevelSpec)


def state_of(name):
    return fresh(name, Start(prompt="x", turns=(), job="j-1", chain_path=(), catalog=()))


def turn():
    return TurnContext(TODAY)

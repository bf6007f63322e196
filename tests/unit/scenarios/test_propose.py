"""The embedded layer: rules and words, weighed together."""

from datetime import date
from pathlib import Path

import pytest
from tests.unit.scenarios.doubles import TODAY, shipped

from dragoman.app import vocabularies
from dragoman.classify.artefact import load
from dragoman.interpret.interpreter import Interpreter
from dragoman.interpret.vocabulary import load_vocabulary
from dragoman.scenarios.choose.catalog import catalog_of
from dragoman.scenarios.choose.learn import SHIPPED
from dragoman.scenarios.choose.propose import EmbeddedProposer
from dragoman.scenarios.choose.vague import is_vague
from dragoman.scenarios.run.verify import envelope_faults, value_faults

PROMPTS = ["What was BHP's revenue?", "look into this", "weather?", "", "🦘" * 50, "build a page", "x" * 5000]


@pytest.fixture(scope="module")
def catalog():
    return catalog_of(shipped())


@pytest.fixture(scope="module")
def reader(catalog):
    return Interpreter(load_vocabulary(Path(vocabularies.VOCABULARIES["mines"])), catalog.intents)


@pytest.fixture(scope="module")
def proposer(reader, catalog):
    return EmbeddedProposer(reader, load(SHIPPED), lambda: TODAY, parts=catalog.parts)


@pytest.mark.parametrize("prompt", PROMPTS)
def test_every_prompt_gets_a_whole_envelope(proposer, catalog, prompt):
    found = proposer.propose(prompt, catalog.entries)
    assert [*envelope_faults(found), *value_faults(found)] == []


def test_the_same_prompt_gives_the_same_envelope(proposer, catalog):
    assert proposer.propose(PROMPTS[1], catalog.entries) == proposer.propose(PROMPTS[1], catalog.entries)


# C-033
def test_only_members_of_the_catalog_are_proposed(proposer, catalog):
    some = [entry for entry in catalog.entries if entry["id"] in ("quick_qa", "code_build")]
    found = proposer.propose("What was BHP's revenue in FY2024?", some)
    assert {one["intent_route"] for one in found["candidates"]} == {"quick_qa", "code_build"}


def test_what_fits_nothing_goes_to_quick_qa_and_is_said_to(proposer, catalog):
    found = proposer.propose("how warm will it be in Paris?", catalog.entries)
    assert (found["chosen_intent_route"], found["reason"]) == ("quick_qa", "nothing on offer fits")


@pytest.mark.parametrize("prompt", ["look into this for me", "do a review please", "check it"])
def test_vague_words_are_asked_about_with_two_to_five_options(proposer, catalog, prompt):
    found = proposer.propose(prompt, catalog.entries)
    assert found["confidence"] < 0.7
    assert 2 <= len(found["options"]) <= 5


def test_rules_alone_decide_where_nothing_was_learned(reader, catalog):
    found = EmbeddedProposer(reader, None, lambda: date(2026, 11, 30)).propose("scan for leaked keys", catalog.entries)
    assert (found["chosen_intent_route"], found["decided_by"]) == ("security_review", "rule")


@pytest.mark.parametrize(("text", "vague"), [("look into this", True), ("look into BHP", False), ("", False)])
def test_vague_is_what_says_only_that_something_shall_be_done(text, vague):
    assert is_vague(text) is vague


@pytest.mark.parametrize(
    ("prompt", "both"),
    [
        ("do the usual check on the folder and the agreement", {"security_review", "contract_review"}),
        ("summarise the warranty clause and BHP's cash flow", {"contract_review", "mines_financial"}),
    ],
)
def test_a_prompt_of_two_halves_for_two_scenarios_is_asked_about(proposer, catalog, prompt, both):
    found = proposer.propose(prompt, catalog.entries)
    assert found["margin"] == 0
    assert both <= {option["value"] for option in found["options"]}


@pytest.mark.parametrize(
    "prompt", ["BHP's revenue and net debt", "read the contract and list the fees", "hello, what was BHP's revenue?"]
)
def test_two_halves_for_one_scenario_are_no_question(proposer, catalog, prompt):
    assert proposer.propose(prompt, catalog.entries)["margin"] >= 0.15


def test_what_speaks_for_a_part_of_a_scenario_is_no_reason_to_ask(proposer, catalog):
    prompt = "first make sure there are no secrets in ./app, then build me a module for invoices"
    found = proposer.propose(prompt, catalog.entries)
    assert found["chosen_intent_route"] == "checked_build"
    assert (found["confidence"] >= 0.7, found["margin"] >= 0.15) == (True, True)


def test_a_question_about_the_product_in_plain_words_is_not_vague(proposer, catalog):
    found = proposer.propose("what are you good at", catalog.entries)
    assert (found["chosen_intent_route"], found["confidence"] >= 0.7) == ("quick_qa", True)


@pytest.mark.parametrize("prompt", ["请帮我检查这个文件夹", "Haz una página web, por favor", "BHP Umsatz 2024"])
def test_a_prompt_in_another_language_is_never_sent_to_what_it_resembles(proposer, catalog, prompt):
    envelope = proposer.propose(prompt, catalog.entries)
    assert (envelope["chosen_intent_route"], envelope["options"]) == ("quick_qa", [])


def test_words_that_only_ask_do_not_keep_a_whole_question_from_its_scenario(proposer, catalog):
    assert proposer.propose("BHP revenue FY2024 是多少", catalog.entries)["chosen_intent_route"] == "mines_financial"

"""Which scenario takes a prompt, and which goes on after it."""

import pytest
from tests.unit.scenarios.doubles import CHAINS, chain_of, scenario, shipped

from dragoman.app.settings import load_settings
from dragoman.errors import UnknownNameError
from dragoman.scenarios import orchestrator
from dragoman.scenarios.choose.catalog import catalog_of
from dragoman.scenarios.orchestrator import Chain, Stop, after, resolve
from dragoman.scenarios.run.result import result_of
from dragoman.scenarios.run.state import Start, fresh


@pytest.fixture(scope="module")
def scenarios():
    return shipped()


def final(scenario_id, path=(), **values):
    """The state a run ended with."""
    start = Start(prompt="do it", turns=(), job="j-1", chain_path=path, catalog=())
    return {**fresh(scenario_id, start), "output_parsed": {"answer": "x"}, "order": ["reply"], **values}


def follows(scenarios, *args, **values):
    return after(final(*args, **values), scenarios, catalog_of(scenarios))


# C-002
def test_a_pin_wins_over_everything(scenarios):
    metadata = {"scenario_id": "quick_qa", "intent_route": "build", "kind": "task"}
    assert resolve(metadata, scenarios).scenario == "quick_qa"


# C-003
def test_a_hidden_scenario_runs_when_it_is_pinned(scenarios):
    assert resolve({"scenario_id": "code_build_strict"}, scenarios).tier == "pin"


# C-004
def test_an_intent_route_leads_to_the_scenario_that_declares_it(scenarios):
    found = resolve({"intent_route": "build", "kind": "task"}, scenarios)
    assert (found.scenario, found.tier) == ("code_build", "intent_route")


# C-005
def test_a_task_goes_to_the_classifier(scenarios):
    found = resolve({"kind": "task"}, scenarios, default="quick_qa")
    assert (found.scenario, found.tier) == ("intent_classifier", "task")


# C-006
def test_what_names_nothing_goes_to_the_default_which_writes_nothing(scenarios):
    assert resolve({}, scenarios).scenario == "intent_classifier"
    assert scenarios[orchestrator.DEFAULT_SCENARIO].effects == "read"


# C-006
def test_the_default_can_be_set_from_outside(scenarios):
    default = load_settings({"HOME": "/home/x", "DRAGOMAN_DEFAULT_SCENARIO": "quick_qa"}).default_scenario
    assert resolve({}, scenarios, default=default).scenario == "quick_qa"


def test_a_pin_that_names_nothing_is_refused_with_the_names_there_are(scenarios):
    with pytest.raises(UnknownNameError, match="quick_qa"):
        resolve({"scenario_id": "quick_q"}, scenarios)


def test_an_intent_route_that_nobody_declares_is_noted_and_passed_over(scenarios):
    found = resolve({"intent_route": "fly", "kind": "task"}, scenarios)
    assert (found.scenario, found.note) == ("intent_classifier", "no scenario declares the intent route 'fly'")


# C-007
def test_the_classifier_claims_no_route_and_is_not_in_its_own_catalog(scenarios):
    assert scenarios["intent_classifier"].intent_routes == ()
    assert "intent_classifier" not in catalog_of(scenarios).ids


# C-025
def test_a_catalog_entry_has_id_name_trimmed_description_and_examples():
    spec = scenario(CHAINS.format(id="mail", to="mail2").replace("Goes on.", '"  Sends  mail. "'))
    (entry,) = catalog_of({"mail": spec}).entries
    assert entry == {
        "id": "mail",
        "display_name": "mail",
        "description": "Sends mail.",
        "examples": ["mail please"],
        "writes": False,
    }


# C-026
def test_scenarios_without_examples_are_not_in_the_catalog(scenarios):
    assert not {"code_build_strict", "parallel_review_demo"} & catalog_of(scenarios).ids
    assert {"code_build", "quick_qa", "mines_financial", "contract_review"} <= catalog_of(scenarios).ids


# C-028
def test_a_result_has_a_chained_route_and_a_reason_that_may_be_none(scenarios):
    result = result_of(final("quick_qa"), scenarios["quick_qa"], note="", hops=())
    assert (result["chained_intent_route"], result["chain_reason"]) == (None, None)


# C-031
@pytest.mark.parametrize(("hops", "goes_on"), [(0, True), (1, True), (2, True), (3, False)])
def test_the_third_follow_up_of_a_classified_job_is_refused(hops, goes_on):
    scenarios = chain_of("intent_classifier", "a", "b", "c", "d")
    names = list(scenarios)
    found = follows(scenarios, names[hops], tuple(names[:hops]), chained_intent_route=names[hops + 1])
    assert isinstance(found, Chain) is goes_on
    assert goes_on or "3 are allowed" in found.note


# C-032
@pytest.mark.parametrize("values", [{"aborted_reason": "broke"}, {"output_parsed": {}}, {}])
def test_a_classifier_without_a_route_leads_to_quick_qa(scenarios, values):
    assert follows(scenarios, "intent_classifier", **values).to == "quick_qa"


# C-033
@pytest.mark.parametrize("route", ["no_such_scenario", "code_build_strict", "intent_classifier"])
def test_a_route_that_cannot_be_chosen_leads_to_quick_qa(scenarios, route):
    found = follows(scenarios, "intent_classifier", chained_intent_route=route)
    assert found.to == "quick_qa"
    assert found.reason.startswith("fallback")


def test_a_chain_comes_back_to_no_scenario_it_has_been_in():
    scenarios = chain_of("a", "b", "c")
    found = follows(scenarios, "b", ("a",), chained_intent_route="a")
    assert found == Stop("the chain ended here: a was there already")


def test_without_quick_qa_the_job_ends_and_says_so(scenarios):
    without = {name: spec for name, spec in scenarios.items() if name != "quick_qa"}
    found = follows(without, "intent_classifier", aborted_reason="broke")
    assert found == Stop("broke, and there is no quick_qa to fall back on")


# C-039
def test_the_fallback_and_the_cap_are_named():
    assert orchestrator.CLASSIFIER_FALLBACK_SCENARIO_ID == "quick_qa"
    assert orchestrator.MAX_CHAIN_DEPTH == 3

"""How often a model is called: counted at the server that would have been called."""

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from dragoman.app.dragoman import open_handle
from dragoman.app.settings import MemorySettings, Settings
from dragoman.decide.cascade import Policy
from dragoman.errors import EmptyInputError
from dragoman.testing.model_faults import healthy_server
from dragoman.testing.openai_server import OpenAIServer

COMPLETE = "What was BHP's revenue in FY2024?"
UNCLEAR = "Anything I should lose sleep over up there?"
WHY = "Why did BHP's net operating cash flow rise in FY2024?"
UNCOVERED = "What was Newmont's revenue in FY2024?"
GERMAN = "Wie hoch war der Umsatz von BHP im Geschäftsjahr 2024?"
CLAUSE = "What is the interest on late payment?"
TASK = "what is the airspeed of a dragoman"
EVERYTHING = [(text, "mines") for text in (COMPLETE, UNCLEAR, WHY, UNCOVERED, GERMAN)] + [
    (CLAUSE, "contracts"),
    (TASK, "tasks"),
]
ROUTING = ("You are the routing agent", "You send a person's request to the scenario")


@pytest.fixture(scope="module")
def server() -> Iterator[OpenAIServer]:
    with healthy_server() as server:
        yield server


@pytest.fixture(scope="module")
def settings(filled_home: Path, server: OpenAIServer, tmp_path_factory) -> Settings:
    home = Path(shutil.copytree(filled_home, tmp_path_factory.mktemp("calls") / "home"))
    candidate = f'{{ id: "free:counting", url: "{server.url}", model: scripted, profile: openai }}'
    (home / "models.yaml").write_text(f"candidates: [{candidate}]")
    return Settings(home=home, memory=MemorySettings(is_on=False))


@pytest.fixture
def calls_for(server, settings):
    """Ask, and return how many requests came in; `said` has what they asked for."""

    def calls_for(text: str, assistant: str = "mines", *, policy: Policy = "cascade") -> int:
        server.requests.clear()
        with open_handle(settings=replace(settings, policy=policy)) as handle:
            answer = handle.ask(text, assistant=assistant)
        assert answer.cost.model_calls == server.calls
        return server.calls

    return calls_for


def routing_calls(server: OpenAIServer) -> int:
    asked = [str(one.body["messages"]) for one in server.requests if one.body]
    return sum(any(words in text for words in ROUTING) for text in asked)


@pytest.mark.parametrize("text", [COMPLETE, UNCOVERED, "How much did BHP's revenue grow from FY2023 to FY2024?"])
def test_a_complete_plan_and_an_uncovered_company_cost_nothing(calls_for, text):
    assert calls_for(text) == 0


@pytest.mark.parametrize("policy", ["cascade", "model"])
def test_an_uncovered_company_costs_nothing_whoever_decides(calls_for, policy):
    assert calls_for(UNCOVERED, policy=policy) == 0


def test_a_known_clause_costs_nothing(calls_for):
    assert calls_for(CLAUSE, "contracts") == 0


@pytest.mark.parametrize("policy", ["cascade", "model"])
@pytest.mark.parametrize(("text", "assistant"), EVERYTHING)
def test_routing_asks_at_most_once(calls_for, server, text, assistant, policy):
    calls_for(text, assistant, policy=policy)
    assert routing_calls(server) <= 1


def test_routing_is_what_is_counted(calls_for, server):
    calls_for(UNCLEAR)
    assert routing_calls(server) == 1


@pytest.mark.parametrize(("text", "assistant"), EVERYTHING)
def test_the_policy_embedded_calls_nobody(calls_for, text, assistant):
    assert calls_for(text, assistant, policy="embedded") == 0


def test_blank_words_cost_nothing(server, settings):
    server.requests.clear()
    with open_handle(settings=replace(settings, policy="model")) as handle, pytest.raises(EmptyInputError):
        handle.ask("  \n ")
    assert server.calls == 0


def test_an_answer_from_memory_costs_nothing(server, settings, tmp_path):
    home = Path(shutil.copytree(settings.home, tmp_path / "home"))
    own = replace(settings, home=home, memory=MemorySettings(), policy="cascade")
    with open_handle(settings=own) as handle:
        handle.ask(COMPLETE)
        server.requests.clear()
        again = handle.ask(COMPLETE)
    assert (again.remembered is not None, again.cost.model_calls, server.calls) == (True, 0, 0)


def test_another_language_is_declined_without_a_call_where_no_model_is(filled_home, tmp_path):
    home = Path(shutil.copytree(filled_home, tmp_path / "home"))
    with open_handle(settings=Settings(home=home)) as handle:
        answer = handle.ask(GERMAN)
    assert answer.cost.model_calls == 0
    assert "Englisch" in answer.text

"""Language models over HTTP: what is configured, a check of it, and who decides in one turn."""

import json
from decimal import Decimal

import httpx
import pytest
from tests.serving import served_at

from dragoman.app.dragoman import open_dragoman
from dragoman.app.settings import Settings
from dragoman.models.secret import Secret
from dragoman.server.serve import working
from dragoman.server.served import Served
from dragoman.testing.openai_script import ReplySpec
from dragoman.testing.openai_server import OpenAIServer

WHY = "Why did BHP's net operating cash flow rise in FY2024?"
KEY = "sk-canary-0123456789"


def speak(request):
    return ReplySpec() if request.schema else "Net operating cash flow rose 10.5 % to US$20,665 million [1]."


@pytest.fixture(scope="module")
def model():
    with OpenAIServer(speak, key=KEY) as model:
        yield model


@pytest.fixture(scope="module")
def asked(model, tmp_path_factory):
    """A client of a server with a model behind it."""
    settings = Settings(
        home=tmp_path_factory.mktemp("models"),
        model_url=model.url,
        model_name="scripted",
        keys={"DRAGOMAN_MODEL_KEY": Secret(KEY)},
    )
    dragoman = open_dragoman(settings=settings)
    with working(dragoman):
        served = Served(dragoman=dragoman, backend=dragoman.runtime.jobs)
        with served_at(served) as address, httpx.Client(base_url=address, timeout=60) as client:
            yield client
    dragoman.runtime.close()


@pytest.fixture
def result(asked, frames):
    """Ask and return the result of the job."""

    def result(message, **more):
        accepted = asked.post("/v1/chat", json={"message": message, "fresh": True, **more}).json()
        return json.loads(frames(asked, accepted["stream"])[-1]["data"])["result"]

    return result


def test_a_model_is_listed_with_its_health_and_without_its_key(asked):
    said = asked.get("/v1/models")
    assert KEY not in said.text
    [one] = said.json()["models"]
    assert {"id": "paid:own", "tier": "paid", "health": "closed", "is_usable": True}.items() <= one.items()


def test_a_check_is_a_real_round_trip_to_each_model(asked, model):
    before = model.calls
    said = asked.post("/v1/models/check")
    assert KEY not in said.text
    [one] = said.json()["models"]
    assert [trial["way"] for trial in one["trials"]] == ["text", "structured", "tools", "stream"]
    assert one["trials"][0]["outcome"] == "ok"
    assert model.calls > before


def test_the_cost_of_an_answer_names_models_prompts_and_an_unknown_price(result):
    cost = result(WHY)["cost"]
    assert (cost["models"], cost["amount"]) == (["paid:own"], None)
    assert "mines_synthesize@1" in cost["prompts"]
    assert cost["input_tokens"] > 0


@pytest.mark.parametrize("assistant", ["mines", None])
def test_one_turn_can_forbid_every_call(result, model, assistant):
    before = model.calls
    cost = result(WHY, policy="embedded", assistant=assistant)["cost"]
    assert (cost["model_calls"], Decimal(cost["amount"]), model.calls) == (0, 0, before)


def test_one_turn_can_let_the_model_decide(result, model):
    assert result("What was BHP's FY2024 revenue?")["cost"]["model_calls"] == 0
    assert result("What was BHP's FY2024 revenue?", policy="model")["cost"]["model_calls"] > 0


def test_a_policy_that_is_none_is_refused(asked):
    assert asked.post("/v1/chat", json={"message": WHY, "policy": "magic"}).status_code == 422

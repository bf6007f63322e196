"""Every fault of a real server: the next model answers, both attempts are on the meter, no step runs twice."""

import pytest
from tests.unit.models.room import DECIDE, INPUTS, WRITE, Choice, dispatcher, seconds

from dragoman.models.candidate import Candidate
from dragoman.models.chat import ToolSpec
from dragoman.models.errors import ModelUnavailableError, ReplyFormError
from dragoman.models.language_model import Tool
from dragoman.models.meter import Meter
from dragoman.models.profiles import packaged_profiles
from dragoman.models.providers.openai_compatible import OpenAICompatibleModel
from dragoman.testing.openai_script import ReplySpec
from dragoman.testing.openai_server import OpenAIServer

FAILS = [
    "bad_request", "unauthorized", "not_found", "too_many_requests", "server_error", "unavailable", "slow_first_byte",
    "stalled_stream", "cut_stream", "unfinished_stream", "dropped_connection", "malformed_json", "error_event",
    "wrong_content_type", "empty",
]  # fmt: skip
TOOL = ToolSpec(name="add", description="", parameters={"type": "object", "properties": {"x": {"type": "integer"}}})


def at(server: OpenAIServer, name: str) -> Candidate:
    model = OpenAICompatibleModel(name, url=server.url, model="scripted", profile=packaged_profiles()["deepseek"])
    timeout = seconds(0.3 if name == "free:faulty" else 20)
    return Candidate(model=model, provider=name, call_timeout=timeout, prepare=model.prepare, close=model.aclose)


@pytest.fixture
def serving():
    """Both servers: one with a fault, and one that does what is asked."""
    opened: list[OpenAIServer] = []

    def serve(*replies: ReplySpec) -> OpenAIServer:
        opened.append(OpenAIServer(list(replies), dialect="deepseek").open())
        return opened[-1]

    yield serve
    for server in opened:
        server.close()


async def ask(models, way: str, meter: Meter) -> object:
    async def add(arguments) -> str:
        return "42"

    match way:
        case "propose":
            return await models.propose(DECIDE, INPUTS, Choice, meter=meter)
        case "write":
            return await models.write(WRITE, INPUTS, meter=meter)
        case "stream":
            return await models.write(WRITE, INPUTS, meter=meter, on_text=lambda text: None)
    return await models.work(WRITE, INPUTS, [Tool(spec=TOOL, call=add)], max_rounds=2, meter=meter)


@pytest.mark.parametrize("way", ["propose", "write", "stream", "work"])
@pytest.mark.parametrize("fault", FAILS)
async def test_the_next_model_answers_and_both_attempts_are_on_the_meter(fault, way, serving):
    faulty, sound = serving(ReplySpec(fault=fault, times="always")), serving(ReplySpec(times="always"))
    models, meter = dispatcher(at(faulty, "free:faulty"), at(sound, "paid:sound")), Meter()
    answer = await ask(models, way, meter)
    await models.aclose()
    assert answer
    assert [bool(call.failure) for call in meter.calls[:2]] == [True, False]
    assert meter.cost.models == ("paid:sound",)
    assert sound.calls == sum(call.model == "paid:sound" for call in meter.calls)


@pytest.mark.parametrize("fault", FAILS)
async def test_with_nobody_else_the_error_names_the_attempt(fault, serving):
    models = dispatcher(at(serving(ReplySpec(fault=fault, times="always")), "free:faulty"))
    with pytest.raises(ModelUnavailableError) as caught:
        await ask(models, "write", Meter())
    await models.aclose()
    assert [attempt.model for attempt in caught.value.attempts] == ["free:faulty"]


@pytest.mark.parametrize("fault", ["wrong_enum", "malformed_arguments", "wrong_tool", "token_limit"])
async def test_a_wrong_form_is_repaired_by_the_same_model(fault, serving):
    server, meter = serving(ReplySpec(fault=fault), ReplySpec(times="always")), Meter()
    models = dispatcher(at(server, "paid:one"))
    assert isinstance(await ask(models, "propose", meter), Choice)
    await models.aclose()
    assert len(meter.calls) == 2


@pytest.mark.parametrize("fault", ["wrong_enum", "malformed_arguments", "wrong_tool", "token_limit"])
async def test_a_wrong_form_that_stays_is_a_named_error_after_two_calls(fault, serving):
    server = serving(ReplySpec(fault=fault, times="always"))
    models = dispatcher(at(server, "paid:one"))
    with pytest.raises(ReplyFormError):
        await ask(models, "propose", Meter())
    await models.aclose()
    assert server.calls == 2


async def test_a_call_with_half_of_its_arguments_is_not_carried_out(serving):
    called: list[object] = []

    async def note(arguments) -> str:
        called.append(arguments)
        return "noted"

    server = serving(ReplySpec(fault="malformed_arguments"), ReplySpec(text="So be it."))
    models = dispatcher(at(server, "paid:one"))
    text = await models.work(WRITE, INPUTS, [Tool(spec=TOOL, call=note)], max_rounds=2, meter=Meter())
    await models.aclose()
    assert (text, called) == ("So be it.", [])

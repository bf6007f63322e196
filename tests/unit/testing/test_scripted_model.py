"""Scripted models say their lines, remember what they were asked, and do not let a gap go by."""

import asyncio
from decimal import Decimal

import pytest
from pydantic import BaseModel

from dragoman.domain.cost import Cost
from dragoman.models.chat import ChatModel, ChatRequest, Message, Reply, ToolCall, ToolSpec
from dragoman.models.language_model import LanguageModel, Tool
from dragoman.models.meter import Meter
from dragoman.models.prompt import Prompt
from dragoman.testing.errors import UnscriptedCallError
from dragoman.testing.scripted_model import ScriptedChatModel, ScriptedLanguageModel, Working

ASKED = ChatRequest(messages=(Message(role="user", content="one two three"),))
ADD = ToolCall(id="c1", name="add", arguments={"a": 1, "b": 2})


class Route(BaseModel):
    route: str


def prompt(name="route", inputs=("question",)):
    return Prompt(name=name, version=3, role="decide", inputs=inputs, data=inputs, system="s", user="u")


async def adds(arguments):
    return str(arguments["a"] + arguments["b"])


TOOL = Tool(spec=ToolSpec(name="add", description="Adds.", parameters={}), call=adds)


@pytest.mark.parametrize(
    ("line", "content", "calls"),
    [
        ("a text", "a text", ()),
        ({"route": "news"}, '{"route": "news"}', ()),
        (Route(route="news"), '{"route":"news"}', ()),
        (ADD, "", (ADD,)),
        ([ADD], "", (ADD,)),
        (Reply(content="cut", is_whole=False), "cut", ()),
        (lambda request: request.messages[-1].content, "one two three", ()),
    ],
)
async def test_a_line_becomes_a_reply(line, content, calls):
    reply = await ScriptedChatModel("free:s", [line]).reply(ASKED)
    assert (content, calls, "s") == (reply.content, reply.calls, reply.model)


async def test_a_stream_ends_with_the_whole_reply():
    model: ChatModel = ScriptedChatModel("free:s", ["two  words here"])
    *pieces, last = [piece async for piece in model.stream(ASKED)]
    assert pieces == ["two ", " ", "words ", "here"]
    assert "".join(pieces) == last.content


async def test_an_error_in_the_script_is_raised():
    with pytest.raises(TimeoutError):
        await ScriptedChatModel("free:s", [TimeoutError()]).reply(ASKED)


async def test_a_line_may_never_come():
    model = ScriptedChatModel("free:s", [lambda request: asyncio.Event().wait()])
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(model.reply(ASKED), timeout=0.01)


async def test_a_chat_model_without_a_line_left_says_so_and_keeps_the_request():
    model = ScriptedChatModel("free:s", ["one"])
    await model.reply(ASKED)
    with pytest.raises(UnscriptedCallError, match="called 2 times"):
        await model.reply(ASKED)
    assert (model.requests, model.unscripted, model.unused) == ([ASKED, ASKED], [ASKED], 0)


async def test_one_function_speaks_for_all_calls():
    model = ScriptedChatModel("free:s", lambda request: f"{len(request.messages)} message")
    assert [(await model.reply(ASKED)).content for _ in range(2)] == ["1 message"] * 2


@pytest.mark.parametrize("answer", [Route(route="news"), {"route": "news"}, lambda inputs: {"route": "news"}])
async def test_a_proposal_is_of_the_class_asked_for_and_on_the_meter(answer):
    model: LanguageModel = ScriptedLanguageModel({"route": [answer]})
    meter = Meter()
    assert Route(route="news") == await model.propose(prompt(), {"question": "a b"}, Route, meter=meter)
    expected = Cost(
        model_calls=1, input_tokens=2, output_tokens=1, usd=Decimal(0), models=("free:scripted",), prompts=("route@3",)
    )
    assert expected == meter.cost


async def test_a_listener_hears_a_text_as_it_comes():
    heard: list[str] = []
    model = ScriptedLanguageModel({"write": "two words"})
    assert await model.write(prompt("write"), {"question": ""}, meter=Meter(), on_text=heard.append) == "two words"
    assert heard == ["two ", "words"]


async def test_a_working_model_really_calls_the_tools():
    model = ScriptedLanguageModel({"sum": Working([ADD], lambda results: f"It is {results[0]}.")})
    said = await model.work(prompt("sum"), {"question": ""}, [TOOL], max_rounds=3, meter=Meter())
    assert said == "It is 3."
    assert model.calls[0].tools == ("add",)


async def test_a_working_model_stops_at_the_last_round():
    model = ScriptedLanguageModel({"sum": Working([ADD] * 5, lambda results: str(len(results)))})
    assert await model.work(prompt("sum"), {"question": ""}, [TOOL], max_rounds=2, meter=Meter()) == "2"


async def test_a_failure_is_raised_and_on_the_meter():
    meter = Meter()
    with pytest.raises(TimeoutError):
        await ScriptedLanguageModel({"route": TimeoutError()}).propose(prompt(), {"question": ""}, Route, meter=meter)
    assert [call.failure for call in meter.calls] == ["TimeoutError"]


@pytest.mark.parametrize(
    ("answers", "inputs", "problem"),
    [
        ({}, {"question": ""}, "nobody scripted"),
        ({"route": []}, {"question": ""}, "more often"),
        ({"route": "a text"}, {"question": ""}, "no Route"),
        ({"route": {"route": "news"}}, {"query": ""}, "declares"),
    ],
)
async def test_a_gap_in_the_script_is_loud_and_kept(answers, inputs, problem):
    model = ScriptedLanguageModel(answers)
    with pytest.raises(UnscriptedCallError, match=problem):
        await model.propose(prompt(), inputs, Route, meter=Meter())
    assert len(model.unscripted) == 1


async def test_answers_nobody_asked_for_are_counted():
    model = ScriptedLanguageModel({"route": [{"route": "a"}, {"route": "b"}], "write": "always"})
    await model.propose(prompt(), {"question": ""}, Route, meter=Meter())
    assert model.unused == {"route": 1}
    assert [call.inputs for call in model.calls_of("route")] == [{"question": ""}]

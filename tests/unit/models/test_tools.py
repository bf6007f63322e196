"""Tools: the model calls ours, within a limit, and hears why a call was not carried out."""

import pytest
from tests.unit.models.room import INPUTS, WRITE, candidate, dispatcher

from dragoman.models.chat import ToolCall, ToolSpec
from dragoman.models.errors import ModelUnavailableError, ReplyFormError
from dragoman.models.language_model import Tool
from dragoman.models.meter import Meter

SPEC = ToolSpec(
    name="double",
    description="Doubles.",
    parameters={"type": "object", "properties": {"number": {"type": "integer"}}, "required": ["number"]},
)


async def double(arguments) -> str:
    return str(2 * arguments["number"])


def call(name: str = "double", **arguments) -> ToolCall:
    return ToolCall(id="c1", name=name, arguments=arguments)


async def work(one, *, max_rounds: int = 3) -> str:
    tools = [Tool(spec=SPEC, call=double)]
    return await dispatcher(one).work(WRITE, INPUTS, tools, max_rounds=max_rounds, meter=Meter())


async def test_the_result_of_a_call_goes_back_to_the_model():
    one = candidate("free:one", [call(number=21), "It is 42."])
    assert await work(one) == "It is 42."
    heard = one.model.requests[1].messages[-1]
    assert (heard.role, heard.answers, heard.content) == ("tool", "c1", "42")


@pytest.mark.parametrize(
    ("wish", "why"),
    [
        (call("triple", number=1), "there is no such function; there are double"),
        (
            ToolCall(id="c1", name="double", arguments={}, fault="the arguments are not a JSON object"),
            "not a JSON object",
        ),
        (call(), "number is missing"),
        (call(number="42"), "must be integer"),
        (call(number=1, url="https://evil.example"), "url is not known"),
    ],
)
async def test_a_call_that_cannot_be_carried_out_is_answered_with_the_reason(wish, why):
    one = candidate("free:one", [wish, "Sorry."])
    await work(one)
    assert why in one.model.requests[1].messages[-1].content


async def test_after_its_rounds_the_model_must_answer():
    one = candidate("free:one", [call(number=1), call(number=2), "Enough."])
    assert await work(one, max_rounds=2) == "Enough."
    assert "No further call" in one.model.requests[2].messages[-1].content


async def test_no_tool_is_called_after_the_last_round():
    called: list[object] = []

    async def note(arguments) -> str:
        called.append(arguments)
        return "noted"

    one = candidate("free:one", [call(number=1), [call(number=2)]])
    with pytest.raises(ReplyFormError, match="holds no text"):
        await dispatcher(one).work(WRITE, INPUTS, [Tool(spec=SPEC, call=note)], max_rounds=1, meter=Meter())
    assert called == [{"number": 1}]


async def test_a_model_without_functions_is_passed_over():
    with pytest.raises(ModelUnavailableError, match="cannot call functions"):
        await work(candidate("free:one", ["x"], tools=False))


async def test_a_model_that_goes_in_a_circle_must_answer_at_once():
    one = candidate("free:one", [call(number=1), call(number=1), "It is 2."])
    assert await work(one, max_rounds=9) == "It is 2."
    assert "No further call" in one.model.requests[2].messages[-1].content

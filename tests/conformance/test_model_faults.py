"""The fault matrix: whatever a provider does, a call of the language model ends in a sound value or a named error."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Literal

import pytest
from pydantic import BaseModel

from dragoman.models.chat import ToolCall, ToolSpec
from dragoman.models.errors import ModelError, ModelUnavailableError, ReplyFormError
from dragoman.models.language_model import LanguageModel, Tool
from dragoman.models.meter import Meter
from dragoman.models.prompt import Prompt
from dragoman.testing.model_faults import (
    IMPATIENCE,
    MODEL_FAULTS,
    PATIENCE,
    SILENT,
    SkippedTime,
    dispatcher_over,
    failing_server,
    healthy_server,
)
from dragoman.testing.openai_server import OpenAIServer

CANARY = "canary-41c7 asks where to"
FORM = "reply-form"
VALUE = ""
WAYS = ("propose", "write", "stream", "work")
# What each fault comes to, for the four ways of asking.
MATRIX: dict[str, tuple[str, str, str, str]] = {
    "exception": ("cut-off",) * 4,
    "time-out": ("timeout",) * 4,
    "stalled": ("timeout",) * 4,
    "400": ("rejected",) * 4,
    "401": ("refused",) * 4,
    "404": ("rejected",) * 4,
    "429": ("rate-limited",) * 4,
    "500": ("server-error",) * 4,
    "503": ("server-error",) * 4,
    "empty": ("empty",) * 4,
    "malformed": ("malformed",) * 4,
    "not-json": ("malformed",) * 4,
    "error-event": ("malformed", "malformed", "server-error", "malformed"),
    "cut-stream": ("cut-off",) * 4,
    "unfinished": ("cut-off",) * 4,
    "over-long": ("malformed",) * 4,
    "token-limit": (FORM,) * 4,
    "wrong-tool": (FORM,) * 4,
    "wrong-enum": (FORM, VALUE, VALUE, VALUE),  # a text has no closed words; a tool refuses for itself
    "broken-arguments": (FORM, VALUE, VALUE, VALUE),  # a text has no arguments; the tool is not called
}
CELLS = [pytest.param(f, w, e, id=f"{f}-{w}") for f, row in MATRIX.items() for w, e in zip(WAYS, row, strict=True)]
OUTLIVED = ("exception", "429", "500", "503", "cut-stream", "unfinished")
NEVER_CALLED = ("wrong-tool", "broken-arguments")
PROMPT = Prompt(
    name="route", version=2, role="decide", inputs=("q",), data=("q",), system="You are a test.", user="{{ q }}"
)


class Choice(BaseModel):
    route: Literal["news", "reports"]
    why: str


class Adding:
    """A tool that counts how often it is called with what."""

    def __init__(self) -> None:
        self.calls: list[Mapping[str, object]] = []
        form = {"type": "object", "properties": {"how": {"enum": ["up", "down"]}, "a": {"type": "number"}}}
        self.tool = Tool(spec=ToolSpec(name="add", description="Adds.", parameters=form), call=self.add)

    async def add(self, arguments: Mapping[str, object]) -> str:
        self.calls.append(arguments)
        return "3"


async def asked(way: str, model: LanguageModel, meter: Meter, adding: Adding | None = None) -> object:
    inputs = {"q": CANARY}
    match way:
        case "propose":
            return await model.propose(PROMPT, inputs, Choice, meter=meter)
        case "write":
            return await model.write(PROMPT, inputs, meter=meter)
        case "stream":
            return await model.write(PROMPT, inputs, meter=meter, on_text=lambda text: None)
    return await model.work(PROMPT, inputs, [(adding or Adding()).tool], max_rounds=3, meter=meter)


def limit(fault: str, seconds: float = IMPATIENCE.total_seconds()) -> timedelta:
    """How long a model with this fault gets."""
    return timedelta(seconds=seconds) if fault in SILENT else PATIENCE


def test_the_matrix_has_a_row_for_every_fault():
    assert set(MATRIX) == set(MODEL_FAULTS)


@pytest.mark.parametrize(("fault", "way", "expected"), CELLS)
async def test_a_fault_ends_in_a_sound_value_or_a_named_error(fault, way, expected):
    meter, adding = Meter(), Adding()
    with failing_server(fault) as server:
        try:
            said, error = await asked(way, dispatcher_over(server, call_timeouts=[limit(fault)]), meter, adding), None
        except ModelError as raised:
            said, error = "", raised
    outcome = FORM if isinstance(error, ReplyFormError) else meter.calls[-1].failure
    assert outcome == expected
    assert bool(said) == (expected == VALUE)
    assert isinstance(error, ModelUnavailableError) == (expected not in (VALUE, FORM))
    assert len(meter.calls) <= 4
    assert len(adding.calls) <= 1 - (fault in NEVER_CALLED)
    assert CANARY not in f"{error} {error!r} {meter}"


@pytest.mark.parametrize("profile", ["deepseek", "generic"])
@pytest.mark.parametrize("fault", [fault for fault in MATRIX if fault not in SILENT])
async def test_how_an_object_is_asked_for_makes_no_difference(fault, profile):
    meter = Meter()
    with failing_server(fault) as server, pytest.raises(ModelError) as raised:
        await asked("propose", dispatcher_over(server, profile=profile), meter)
    assert MATRIX[fault][0] == (FORM if isinstance(raised.value, ReplyFormError) else meter.calls[-1].failure)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("fault", [fault for fault, row in MATRIX.items() if row[0] != FORM])
async def test_the_next_model_replies_where_the_first_fails(fault, way):
    meter = Meter()
    replies = [{"route": "news", "why": ""}] if way == "propose" else ["There."]
    with failing_server(fault) as first, healthy_server(replies) as second:
        said = await asked(way, dispatcher_over(first, second, call_timeouts=[limit(fault)]), meter)
    assert said == (Choice(route="news", why="") if way == "propose" else "There.")
    assert [bool(call.failure) for call in meter.calls] == [True, False]
    assert meter.cost.models == ("free:server-2",)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("fault", OUTLIVED)
async def test_a_fault_that_passes_is_outlived(fault, way):
    meter, time = Meter(), SkippedTime()
    once = MODEL_FAULTS[fault].model_copy(update={"times": 1, "retry_after_seconds": None})
    replies = [once, {"route": "news", "why": ""} if way == "propose" else "There."]
    with OpenAIServer(replies) as server:
        assert await asked(way, dispatcher_over(server, max_rounds=2, time=time), meter)
    assert [bool(call.failure) for call in meter.calls] == [True, False]
    assert len(time.pauses) == 1


@pytest.mark.parametrize("fault", ["wrong-enum", "broken-arguments", "wrong-tool", "token-limit"])
async def test_a_wrong_form_is_repaired_once_and_the_model_is_told_what_was_wrong(fault):
    once = MODEL_FAULTS[fault].model_copy(update={"times": 1})
    with OpenAIServer([once, {"route": "news", "why": ""}]) as server:
        assert await asked("propose", dispatcher_over(server), Meter()) == Choice(route="news", why="")
        first, second = (one.request.messages for one in server.requests)
    assert second[: len(first)] == first
    assert "not of the asked form" in second[-1].content


@pytest.mark.parametrize("fault", [fault for fault, row in MATRIX.items() if row[3] not in (FORM, VALUE)])
async def test_no_tool_runs_twice_when_the_model_fails_after_its_call(fault):
    adding = Adding()
    call = ToolCall(id="c1", name="add", arguments={"how": "up", "a": 1})
    with OpenAIServer([call, MODEL_FAULTS[fault]]) as first, healthy_server(["It is 3."]) as second:
        model = dispatcher_over(first, second, call_timeouts=[limit(fault, 3)])  # it has to reply once first
        assert await asked("work", model, Meter(), adding) == "It is 3."
        heard = second.requests[0].request.messages
    assert adding.calls == [{"how": "up", "a": 1}]
    assert [message.content for message in heard if message.role == "tool"] == ["3"]

"""The loopback server, asked by the real clients: openai and langchain-openai."""

import asyncio
import json
import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from threading import Event
from typing import Literal

import httpx2
import openai
import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langchain_openai import ChatOpenAI
from pydantic import BaseModel, ValidationError

from dragoman.errors import SpecError, UsageError
from dragoman.models.chat import ChatRequest, Message, ToolCall
from dragoman.specs.reader import parse
from dragoman.testing.openai_script import ReplySpec, ScriptSpec
from dragoman.testing.openai_server import OpenAIServer
from dragoman.testing.scripted_model import ScriptedChatModel

ASKED = [{"role": "user", "content": "Where to?"}]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3] / "src")}
TEXT = "One two three four five six."
KEY = "sk-canary-0123456789"
METHODS = ("function_calling", "json_schema")


class Route(BaseModel):
    """Where to."""

    route: Literal["news", "reports"]
    reason: str


def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


def chat(server, **settings):
    return ChatOpenAI(base_url=server.url, model="scripted", api_key=KEY, max_retries=0, timeout=5, **settings)


def client(server, *, timeout=5.0):
    return closing(openai.OpenAI(base_url=server.url, api_key=KEY, max_retries=0, timeout=timeout))


def ask(server, *, timeout=5.0, **settings):
    with client(server, timeout=timeout) as one:
        return one.chat.completions.create(model="scripted", messages=ASKED, **settings)


def read(server, **settings):
    with client(server, **settings) as one:
        stream = one.chat.completions.create(model="scripted", messages=ASKED, stream=True)
        return [event.choices[0].delta.content or "" for event in stream if event.choices]


def fault(kind, **settings):
    return OpenAIServer([ReplySpec(fault=kind, **settings)])


def test_a_text_comes_at_once_with_its_usage():
    with OpenAIServer([TEXT]) as server:
        reply = ask(server)
    assert (reply.choices[0].message.content, reply.choices[0].finish_reason) == (TEXT, "stop")
    assert (reply.usage.prompt_tokens, reply.usage.completion_tokens) == (2, 6)


def test_a_text_comes_in_pieces():
    with OpenAIServer([TEXT]) as server:
        pieces = read(server)
    assert "".join(pieces) == TEXT
    assert len(pieces) > 5


async def test_langchain_reads_whole_replies_and_streams_in_both_worlds():
    with OpenAIServer([ReplySpec(text=TEXT, times="always")]) as server:
        model = chat(server, stream_usage=True)
        assert (await asyncio.to_thread(model.invoke, "x")).content == TEXT
        assert (await model.ainvoke("x")).content == TEXT
        assert "".join(piece.content for piece in await asyncio.to_thread(lambda: list(model.stream("x")))) == TEXT
        pieces = [piece async for piece in model.astream("x")]
        assert "".join(piece.content for piece in pieces) == TEXT
        assert [piece.usage_metadata["output_tokens"] for piece in pieces if piece.usage_metadata] == [6]


@pytest.mark.parametrize("method", METHODS)
async def test_an_object_comes_in_the_way_it_was_asked_for(method):
    with OpenAIServer([{"route": "news", "reason": "r"}] * 2) as server:
        model = chat(server).with_structured_output(Route, method=method)
        assert await asyncio.to_thread(model.invoke, "x") == Route(route="news", reason="r")
        assert await model.ainvoke("x") == Route(route="news", reason="r")
        assert [one.request.schema.name for one in server.requests] == ["Route"] * 2


def test_json_mode_sends_the_object_as_text():
    with OpenAIServer([{"route": "news"}]) as server:
        assert json.loads(ask(server, response_format={"type": "json_object"}).choices[0].message.content) == {
            "route": "news"
        }


async def test_tools_are_called_and_their_results_go_back():
    call = ToolCall(id="c1", name="add", arguments={"a": 1, "b": 2})
    with OpenAIServer([call, "It is 3."]) as server:
        model = chat(server).bind_tools([add])
        first = await model.ainvoke("x")
        assert [(one["name"], one["args"]) for one in first.tool_calls] == [("add", {"a": 1, "b": 2})]
        last = await model.ainvoke([HumanMessage("x"), first, ToolMessage("3", tool_call_id="c1")])
        assert last.content == "It is 3."
        assert server.requests[1].request.messages[1:] == (
            Message(role="assistant", content="", calls=(call,)),
            Message(role="tool", content="3", answers="c1"),
        )


def test_tool_calls_come_in_pieces_too():
    calls = [ToolCall(id=f"c{n}", name="add", arguments={"a": n, "b": 2}) for n in (1, 2)]
    with OpenAIServer([calls]) as server:
        whole = AIMessage("")
        for piece in chat(server).bind_tools([add]).stream("x"):
            whole = piece if not whole.id else whole + piece
    assert [(one["id"], one["args"]) for one in whole.tool_calls] == [
        ("c1", {"a": 1, "b": 2}),
        ("c2", {"a": 2, "b": 2}),
    ]


@pytest.mark.parametrize(
    ("kind", "error"),
    [
        ("bad_request", openai.BadRequestError),
        ("unauthorized", openai.AuthenticationError),
        ("not_found", openai.NotFoundError),
        ("too_many_requests", openai.RateLimitError),
        ("server_error", openai.InternalServerError),
        ("unavailable", openai.InternalServerError),
        ("dropped_connection", openai.APIConnectionError),
        ("cut_stream", openai.APIConnectionError),
        ("malformed_json", json.JSONDecodeError),
    ],
)
async def test_a_fault_is_an_error_of_the_client(kind, error):
    with fault(kind, times="always") as server:
        with pytest.raises(error):
            ask(server)
        with pytest.raises(error):
            await chat(server).ainvoke("x")
        assert [one.fault for one in server.requests] == [kind] * 2


@pytest.mark.parametrize("kind", ["too_many_requests", "unavailable"])
def test_the_client_is_told_when_to_come_again(kind):
    with fault(kind, retry_after_seconds=2) as server, pytest.raises(openai.APIStatusError) as raised:
        ask(server)
    assert raised.value.response.headers["retry-after"] == "2"


@pytest.mark.parametrize("kind", ["slow_first_byte", "stalled_stream"])
@pytest.mark.parametrize("way", [ask, read])
def test_silence_is_a_time_out_and_the_server_notices_the_client_leave(kind, way):
    with fault(kind) as server:
        with pytest.raises((openai.APITimeoutError, httpx2.TimeoutException)):
            way(server, timeout=0.2)
        until(lambda: server.abandoned)


def test_a_slow_first_byte_comes_in_the_end():
    with fault("slow_first_byte", text=TEXT, delay_seconds=0.05) as server:
        assert ask(server).choices[0].message.content == TEXT


def test_a_broken_stream_is_an_error_after_some_pieces():
    with fault("cut_stream", text=TEXT, after_pieces=2) as server, client(server) as one:
        heard = []
        stream = one.chat.completions.create(model="scripted", messages=ASKED, stream=True)
        with pytest.raises(openai.APIConnectionError):
            heard.extend(event.choices[0].delta.content for event in stream)
    assert "".join(heard) == "One two "


def test_an_unfinished_stream_ends_without_a_reason():
    with fault("unfinished_stream", text=TEXT, after_pieces=2) as server, client(server) as one:
        events = list(one.chat.completions.create(model="scripted", messages=ASKED, stream=True))
    assert "".join(event.choices[0].delta.content for event in events) == "One two "
    assert {event.choices[0].finish_reason for event in events} == {None}


def test_an_event_that_is_no_json_breaks_the_stream():
    with fault("malformed_json", text=TEXT) as server, pytest.raises(json.JSONDecodeError):
        read(server)


@pytest.mark.parametrize("way", [ask, read])
def test_an_error_may_come_where_the_reply_should_be(way):
    with fault("error_event", text=TEXT) as server:
        try:
            said = way(server).choices
        except openai.APIError as error:
            said = error.message
    assert said in (None, "the script says so")


def test_html_in_place_of_json_is_no_reply():
    with fault("wrong_content_type") as server:
        assert "Bad Gateway" in str(ask(server))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("kind", ["malformed_arguments", "wrong_enum", "empty", "token_limit"])
def test_spoiled_objects_fail_to_parse(kind, method):
    with fault(kind) as server:
        model = chat(server).with_structured_output(Route, method=method, include_raw=True)
        try:
            parsed = model.invoke("x")["parsed"]
        except (openai.LengthFinishReasonError, ValidationError):  # json_schema is parsed by the client itself
            parsed = None
        assert server.requests[0].fault == kind
    assert parsed is None


def test_a_wrong_tool_is_called_by_its_name():
    with fault("wrong_tool") as server:
        assert chat(server).bind_tools([add]).invoke("x").tool_calls[0]["name"] == "no_such_tool"


def test_an_over_long_text_is_over_long():
    with fault("over_long") as server:
        assert len(ask(server).choices[0].message.content) > 1_000_000


@pytest.mark.parametrize(
    ("dialect", "settings", "message"),
    [
        ("deepseek", {"method": "json_schema"}, "response_format"),
        ("deepseek", {"method": "function_calling"}, "Thinking mode does not support this tool_choice"),
        ("plain", {"method": "function_calling"}, "no tools"),
    ],
)
def test_a_dialect_refuses_what_such_a_server_refuses(dialect, settings, message):
    with OpenAIServer([{}], dialect=dialect) as server, pytest.raises(openai.BadRequestError, match=message):
        chat(server).with_structured_output(Route, **settings).invoke("x")


def test_a_deepseek_that_does_not_think_takes_a_forced_tool():
    with OpenAIServer([{"route": "news", "reason": ""}], dialect="deepseek") as server:
        model = chat(server, extra_body={"thinking": {"type": "disabled"}})
        assert model.with_structured_output(Route, method="function_calling").invoke("x").route == "news"


def test_models_are_listed_and_others_do_not_exist():
    with OpenAIServer([], models=("a", "b")) as server, client(server) as one:
        assert [model.id for model in one.models.list()] == ["a", "b"]
        with pytest.raises(openai.NotFoundError):
            ask(server)


def test_the_key_is_asked_for_and_never_kept():
    with OpenAIServer([TEXT], key="another") as server:
        with pytest.raises(openai.AuthenticationError):
            ask(server, user=f"who sends {KEY} twice")
        assert KEY not in repr(server.requests)
        assert server.requests[0].headers["authorization"] == "[redacted]"


def test_a_connection_may_be_kept_for_several_requests():
    with OpenAIServer(["one", "two"], keep_alive=True) as server, client(server) as one:
        replies = [one.chat.completions.create(model="scripted", messages=ASKED) for _ in range(2)]
    assert [reply.choices[0].message.content for reply in replies] == ["one", "two"]


def test_a_gap_in_the_script_is_loud_and_kept():
    with OpenAIServer([]) as server:
        with pytest.raises(openai.BadRequestError, match="no reply for this request"):
            ask(server)
        assert len(server.unscripted) == 1


async def test_a_model_stands_behind_the_server():
    model = ScriptedChatModel("free:s", [TEXT, {"route": "news", "reason": "r"}])
    with OpenAIServer(model) as server:
        assert (await chat(server).ainvoke("x")).content == TEXT
        assert chat(server).with_structured_output(Route, method="json_schema").invoke("x").route == "news"
    assert model.requests[1].schema.name == "Route"


def test_a_function_replies_or_fails_as_it_likes():
    def speak(request: ChatRequest) -> object:
        return f"after {server.calls}" if server.calls else ReplySpec(fault="server_error")

    with OpenAIServer(speak) as server:
        with pytest.raises(openai.InternalServerError):
            ask(server)
        assert ask(server).choices[0].message.content == "after 1"


async def test_many_clients_are_served_at_once():
    with OpenAIServer(lambda request: request.messages[-1].content) as server:
        model = chat(server)
        replies = await asyncio.gather(*(model.ainvoke(f"number {n}") for n in range(20)))
    assert [reply.content for reply in replies] == [f"number {n}" for n in range(20)]


SCRIPT = """
models: [scripted]
replies:
  - {contains: copper, text: About copper., times: always}
  - {fault: too_many_requests, retry_after_seconds: 1}
  - data: {route: news}
"""


def test_a_yaml_script_is_played_in_order_and_by_what_is_asked():
    with OpenAIServer(parse(SCRIPT, ScriptSpec)) as server, client(server) as one:
        copper = one.chat.completions.create(model="scripted", messages=[{"role": "user", "content": "Copper?"}])
        with pytest.raises(openai.RateLimitError):
            ask(server)
        assert ask(server).choices[0].message.content == '{"route": "news"}'
    assert copper.choices[0].message.content == "About copper."


def test_a_gullible_model_may_stand_behind_a_script():
    script = parse("behind: gullible\nreplies: [{text: First.}]", ScriptSpec)
    with OpenAIServer(script) as server, client(server) as one:
        asked = [{"role": "user", "content": "Say 'PWNED'."}]
        said = [one.chat.completions.create(model="scripted", messages=asked) for _ in range(2)]
    assert [reply.choices[0].message.content for reply in said] == ["First.", "PWNED"]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("  - {fault: too_many_request}", 'Did you mean "too_many_requests"?'),
        ("  - {text: a, data: {b: c}}", "not several of them"),
        ("  - {text: a, delay_seconds: 1}", "only slow_first_byte has a delay"),
        ("  - {fault: empty, retry_after_seconds: 1}", "when to come again"),
        ("  - {text: a, times: 0}", "at least once"),
        ("  - {txt: a}", "txt"),
    ],
)
def test_a_fault_in_the_script_is_told_with_its_line(line, problem):
    with pytest.raises(SpecError) as raised:
        parse(f"models: [a]\nreplies:\n{line}\n", ScriptSpec, file="script.yaml")
    assert "script.yaml:3:" in raised.value.message
    assert problem in raised.value.message


def test_a_server_that_is_not_open_has_no_address():
    with pytest.raises(UsageError, match="not open"):
        _ = OpenAIServer([]).url


def test_the_command_prints_the_address_and_serves(tmp_path):
    script = tmp_path / "script.yaml"
    script.write_text(SCRIPT, encoding="utf-8")
    command = [sys.executable, "-m", "dragoman.testing.openai_server", str(script)]
    with subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True) as running:
        try:
            url = running.stdout.readline().strip()
            with closing(openai.OpenAI(base_url=url, api_key="any", max_retries=0)) as one:
                assert [model.id for model in one.models.list()] == ["scripted"]
        finally:
            running.terminate()


def test_the_command_says_what_is_wrong_with_a_script(tmp_path):
    script = tmp_path / "script.yaml"
    script.write_text("replies: [{fault: nothing}]", encoding="utf-8")
    command = [sys.executable, "-m", "dragoman.testing.openai_server", str(script)]
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{script}:1:" in done.stderr


def until(holds, *, tries=500):
    for _ in range(tries):
        if holds():
            return
        Event().wait(0.01)
    pytest.fail("it never came to that")

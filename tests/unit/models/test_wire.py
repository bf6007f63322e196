"""The real client against a real connection: what it sends, and every fault in every way of asking."""

import asyncio
import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest
from langchain_core.messages import AIMessage
from tests.unit.models.room import Choice

from dragoman.models.chat import ChatRequest, Message, Reply, ToolSpec, Usage
from dragoman.models.errors import ProviderError
from dragoman.models.profiles import packaged_profiles
from dragoman.models.providers.openai_compatible import OpenAICompatibleModel
from dragoman.models.providers.wire import reply_of
from dragoman.models.secret import Secret
from dragoman.models.structured import WrongFormError, read_reply, schema_of
from dragoman.testing.openai_script import ContentFault, Dialect, ReplySpec, StatusFault, WireFault
from dragoman.testing.openai_server import OpenAIServer

ROOT = Path(__file__).parents[3]
ASKED = (Message(role="user", content="hi there"),)
TOOL = ToolSpec(
    name="add",
    description="",
    parameters={"type": "object", "properties": {"x": {"type": "integer"}}, "required": ["x"]},
)
WAYS = {
    "plain": ("openai", ChatRequest(messages=ASKED, max_output_tokens=40)),
    "tools": ("openai", ChatRequest(messages=ASKED, tools=(TOOL,), max_output_tokens=40)),
    "by function": ("deepseek", ChatRequest(messages=ASKED, schema=schema_of(Choice), max_output_tokens=40)),
    "by schema": ("openai", ChatRequest(messages=ASKED, schema=schema_of(Choice), max_output_tokens=40)),
}
DIALECTS: dict[str, Dialect] = {"deepseek": "deepseek", "generic": "plain"}
KINDS = {
    "bad_request": {"rejected"},
    "unauthorized": {"refused"},
    "not_found": {"rejected"},
    "too_many_requests": {"rate-limited"},
    "server_error": {"server-error"},
    "unavailable": {"server-error"},
    "slow_first_byte": {"our time was up"},
    "stalled_stream": {"our time was up"},
    "cut_stream": {"cut-off"},
    "unfinished_stream": {"cut-off"},
    "dropped_connection": {"cut-off"},
    "malformed_json": {"malformed"},
    "error_event": {"malformed", "server-error"},  # of a whole reply it is only no reply
    "wrong_content_type": {"malformed"},
    "empty": {"empty"},
    "over_long": {"malformed"},
    "token_limit": {"not whole"},
    "malformed_arguments": {"wrong form"},
    "wrong_tool": {"wrong form"},
    "wrong_enum": {"wrong form"},
}


@pytest.fixture
async def model_at():
    opened: list[OpenAICompatibleModel] = []

    def open_model(server: OpenAIServer, family: str = "openai") -> OpenAICompatibleModel:
        profile = packaged_profiles()[family]
        model = OpenAICompatibleModel("paid:one", url=server.url, model="scripted", profile=profile, key=Secret("sk"))
        opened.append(model)
        return model

    yield open_model
    for model in opened:
        await model.aclose()


async def reply_to(model: OpenAICompatibleModel, request: ChatRequest, *, streams: bool = False) -> Reply:
    if not streams:
        return await model.reply(request)
    parts = [part async for part in model.stream(request)]
    assert isinstance(parts[-1], Reply)
    return parts[-1]


async def outcome(model: OpenAICompatibleModel, request: ChatRequest, *, streams: bool, patience: float) -> str:
    """Say in a word how a call ended, a reply of the wrong form included."""
    await model.prepare()
    try:
        async with asyncio.timeout(patience):
            reply = await reply_to(model, request, streams=streams)
    except ProviderError as failure:
        return failure.kind
    except TimeoutError:
        return "our time was up"
    if not reply.is_whole:
        return "not whole"
    return "right" if is_right(reply, request) else "wrong form"


def is_right(reply: Reply, request: ChatRequest) -> bool:
    if request.schema:
        try:
            read_reply(reply, Choice)
        except WrongFormError:
            return False
        return True
    known = {tool.name for tool in request.tools}
    return all(call.name in known and not call.fault for call in reply.calls)


@pytest.mark.parametrize("streams", [False, True], ids=["whole", "streamed"])
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("fault", [*get_args(StatusFault), *get_args(WireFault), *get_args(ContentFault)])
async def test_every_fault_has_its_name_in_every_way_of_asking(fault, way, streams, model_at):
    family, request = WAYS[way]
    no_calls, no_words = way == "plain", way in ("plain", "tools")
    harmless = (fault == "malformed_arguments" and no_calls) or (fault == "wrong_enum" and no_words)
    patience = 0.2 if "our time was up" in KINDS[fault] else 20
    with OpenAIServer([ReplySpec(fault=fault)], dialect=DIALECTS.get(family, "openai")) as server:
        ended = await outcome(model_at(server, family), request, streams=streams, patience=patience)
    assert ended in ({"right"} if harmless else KINDS[fault])


@pytest.mark.parametrize("streams", [False, True], ids=["whole", "streamed"])
@pytest.mark.parametrize("way", WAYS)
async def test_a_reply_without_a_fault_is_right_in_every_way_of_asking(way, streams, model_at):
    family, request = WAYS[way]
    with OpenAIServer([ReplySpec()], dialect=DIALECTS.get(family, "openai")) as server:
        assert await outcome(model_at(server, family), request, streams=streams, patience=20) == "right"


async def test_a_server_that_knows_neither_schema_nor_functions_is_asked_in_words(model_at):
    with OpenAIServer([{"route": "news", "reason": ""}], dialect="plain") as server:
        reply = await model_at(server, "generic").reply(ChatRequest(messages=ASKED, schema=schema_of(Choice)))
    assert read_reply(reply, Choice).route == "news"
    assert '"figures"' in server.requests[0].body["messages"][0]["content"]


async def test_deepseek_is_asked_by_function_with_thinking_off_and_never_by_schema(model_at):
    with OpenAIServer([ReplySpec()], dialect="deepseek") as server:
        await model_at(server, "deepseek").reply(ChatRequest(messages=ASKED, schema=schema_of(Choice)))
    body = server.requests[0].body
    assert body["thinking"] == {"type": "disabled"}
    assert body["tool_choice"] == {"type": "function", "function": {"name": "Choice"}}
    assert "response_format" not in body


async def test_openai_is_asked_for_a_closed_schema_with_every_key(model_at):
    with OpenAIServer([ReplySpec()]) as server:
        await model_at(server).reply(ChatRequest(messages=ASKED, schema=schema_of(Choice)))
    form = server.requests[0].body["response_format"]["json_schema"]
    assert (form["strict"], form["schema"]["required"]) == (True, ["route", "reason"])
    assert form["schema"]["additionalProperties"] is False


@pytest.mark.parametrize(("family", "name"), [("deepseek", "max_tokens"), ("openai", "max_completion_tokens")])
async def test_the_limit_of_tokens_and_temperature_zero_are_always_sent(family, name, model_at):
    with OpenAIServer(["yes"]) as server:
        await model_at(server, family).reply(ChatRequest(messages=ASKED, max_output_tokens=77))
    assert (server.requests[0].body[name], server.requests[0].body["temperature"]) == (77, 0)


async def test_a_stream_says_how_many_tokens_it_took(model_at):
    with OpenAIServer(["one two three"]) as server:
        reply = await reply_to(model_at(server), ChatRequest(messages=ASKED), streams=True)
    assert reply.usage.output_tokens == 3


async def test_a_text_arrives_in_pieces(model_at):
    with OpenAIServer(["one two three"]) as server:
        parts = [part async for part in model_at(server).stream(ChatRequest(messages=ASKED))]
    assert [part for part in parts if isinstance(part, str)] == ["one ", "two ", "three"]


@pytest.mark.parametrize(("fault", "seconds"), [("too_many_requests", 3), ("unavailable", 2)])
async def test_retry_after_is_read(fault, seconds, model_at):
    server = OpenAIServer([ReplySpec(fault=fault, retry_after_seconds=seconds)])
    with server, pytest.raises(ProviderError) as caught:
        await model_at(server).reply(ChatRequest(messages=ASKED))
    assert caught.value.retry_after is not None
    assert caught.value.retry_after.total_seconds() == seconds


async def test_nobody_listening_is_unreachable(model_at):
    with OpenAIServer([]) as server:
        model = model_at(server)
    with pytest.raises(ProviderError) as caught:
        await model.reply(ChatRequest(messages=ASKED))
    assert caught.value.kind == "unreachable"


async def test_the_client_tries_once_and_leaves_trying_again_to_dispatch(model_at):
    with OpenAIServer([ReplySpec(fault="server_error", times="always")]) as server, pytest.raises(ProviderError):
        await model_at(server).reply(ChatRequest(messages=ASKED))
    assert server.calls == 1


@pytest.mark.parametrize("streams", [False, True])
async def test_tokens_the_provider_had_from_before_are_counted(model_at, streams):
    reply = Reply(content="yes", usage=Usage(input_tokens=50, output_tokens=2, cached_tokens=30))
    with OpenAIServer([reply]) as server:
        said = await reply_to(model_at(server), WAYS["plain"][1], streams=streams)
    assert said.usage == Usage(input_tokens=50, output_tokens=2, cached_tokens=30)


def test_deepseeks_own_name_for_them_counts_too():
    usage = {"input_tokens": 50, "output_tokens": 2, "total_tokens": 52}
    metadata = {"finish_reason": "stop", "token_usage": {"prompt_cache_hit_tokens": 20}}
    said = reply_of(AIMessage("yes", usage_metadata=usage, response_metadata=metadata), None)
    assert said.usage.cached_tokens == 20


_SOCKETS = """
import asyncio, gc, sys
from contextlib import aclosing
from tests.unit.models.test_wire import WAYS
from dragoman.models.profiles import packaged_profiles
from dragoman.models.providers.openai_compatible import OpenAICompatibleModel

async def main():
    model = OpenAICompatibleModel("free:x", url=sys.argv[1], model="scripted", profile=packaged_profiles()["openai"])
    await model.reply(WAYS["plain"][1])
    async with aclosing(model.stream(WAYS["plain"][1])) as parts:
        async for _ in parts:
            break
    await model.aclose()

asyncio.run(main())
gc.collect()
"""


def test_a_server_that_keeps_connections_is_left_with_none_open():
    with OpenAIServer(["one two three", "one two three"], keep_alive=True) as server:
        command = [sys.executable, "-X", "dev", "-W", "always::ResourceWarning", "-c", _SOCKETS, server.url]
        done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT, timeout=60)
    assert not re.search("unclosed|RuntimeError", done.stderr), done.stderr

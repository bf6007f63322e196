"""Recorded exchanges replay without the model, and hold nothing that looks like a credential."""

import json

import openai
import pytest

from dragoman.models.chat import ChatRequest, Message, Reply, ReplySchema, ToolCall, ToolSpec
from dragoman.testing.errors import RecordingError, RecordingMissError
from dragoman.testing.openai_server import OpenAIServer
from dragoman.testing.recordings import Recorder, Replay, key_of, read_exchanges
from dragoman.testing.scripted_model import ScriptedChatModel

KEY = "sk-proj-0123456789abcdefghij"
HUSHED = "hush-hush"


def asking(text="Where to?", **more):
    return ChatRequest(messages=(Message(role="user", content=text),), **more)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "exchanges.jsonl"


async def recorded(path, script, *requests, **more):
    model = Recorder(ScriptedChatModel("free:s", script), path, **more)
    return [await model.reply(request) for request in requests]


async def test_what_was_recorded_is_replayed_whole(path):
    call = ToolCall(id="c1", name="add", arguments={"a": [1, None, "é"]})
    replies = await recorded(path, [Reply(content="x", calls=(call,), is_whole=False)], asking())
    assert [await Replay(path).reply(asking())] == replies


async def test_a_stream_is_recorded_and_replayed_too(path):
    model = Recorder(ScriptedChatModel("free:s", ["one two"]), path)
    assert len([part async for part in model.stream(asking())]) == 3
    *pieces, last = [part async for part in Replay(path).stream(asking())]
    assert "".join(pieces) == last.content == "one two"


async def test_the_same_request_gets_its_replies_in_order_and_then_the_last(path):
    await recorded(path, ["one", "two"], asking(), asking())
    model = Replay(path)
    assert [(await model.reply(asking())).content for _ in range(3)] == ["one", "two", "two"]


@pytest.mark.parametrize(
    "other",
    [
        asking("Where to"),
        asking(schema=ReplySchema(name="R", schema={})),
        asking(tools=(ToolSpec(name="t", description="", parameters={}),)),
        asking(max_output_tokens=1),
    ],
)
async def test_a_request_that_differs_in_anything_is_a_miss_with_a_name(path, other):
    await recorded(path, ["one"], asking())
    with pytest.raises(RecordingMissError, match=r"exchanges\.jsonl  none of the 1 recorded exchanges"):
        await Replay(path).reply(other)


def test_the_order_of_keys_in_a_schema_is_no_difference():
    forms = ({"type": "object", "title": "R"}, {"title": "R", "type": "object"})
    assert len({key_of(asking(schema=ReplySchema(name="R", schema=form))) for form in forms}) == 1


async def test_credentials_never_reach_the_file(path):
    request = asking(f"key {KEY}, Authorization: Bearer abcdefgh12345678, {HUSHED}")
    await recorded(path, [f"you sent {KEY} and {HUSHED}"], request, secrets=[HUSHED])
    text = path.read_text(encoding="utf-8")
    assert [secret for secret in (KEY, "abcdefgh12345678", HUSHED) if secret in text] == []
    replay = Replay(path, secrets=[HUSHED])
    assert (await replay.reply(request)).content == "you sent [redacted] and [redacted]"


async def test_a_failure_is_passed_on_and_not_kept(path):
    with pytest.raises(TimeoutError):
        await recorded(path, [TimeoutError()], asking())
    assert not path.exists()


@pytest.mark.parametrize("line", ["no json", "{}", '{"key": "k", "request": {"messages": "x"}, "reply": {}}'])
async def test_a_line_that_is_no_exchange_is_named(path, line):
    await recorded(path, ["one"], asking())
    path.write_text(path.read_text(encoding="utf-8") + line + "\n", encoding="utf-8")
    with pytest.raises(RecordingError, match=r"exchanges\.jsonl:2:1"):
        read_exchanges(path)


async def test_a_line_is_plain_json_with_the_words_of_the_port(path):
    await recorded(path, ["one"], asking())
    line = json.loads(path.read_text(encoding="utf-8"))
    assert (line["request"]["messages"][0]["content"], line["reply"]["content"]) == ("Where to?", "one")


async def test_a_replay_may_stand_behind_the_server(path):
    request = ChatRequest(messages=(Message(role="user", content="Where to?"),))
    await recorded(path, ["There."], request)
    with OpenAIServer(Replay(path)) as server:
        async with openai.AsyncOpenAI(base_url=server.url, api_key="any", max_retries=0) as one:
            asked = [{"role": "user", "content": "Where to?"}]
            reply = await one.chat.completions.create(model="scripted", messages=asked)
            assert reply.choices[0].message.content == "There."
            with pytest.raises(openai.InternalServerError):
                await one.chat.completions.create(model="scripted", messages=[{"role": "user", "content": "?"}])
    assert server.requests[1].fault == "RecordingMissError"

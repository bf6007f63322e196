"""What every chat model does. Subclass it in a test file, say how a model with a script is opened, and run pytest.

class TestMyModel(ChatModelConformance):
def open(self, script):
return my_model_that_says(script)

def silent(self):
return my_model_that_never_replies()
"""

import asyncio
import json
import re
from abc import ABC, abstractmethod
from collections.abc import Coroutine
from contextlib import AbstractContextManager

from dragoman.models.chat import ChatModel, ChatRequest, Message, Reply, ReplySchema, ToolCall, ToolSpec
from dragoman.models.errors import ProviderError
from dragoman.testing.scripted_model import Script

TEXT = "BHP’s revenue was US$55.7 billion [S1].\n\nIt rose by 3 %: “更多”, <b>not bold</b> & {x}. "
PRIVATE = "canary-7f3a in the prompt"
ADD = ToolSpec(
    name="add",
    description="Adds two numbers.",
    parameters={
        "type": "object",
        "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
        "required": ["a", "b"],
    },
)
ROUTE = ReplySchema(
    name="Route",
    schema={
        "type": "object",
        "properties": {"route": {"type": "string", "enum": ["news", "reports"]}, "why": {"type": "string"}},
        "required": ["route", "why"],
    },
)
ROUTED = {"route": "news", "why": "“новости” & more"}


def asked(text: str = "Where to?") -> tuple[Message, ...]:
    """Return the messages of a first turn."""
    return (Message(role="system", content="You are a test."), Message(role="user", content=text))


class ChatModelConformance(ABC):
    """The suite. Each test is a claim about a model that says what its script says."""

    @abstractmethod
    def open(self, script: Script) -> AbstractContextManager[ChatModel]:
        """Open a model that says these lines, one for each call; an error among them is its provider's failure."""

    @abstractmethod
    def silent(self) -> AbstractContextManager[ChatModel]:
        """Open a model that never replies."""

    def test_its_id_is_tier_and_name(self) -> None:
        with self.open([]) as model:
            assert re.fullmatch(r"(free|paid):[^\s:]+", model.id)

    def test_a_text_arrives_as_it_was_said(self) -> None:
        with self.open([TEXT]) as model:
            reply = asyncio.run(model.reply(ChatRequest(messages=asked())))
        assert (reply.content, reply.calls, reply.is_whole) == (TEXT, (), True)

    def test_a_reply_says_what_it_took_and_who_gave_it(self) -> None:
        with self.open(["One two three."]) as model:
            reply = asyncio.run(model.reply(ChatRequest(messages=asked())))
        assert reply.usage.input_tokens > 0
        assert reply.usage.output_tokens > 0
        assert reply.model

    def test_a_stream_is_the_text_in_pieces_and_then_the_whole_reply(self) -> None:
        with self.open([TEXT]) as model:
            *pieces, whole = asyncio.run(streamed(model, ChatRequest(messages=asked())))
        assert isinstance(whole, Reply)
        assert all(isinstance(piece, str) for piece in pieces)
        assert "".join(map(str, pieces)) == whole.content == TEXT
        assert len(pieces) > 1
        assert whole.usage.output_tokens > 0

    def test_a_call_of_a_tool_has_an_id_a_name_and_arguments(self) -> None:
        calls = [ToolCall(id=f"c{n}", name="add", arguments={"a": n, "b": 2}) for n in (1, 2)]
        for ask in (replied, last_of_stream):
            with self.open([calls]) as model:
                reply = asyncio.run(ask(model, ChatRequest(messages=asked(), tools=(ADD,))))
            assert [(call.name, call.arguments) for call in reply.calls] == [("add", one.arguments) for one in calls]
            assert len({call.id for call in reply.calls}) == 2

    def test_the_result_of_a_tool_goes_back_and_the_model_goes_on(self) -> None:
        call = ToolCall(id="c1", name="add", arguments={"a": 1, "b": 2})
        history = (
            *asked(),
            Message(role="assistant", content="", calls=(call,)),
            Message(role="tool", content="3", answers="c1"),
        )
        with self.open(["It is 3."]) as model:
            reply = asyncio.run(model.reply(ChatRequest(messages=history, tools=(ADD,))))
        assert (reply.content, reply.calls) == ("It is 3.", ())

    def test_an_object_of_the_asked_form_is_the_content(self) -> None:
        for ask in (replied, last_of_stream):
            with self.open([ROUTED]) as model:
                reply = asyncio.run(ask(model, ChatRequest(messages=asked(), schema=ROUTE)))
            assert json.loads(reply.content) == ROUTED
            assert reply.calls == ()

    def test_a_reply_that_was_cut_at_the_limit_says_so(self) -> None:
        for ask in (replied, last_of_stream):
            with self.open([Reply(content="This is cu", is_whole=False)]) as model:
                reply = asyncio.run(ask(model, ChatRequest(messages=asked(), max_output_tokens=3)))
            assert (reply.content, reply.is_whole) == ("This is cu", False)

    def test_a_failure_of_the_provider_is_named_and_repeats_nothing_of_the_prompt(self) -> None:
        for ask in (replied, last_of_stream):
            with self.open([ProviderError("server-error", "scripted")]) as model:
                failure = raised(ask(model, ChatRequest(messages=asked(PRIVATE))))
            assert isinstance(failure, ProviderError)
            assert failure.kind == "server-error"
            assert PRIVATE not in f"{failure!r} {failure}"

    def test_after_a_failure_it_can_be_asked_again(self) -> None:
        with self.open([ProviderError("server-error"), "Better now."]) as model:
            raised(model.reply(ChatRequest(messages=asked())))
            assert asyncio.run(model.reply(ChatRequest(messages=asked()))).content == "Better now."

    def test_whoever_waits_too_long_can_leave(self) -> None:
        for ask in (replied, last_of_stream):
            with self.silent() as model:
                failure = raised(ask(model, ChatRequest(messages=asked())), within=0.2)
            assert isinstance(failure, TimeoutError)

    def test_many_may_ask_at_once_and_each_gets_the_own_reply(self) -> None:
        async def ask_all(model: ChatModel) -> list[Reply]:
            requests = [ChatRequest(messages=asked(f"number {n}")) for n in range(8)]
            return await asyncio.gather(*map(model.reply, requests))

        with self.open(lambda request: request.messages[-1].content) as model:
            replies = asyncio.run(ask_all(model))
        assert [reply.content for reply in replies] == [f"number {n}" for n in range(8)]

    def test_it_works_in_one_event_loop_after_another(self) -> None:
        with self.open(["one", "two"]) as model:
            contents = [asyncio.run(model.reply(ChatRequest(messages=asked()))).content for _ in range(2)]
        assert contents == ["one", "two"]


async def streamed(model: ChatModel, request: ChatRequest) -> list[str | Reply]:
    """Return all parts of a stream."""
    return [part async for part in model.stream(request)]


async def replied(model: ChatModel, request: ChatRequest) -> Reply:
    """Return the reply that comes at once."""
    return await model.reply(request)


async def last_of_stream(model: ChatModel, request: ChatRequest) -> Reply:
    """Return the whole reply that ends a stream."""
    last = (await streamed(model, request))[-1]
    assert isinstance(last, Reply)
    return last


def raised(asking: Coroutine[object, object, Reply], *, within: float = 20.0) -> Exception | None:
    """Return what an asking raises; after `within` seconds nobody waits any more."""

    async def waited() -> None:
        await asyncio.wait_for(asking, within)

    try:
        asyncio.run(waited())
    except Exception as error:  # noqa: BLE001  # which one it is, is what the test looks at
        return error
    return None

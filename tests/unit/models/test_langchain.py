"""Any chat model of LangChain behind our port, and nothing of it at a tracing service."""

import os
import subprocess
import sys
from pathlib import Path

from langchain_openai import ChatOpenAI
from tests.unit.models.room import Choice

from dragoman.models.chat import ChatRequest, Message, Reply
from dragoman.models.providers.langchain import from_langchain
from dragoman.models.structured import read_reply, schema_of
from dragoman.testing.openai_script import ReplySpec
from dragoman.testing.openai_server import OpenAIServer

ASKED = (Message(role="user", content="hi"),)
ROOT = Path(__file__).parents[3]


async def replies(server: OpenAIServer, request: ChatRequest, **more: bool) -> list[str | Reply]:
    chat = ChatOpenAI(base_url=server.url, model="scripted", api_key="sk-canary", max_retries=0)
    model = from_langchain(chat, id="paid:other", **more)
    assert "canary" not in repr(model)
    found = [await model.reply(request), *[part async for part in model.stream(request)]]
    await chat.root_async_client.close()
    return found


async def test_a_text_comes_whole_and_in_pieces():
    with OpenAIServer(["one two", "one two"]) as server:
        whole, *pieces, last = await replies(server, ChatRequest(messages=ASKED))
    assert (whole.content, "".join(pieces), last.content) == ("one two", "one two", "one two")


async def test_a_form_is_asked_for_by_a_function_or_in_words():
    request = ChatRequest(messages=ASKED, schema=schema_of(Choice))
    for tools in (True, False):
        with OpenAIServer([{"route": "news", "reason": "x"}] * 2) as server:
            whole, *_, last = await replies(server, request, tools=tools)
        assert read_reply(whole, Choice) == read_reply(last, Choice) == Choice(route="news", reason="x")


_TRACED = """
import asyncio, sys
from tests.unit.models.test_langchain import ASKED
from dragoman.models.chat import ChatRequest
from dragoman.models.profiles import packaged_profiles
from dragoman.models.providers.openai_compatible import OpenAICompatibleModel

async def main():
    model = OpenAICompatibleModel("free:x", url=sys.argv[1], model="scripted", profile=packaged_profiles()["openai"])
    await model.reply(ChatRequest(messages=ASKED))
    async for _ in model.stream(ChatRequest(messages=ASKED)):
        pass
    await model.aclose()
asyncio.run(main())
"""


def test_no_tracing_service_hears_of_it_whatever_the_environment_says():
    with OpenAIServer([ReplySpec(times="always")]) as server, OpenAIServer([]) as tracing:
        named = {"LANGSMITH_ENDPOINT": tracing.url, "LANGCHAIN_ENDPOINT": tracing.url, "LANGSMITH_API_KEY": "k"}
        switched = {"LANGSMITH_TRACING": "true", "LANGCHAIN_TRACING_V2": "true"}
        environ = os.environ | named | switched | {"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"}
        subprocess.run([sys.executable, "-c", _TRACED, server.url], env=environ, cwd=ROOT, check=True)
        assert (server.calls, len(tracing.requests)) == (2, 0)

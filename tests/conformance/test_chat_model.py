"""Every chat model passes the same suite: scripted, replayed, and real clients over the loopback server."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from dragoman.models.chat import ChatModel, ChatRequest, Reply
from dragoman.models.profiles import packaged_profiles
from dragoman.models.providers.openai_compatible import OpenAICompatibleModel
from dragoman.testing.chat_model_conformance import ChatModelConformance
from dragoman.testing.openai_script import Dialect, ReplySpec
from dragoman.testing.openai_server import OpenAIServer
from dragoman.testing.recordings import Recorder, Replay
from dragoman.testing.scripted_model import Script, ScriptedChatModel


class TestScripted(ChatModelConformance):
    @contextmanager
    def open(self, script: Script) -> Iterator[ChatModel]:
        yield ScriptedChatModel("free:scripted", script)

    @contextmanager
    def silent(self) -> Iterator[ChatModel]:
        yield ScriptedChatModel("free:scripted", lambda request: asyncio.Event().wait())


class Replayed:
    """Has each exchange recorded first, and replies from the recording."""

    def __init__(self, model: ChatModel, folder: Path) -> None:
        self._model = model
        self._folder = folder
        self._number = 0

    @property
    def id(self) -> str:
        return "free:replay"

    async def reply(self, request: ChatRequest) -> Reply:
        return await (await self._replay(request)).reply(request)

    async def stream(self, request: ChatRequest) -> AsyncIterator[str | Reply]:
        async for part in (await self._replay(request)).stream(request):
            yield part

    async def _replay(self, request: ChatRequest) -> Replay:
        self._number += 1
        path = self._folder / f"{self._number}.jsonl"
        await Recorder(self._model, path).reply(request)
        return Replay(path)


class TestReplayed(ChatModelConformance):
    @contextmanager
    def open(self, script: Script) -> Iterator[ChatModel]:
        with TemporaryDirectory() as folder:
            yield Replayed(ScriptedChatModel("free:scripted", script), Path(folder))

    @contextmanager
    def silent(self) -> Iterator[ChatModel]:
        with self.open(lambda request: asyncio.Event().wait()) as model:
            yield model


@pytest.mark.parametrize(
    ("family", "dialect"), [("openai", "openai"), ("deepseek", "deepseek"), ("generic", "openai")], scope="class"
)
class TestOpenAICompatible(ChatModelConformance):
    @pytest.fixture(autouse=True)
    def _family(self, family: str, dialect: Dialect) -> None:
        self.family, self.dialect = packaged_profiles()[family], dialect

    @contextmanager
    def open(self, script: Script) -> Iterator[ChatModel]:
        with OpenAIServer(script, dialect=self.dialect) as server:
            yield OpenAICompatibleModel("free:loopback", url=server.url, model="scripted", profile=self.family)
            assert server.unscripted == []

    @contextmanager
    def silent(self) -> Iterator[ChatModel]:
        with self.open([ReplySpec(fault="slow_first_byte")]) as model:
            yield model

"""Exchanges with a real model, kept in a file and replayed without it.

    model = Recorder(real_model, Path("exchanges.jsonl"))  # once, with a key
    model = Replay(Path("exchanges.jsonl"))                # ever after, without

A line of the file is one exchange: the key of its request, the request, and the reply. Whatever looks like a
credential is taken out before anything is written, from the file and from the key.
"""

import hashlib
import json
import re
from collections.abc import AsyncGenerator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from dragoman.errors import Source
from dragoman.models.chat import ChatModel, ChatRequest, Reply
from dragoman.testing.errors import RecordingError, RecordingMissError
from dragoman.testing.scripted_model import pieces_of

REDACTED = "[redacted]"
_CREDENTIAL = re.compile(
    r"\b(?:sk|pk|rk|key|tok|ghp|gho|xox[a-z]|hf|tvly)[-_][A-Za-z0-9_\-]{12,}|\bBearer\s+[\w.\-~+/]{8,}=*"
    r"|\beyJ[\w\-]{8,}\.[\w\-]{8,}\.[\w\-]*|\bAKIA[0-9A-Z]{16}\b"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """One line of the file."""

    key: str
    request: ChatRequest
    reply: Reply


_LINE = TypeAdapter(Exchange)


def key_of(request: ChatRequest, *, secrets: Sequence[str] = ()) -> str:
    """Return the same key for the same messages, tools and schema, in whatever order their JSON stands."""
    content = asdict(_without_secrets(request, secrets))
    return hashlib.sha256(json.dumps(content, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def read_exchanges(path: Path) -> list[Exchange]:
    """Read a file of exchanges. Raises RecordingError with the line."""
    exchanges = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        try:
            exchanges.append(_LINE.validate_json(line))
        except ValidationError:
            raise RecordingError(Source(str(path), number, 1)) from None
    return exchanges


class Recorder:
    """Asks a model, and adds each exchange to a file. Failures are passed on and not kept."""

    def __init__(self, model: ChatModel, path: Path, *, secrets: Sequence[str] = ()) -> None:
        self._model = model
        self._path = path
        self._secrets = tuple(secrets)  # taken out beside what looks like a credential

    @property
    def id(self) -> str:
        """That of the model."""
        return self._model.id

    async def reply(self, request: ChatRequest) -> Reply:
        """Return the model's reply, which is then on file."""
        reply = await self._model.reply(request)
        self._keep(request, reply)
        return reply

    async def stream(self, request: ChatRequest) -> AsyncGenerator[str | Reply]:
        """Yield what the model yields; the whole reply is then on file."""
        async for part in self._model.stream(request):
            if isinstance(part, Reply):
                self._keep(request, part)
            yield part

    def _keep(self, request: ChatRequest, reply: Reply) -> None:
        line = asdict(
            Exchange(
                key=key_of(request, secrets=self._secrets),
                request=_without_secrets(request, self._secrets),
                reply=_without_secrets(reply, self._secrets),
            )
        )
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")


class Replay:
    """A chat model that replies as recorded. The same request asked again gets its next reply, in the end the last."""

    def __init__(self, path: Path, *, id: str = "free:replay", secrets: Sequence[str] = ()) -> None:  # noqa: A002 - the port's own word
        self._id = id
        self._path = path
        self._secrets = tuple(secrets)
        self._replies: dict[str, list[Reply]] = {}
        for exchange in read_exchanges(path):
            self._replies.setdefault(exchange.key, []).append(exchange.reply)

    @property
    def id(self) -> str:
        """Tier and name, as given."""
        return self._id

    async def reply(self, request: ChatRequest) -> Reply:
        """Return the recorded reply. Raises RecordingMissError."""
        key = key_of(request, secrets=self._secrets)
        if key not in self._replies:
            raise RecordingMissError(key, Source(str(self._path)), len(self._replies))
        replies = self._replies[key]
        return replies.pop(0) if len(replies) > 1 else replies[0]

    async def stream(self, request: ChatRequest) -> AsyncGenerator[str | Reply]:
        """Yield the recorded reply word by word, then whole."""
        whole = await self.reply(request)
        for piece in pieces_of(whole.content):
            yield piece
        yield whole


def _without_secrets(value: Any, secrets: Sequence[str]) -> Any:  # noqa: ANN401 - a request or a reply, and gives one
    text = json.dumps(asdict(value), ensure_ascii=False)
    for secret in secrets:
        text = text.replace(json.dumps(secret, ensure_ascii=False)[1:-1], REDACTED)
    return TypeAdapter(type(value)).validate_json(_CREDENTIAL.sub(REDACTED, text))

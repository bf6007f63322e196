"""Models that say what a test tells them to, and remember what they were asked."""

import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any, TypeVar

from pydantic import BaseModel

from dragoman.errors import DragomanError
from dragoman.models.chat import ChatRequest, Reply, ToolCall, Usage
from dragoman.models.language_model import OnText, Tool
from dragoman.models.meter import Call, Meter
from dragoman.models.prompt import Prompt
from dragoman.testing.errors import UnscriptedCallError

T = TypeVar("T", bound=BaseModel)

# A text, an object that becomes JSON, calls of tools, a whole reply, or an error to raise.
Line = str | Mapping[str, Any] | BaseModel | ToolCall | Sequence[ToolCall] | Reply | Exception
Script = Sequence["Line | Callable[[ChatRequest], Line | Awaitable[Line]]"] | Callable[[ChatRequest], Any]


class ScriptedChatModel:
    """A chat model with a script: one line for each call, or one function for all calls.

    A line may be a function of the request, also an async one: `lambda request: asyncio.Event().wait()` never replies.
    """

    def __init__(self, id: str, script: Script) -> None:  # noqa: A002 - the port's own word
        self._id = id
        self._lines = None if callable(script) else list(script)
        self._speaker = script if callable(script) else None
        self.requests: list[ChatRequest] = []
        self.unscripted: list[ChatRequest] = []  # those the script had no line for

    @property
    def id(self) -> str:
        """Tier and name, as given."""
        return self._id

    @property
    def unused(self) -> int:
        """How many lines nobody has asked for."""
        return len(self._lines or ())

    async def reply(self, request: ChatRequest) -> Reply:
        """Return the next line as a whole reply, or raise it."""
        self.requests.append(request)
        line = await _spoken(self._next(request), request)
        if isinstance(line, Exception):
            raise line
        return as_reply(line, request, model=self._id.partition(":")[2] or self._id)

    async def stream(self, request: ChatRequest) -> AsyncGenerator[str | Reply]:
        """Yield the next line word by word, then whole."""
        whole = await self.reply(request)
        for piece in pieces_of(whole.content):
            yield piece
        yield whole

    def _next(self, request: ChatRequest) -> object:
        if self._speaker is not None:
            return self._speaker
        if not self._lines:
            self.unscripted.append(request)
            raise UnscriptedCallError(
                f"{self._id} was called {len(self.requests)} times, more than its script has lines"
            )
        return self._lines.pop(0)


def as_reply(line: object, request: ChatRequest, *, model: str) -> Reply:
    """Make a whole reply of a line; tokens are counted as words."""
    match line:
        case Reply():
            reply = line
        case str():
            reply = Reply(content=line)
        case BaseModel():
            reply = Reply(content=line.model_dump_json())
        case Mapping():
            reply = Reply(content=json.dumps(dict(line), ensure_ascii=False))
        case ToolCall():
            reply = Reply(content="", calls=(line,))
        case list() | tuple() if line and all(isinstance(one, ToolCall) for one in line):
            reply = Reply(content="", calls=tuple(line))
        case _:
            raise UnscriptedCallError(f"a script has a line that is no reply: {type(line).__name__}")
    usage = reply.usage if reply.usage != Usage() else _words(request, reply)
    return replace(reply, usage=usage, model=reply.model or model)


def pieces_of(text: str) -> list[str]:
    """Cut a text behind each blank, as a stream would bring it; joined they are the text."""
    return [piece for piece in text.replace(" ", " \0").split("\0") if piece]


def _words(request: ChatRequest, reply: Reply) -> Usage:
    asked = sum(len(message.content.split()) for message in request.messages)
    return Usage(input_tokens=asked, output_tokens=len(reply.content.split()) + len(reply.calls))


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One call of a scripted language model."""

    prompt: str
    inputs: Mapping[str, str]
    output: type[BaseModel] | None = None  # of propose
    tools: tuple[str, ...] = ()  # of work


@dataclass(frozen=True, slots=True)
class Working:
    """What the model does when it is let to work: it calls these tools one by one, then says `text`.

    `text` may be a function of what the tools returned.
    """

    calls: Sequence[ToolCall]
    text: str | Callable[[list[str]], str] = field(default=lambda results: results[-1] if results else "")


class ScriptedLanguageModel:
    """A language model that answers each prompt, by its name, with what the test put there.

    A list is used up one by one; anything else answers every call of that prompt. What answers is a value (for
    `propose` one of the output class or a mapping that fits it; for `write` a text; for `work` a text or `Working`),
    an exception to raise, or a function that takes the inputs and returns one of these or a promise of it.
    A call nobody scripted raises `UnscriptedCallError` and stays in `unscripted`, in case something swallowed it.
    """

    def __init__(self, answers: Mapping[str, object], *, model: str = "free:scripted") -> None:
        self._answers = {name: list(one) if isinstance(one, list) else one for name, one in answers.items()}
        self._model = model
        self.calls: list[Asked] = []
        self.unscripted: list[Asked] = []

    @property
    def unused(self) -> dict[str, int]:
        """How many answers of each list nobody has asked for; those used up are left out."""
        return {name: len(one) for name, one in self._answers.items() if isinstance(one, list) and one}

    def calls_of(self, prompt: str) -> list[Asked]:
        """Return the calls of one prompt."""
        return [call for call in self.calls if call.prompt == prompt]

    async def propose(self, prompt: Prompt, inputs: Mapping[str, str], output: type[T], *, meter: Meter) -> T:
        """Return the next answer, as the class asked for."""
        asked = Asked(prompt=prompt.name, inputs=dict(inputs), output=output)
        answer = await self._answer(asked, prompt, meter)
        if isinstance(answer, output):
            return answer
        if isinstance(answer, Mapping):
            return output.model_validate(answer)
        raise self._gap(asked, f"the answer to {prompt.name!r} is no {output.__name__}: {type(answer).__name__}")

    async def write(
        self, prompt: Prompt, inputs: Mapping[str, str], *, meter: Meter, on_text: OnText | None = None
    ) -> str:
        """Return the next answer, which must be a text."""
        asked = Asked(prompt=prompt.name, inputs=dict(inputs))
        answer = await self._answer(asked, prompt, meter)
        if not isinstance(answer, str):
            raise self._gap(asked, f"the answer to {prompt.name!r} is no text: {type(answer).__name__}")
        for piece in pieces_of(answer) if on_text else ():
            on_text(piece)  # type: ignore[misc]  # only reached with a listener
        return answer

    async def work(
        self, prompt: Prompt, inputs: Mapping[str, str], tools: Sequence[Tool], *, max_rounds: int, meter: Meter
    ) -> str:
        """Call the tools of the next answer, at most `max_rounds` of them, and return its text."""
        asked = Asked(prompt=prompt.name, inputs=dict(inputs), tools=tuple(tool.spec.name for tool in tools))
        answer = await self._answer(asked, prompt, meter)
        if isinstance(answer, str):
            return answer
        if not isinstance(answer, Working):
            raise self._gap(asked, f"the answer to {prompt.name!r} is neither text nor Working")
        named = {tool.spec.name: tool for tool in tools}
        results = []
        for call in answer.calls[:max_rounds]:
            if call.name not in named:
                raise self._gap(
                    asked, f"the answer to {prompt.name!r} calls {call.name!r}, which is no tool it was given"
                )
            results.append(await named[call.name].call(call.arguments))
        return answer.text if isinstance(answer.text, str) else answer.text(results)

    async def _answer(self, asked: Asked, prompt: Prompt, meter: Meter) -> object:
        self.calls.append(asked)
        if set(asked.inputs) != set(prompt.inputs):
            raise self._gap(asked, f"{prompt.name!r} declares {sorted(prompt.inputs)}, got {sorted(asked.inputs)}")
        answer = await _spoken(self._next(asked), asked.inputs)
        failure = ""
        if isinstance(answer, Exception):
            failure = answer.code if isinstance(answer, DragomanError) else type(answer).__name__
        words = Usage(input_tokens=sum(len(text.split()) for text in asked.inputs.values()), output_tokens=1)
        name = f"{prompt.name}@{prompt.version}"
        meter.add(Call(prompt=name, model=self._model, usage=words, usd=Decimal(0), milliseconds=0.0, failure=failure))
        if isinstance(answer, Exception):
            raise answer
        return answer

    def _next(self, asked: Asked) -> object:
        if asked.prompt not in self._answers:
            raise self._gap(asked, f"nobody scripted the prompt {asked.prompt!r}; there is {sorted(self._answers)}")
        answers = self._answers[asked.prompt]
        if not isinstance(answers, list):
            return answers
        if not answers:
            raise self._gap(asked, f"the prompt {asked.prompt!r} was asked more often than it has answers")
        return answers.pop(0)

    def _gap(self, asked: Asked, problem: str) -> UnscriptedCallError:
        self.unscripted.append(asked)
        return UnscriptedCallError(problem)


async def _spoken(line: object, heard: object) -> object:
    """Return what a line says: a function is asked, a promise awaited."""
    said = line(heard) if callable(line) and not isinstance(line, type) else line
    return await said if isinstance(said, Awaitable) else said

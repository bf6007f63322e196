"""OpenAI's chat protocol on the wire: what is understood of a request, and what answers look like in it."""

import json
from collections.abc import Mapping
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from dragoman.domain.conversation import Turn
from dragoman.domain.outcome import Question
from dragoman.jobs.job import Job

Record = dict[str, Any]
COMPLETIONS = "/v1/chat/completions"
PREFIX = "dragoman/"
ASKED = ("mines", "contracts", "tasks")  # each is called dragoman/NAME
SOURCES = "\n\nSources:\n"
DONE = b"data: [DONE]\n\n"


class Lenient(BaseModel):
    """A part of a request; what is not known is left aside, for clients send what other servers understand."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class PartSchema(Lenient):
    """A piece of a message."""

    type: Literal["text"]
    text: str


class MessageSchema(Lenient):
    """One message. Only what user and assistant said counts."""

    role: Literal["system", "developer", "user", "assistant", "tool"]
    content: str | tuple[PartSchema, ...] | None = None

    @property
    def text(self) -> str:
        """The words."""
        if isinstance(self.content, tuple):
            return "\n".join(part.text for part in self.content)
        return self.content or ""


class StreamOptionsSchema(Lenient):
    """What a stream holds besides."""

    include_usage: bool = False


class CompletionSchema(Lenient):
    """A request for an answer."""

    model: str = Field(examples=["dragoman/mines"])
    messages: tuple[MessageSchema, ...] = Field(
        min_length=1, max_length=500, examples=[[{"role": "user", "content": "What was BHP's FY2024 revenue?"}]]
    )
    stream: bool = False
    stream_options: StreamOptionsSchema | None = None
    n: Literal[1] | None = None

    @model_validator(mode="after")
    def _ends_with_the_question(self) -> Self:
        if self.messages[-1].role != "user":
            raise ValueError("the last message is the question, so its role is user")
        return self

    @property
    def turns(self) -> tuple[Turn, ...]:
        """What was said before the question, without our lists of sources."""
        said = [one for one in self.messages[:-1] if one.role in ("user", "assistant") and one.text.strip()]
        return tuple(
            Turn("user", one.text) if one.role == "user" else Turn("assistant", one.text.split(SOURCES)[0])
            for one in said
        )


def answer_text(result: Mapping[str, Any]) -> str:
    """Return the words of an answer with what its markers lead to."""
    sources = [
        f"[{one['marker']}] {one['title']}, {one['place'] or 'page ' + str(one['page'])}"
        for one in result.get("citations", ())
    ]
    return str(result.get("answer", "")) + (SOURCES + "\n".join(sources) if sources else "")


def question_text(question: Question, job: str) -> str:
    """Return a question of ours with its options; a plan that waits for a yes is shown elsewhere, whole."""
    if question.kind == "approve":
        return f"{question.text}\n\nIts plan is shown, and answered, on the page or at /v1/jobs/{job}; not here."
    options = [f"{number}. {option.text}" for number, option in enumerate(question.options, start=1)]
    if options:
        options.append("0. none of these")
    return "\n\n".join(part for part in (question.text, "\n".join(options)) if part)


class Completion:
    """The records that answer one request."""

    def __init__(self, job: Job, model: str) -> None:
        self._head = {"id": f"chatcmpl-{job.id}", "created": int(job.created.timestamp()), "model": model}

    def whole(self, text: str, more: Record) -> Record:
        """Return the answer in one piece; `more` is what the protocol has no place for."""
        message = {"role": "assistant", "content": text, "refusal": None}
        choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": "stop"}
        return {**self._head, "object": "chat.completion", "choices": [choice], "usage": usage(more), "dragoman": more}

    def chunk(self, delta: Record, *, reason: str | None = None, more: Record | None = None) -> bytes:
        """Return one piece of a streamed answer."""
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": reason}
        return self._frame([choice], {"dragoman": more} if more is not None else {})

    def usage_chunk(self, more: Record) -> bytes:
        """Return the last piece, for those who asked for the usage."""
        return self._frame([], {"usage": usage(more)})

    def _frame(self, choices: list[Record], more: Record) -> bytes:
        return frame({**self._head, "object": "chat.completion.chunk", "choices": choices, **more})


def frame(record: Record) -> bytes:
    """Return a record as an event of a stream."""
    return f"data: {json.dumps(record, ensure_ascii=False)}\n\n".encode()


def usage(result: Mapping[str, Any]) -> Record:
    """Return the tokens of the language models that were asked; none where none was."""
    cost = result.get("cost") or {}
    sent, received = int(cost.get("input_tokens", 0)), int(cost.get("output_tokens", 0))
    return {"prompt_tokens": sent, "completion_tokens": received, "total_tokens": sent + received}


def error_record(status: int, code: str, problem: str, *, remedy: str = "") -> Record:
    """Return an error as clients of the protocol read it."""
    kind = "rate_limit_error" if status == 429 else "server_error" if status >= 500 else "invalid_request_error"
    sentences = [part[:1].upper() + part[1:] for part in (f"{problem.rstrip('.')}.", remedy) if part]
    return {"error": {"message": " ".join(sentences), "type": kind, "param": None, "code": code}}


def model_list() -> Record:
    """Return what can be asked, as the protocol lists models."""
    data = [{"id": PREFIX + name, "object": "model", "created": 0, "owned_by": "dragoman"} for name in ASKED]
    return {"object": "list", "data": data}

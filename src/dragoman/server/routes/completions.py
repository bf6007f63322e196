"""OpenAI's chat protocol: programs that speak it can ask the assistants.

Each request is a job like any other. Nothing is kept of the conversation between requests: its earlier messages come
with each of them, and a reply to a question of ours is known by that question standing right before it.
"""

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Header
from fastapi.sse import KEEPALIVE_COMMENT
from starlette.responses import JSONResponse, Response, StreamingResponse

from dragoman.domain import wire
from dragoman.domain.outcome import Question
from dragoman.domain.utterance import readable
from dragoman.errors import UnknownNameError
from dragoman.jobs.envelope import Envelope, Metadata
from dragoman.jobs.job import Job, JobEvent
from dragoman.server.openai_wire import (
    ASKED,
    COMPLETIONS,
    DONE,
    PREFIX,
    Completion,
    CompletionSchema,
    answer_text,
    error_record,
    frame,
    question_text,
)
from dragoman.server.served import Here, Served
from dragoman.server.stream import HEARTBEAT_SECONDS

router = APIRouter(tags=["chat"])
Record = dict[str, Any]
Key = Annotated[str | None, Header(max_length=200, description="The same key again gives the same job.")]
LOOKED_THROUGH = 200  # of the newest jobs, for the one whose question is replied to
STREAM: dict[int | str, dict[str, Any]] = {
    200: {
        "content": {
            "application/json": {"example": {"object": "chat.completion", "choices": [{"message": {"content": "…"}}]}},
            "text/event-stream": {"example": 'data: {"object": "chat.completion.chunk"}\n\ndata: [DONE]\n\n'},
        }
    }
}


@router.post(COMPLETIONS, response_class=Response, responses=STREAM)
async def completions(body: CompletionSchema, here: Here, idempotency_key: Key = None) -> Response:
    """Answer the last message, whole or as a stream; the text comes once it is checked.

    System messages, tools and settings of sampling change nothing. A question back is an answer with its options; what
    the next message says replies to it.
    """
    name = body.model.removeprefix(PREFIX)
    if name not in ASKED or not body.model.startswith(PREFIX):
        raise UnknownNameError("model", body.model, [PREFIX + one for one in ASKED])
    job, after = await asyncio.to_thread(_begin, body, here, assistant=name, key=idempotency_key)
    if body.stream:
        frames = _frames(here, job, after, body)
        return StreamingResponse(frames, media_type="text/event-stream", headers={"Cache-Control": "no-store"})
    text, more = _said(await _settled(here, job, after))
    if text is None:
        return JSONResponse(more, status_code=500)
    return JSONResponse(Completion(job, body.model).whole(text, more))


def _begin(body: CompletionSchema, here: Served, *, assistant: str, key: str | None) -> tuple[Job, int]:
    """Return the job and the number of its last event before: a new job, or the one whose question is replied to."""
    words = body.messages[-1].text
    if (waiting := _waiting(body, here, assistant)) and waiting.question:
        after = here.backend.events(waiting.id)[-1].seq
        return here.backend.reply(waiting.id, waiting.question.id, _option(waiting, words)), after
    desk = here.dragoman.desk
    words, thread = desk.admit(words, None)
    about = Metadata(assistant=assistant, idempotency_key=key)
    job = here.backend.submit(Envelope(prompt=words, metadata=about, thread=thread, history=body.turns))
    if job.envelope.thread == thread:  # else the key is known, and so are the words
        desk.begin(words, thread=thread, job=job.id)
    return job, 0


def _waiting(body: CompletionSchema, here: Served, assistant: str) -> Job | None:
    """Return the job that asked what stands right before the last message, if it still waits.

    What writes is agreed to where its plan is seen, so never here.
    """
    turns = body.turns
    if len(turns) < 2 or turns[-1].role != "assistant":
        return None
    asked = turns[-1].content.strip()
    words = {readable(turn.content) for turn in turns if turn.role == "user"}
    for job in here.backend.jobs(LOOKED_THROUGH):
        if job.status != "waiting" or job.question is None or job.question.kind == "approve":
            continue
        is_ours = job.envelope.metadata.assistant == assistant and job.envelope.prompt in words
        if is_ours and question_text(job.question, job.id).strip() == asked:
            return job
    return None


def _option(job: Job, words: str) -> str:
    """Return the value of the option that a number names, else the words."""
    options = job.question.options if job.question else ()
    number = words.strip().rstrip(".")
    is_number = number.isdecimal() and len(number) < 4 and 1 <= int(number) <= len(options)
    return options[int(number) - 1].value if is_number else words


async def _settled(here: Served, job: Job, after: int) -> JobEvent | None:
    """Return the event with which a job ends or asks; None when the server is stopped before."""
    async for event in here.backend.stream(job.id, after):
        if event.is_terminal or event.type == "question.asked":
            return event
    return None


def _said(event: JobEvent | None) -> tuple[str | None, Record]:
    """Return the text with what is said besides; no text and an error where there is no answer."""
    if event is None:
        return None, error_record(503, "stopped", "the server was stopped; the question is kept and answered later")
    if event.type == "job.done":
        result = dict(event.data["result"])
        return answer_text(result), result
    if event.type == "question.asked":
        return _asked(event)
    if event.type == "job.cancelled":
        return None, error_record(500, "cancelled", "the work on it was stopped")
    error = event.data["error"]
    return None, error_record(500, str(error["code"]), str(error["message"]), remedy=str(error["remedy"] or ""))


def _asked(event: JobEvent) -> tuple[str, Record]:
    asked = event.data["question"]
    return question_text(wire.load(Question, asked), event.job), {"job": event.job, "clarification": asked}


async def _frames(here: Served, job: Job, after: int, body: CompletionSchema) -> AsyncIterator[bytes]:
    """Give the pieces; a reader that leaves ends this and nothing else."""
    completion = Completion(job, body.model)
    yield completion.chunk({"role": "assistant", "content": ""})
    pending = asyncio.ensure_future(_settled(here, job, after))
    try:
        while not (await asyncio.wait({pending}, timeout=HEARTBEAT_SECONDS))[0]:
            yield KEEPALIVE_COMMENT
    finally:
        pending.cancel()
    text, more = _said(pending.result())
    if text is None:
        yield frame(more)
    else:
        for piece in text.splitlines(keepends=True):
            yield completion.chunk({"content": piece})
        yield completion.chunk({}, reason="stop", more=more)
        if body.stream_options and body.stream_options.include_usage:
            yield completion.usage_chunk(more)
    yield DONE

"""A message becomes a job in a thread."""

from typing import Annotated

from fastapi import APIRouter, Header

from dragoman.app.catalog import check_scenario
from dragoman.app.dragoman import ASSISTANTS
from dragoman.errors import UnknownNameError
from dragoman.jobs.envelope import Envelope, Metadata
from dragoman.jobs.job import Job
from dragoman.server.schema import AcceptedSchema, ChatSchema
from dragoman.server.served import Here, Served

router = APIRouter(prefix="/v1", tags=["chat"])
Key = Annotated[str | None, Header(max_length=200, description="The same key again gives the same job.")]


@router.post("/chat", status_code=202)
def chat(body: ChatSchema, here: Here, idempotency_key: Key = None) -> AcceptedSchema:
    """Store a message and start a job that answers it, or reply to the question that waits in its thread."""
    job = _reply(body, here, idempotency_key) if body.resume else _submit(body, here, idempotency_key)
    return AcceptedSchema(job=job.id, thread=job.envelope.thread, stream=f"/v1/jobs/{job.id}/stream")


@router.post("/jobs", status_code=202)
def submit(body: ChatSchema, here: Here, idempotency_key: Key = None) -> AcceptedSchema:
    """Do the same as `/v1/chat`, for programs that think in jobs."""
    return chat(body, here, idempotency_key)


def _submit(body: ChatSchema, here: Served, key: str | None) -> Job:
    if body.assistant not in (None, *ASSISTANTS):
        raise UnknownNameError("assistant", body.assistant, ASSISTANTS)
    if body.scenario_id is not None:
        check_scenario(here.dragoman.runtime, body.scenario_id)
    desk = here.dragoman.desk
    words, thread = desk.admit(body.message, body.thread_id)
    job = here.backend.submit(Envelope(prompt=words, metadata=_metadata(body, key), thread=thread))
    if job.envelope.thread == thread:  # else the key is known, and so are the words
        desk.begin(words, thread=thread, job=job.id)
    return job


def _reply(body: ChatSchema, here: Served, key: str | None) -> Job:
    """Answer the job that asks; a question that was asked elsewhere (in a terminal) gets a job of its own."""
    assert body.resume is not None  # noqa: S101  # the caller has looked
    question, reply = body.resume.question_id, body.resume.reply
    thread = body.thread_id or ""
    here.dragoman.runtime.threads.question(thread, question)
    if job := here.backend.waiting_for(thread, question):
        return here.backend.reply(job.id, question, reply)
    about = _metadata(body, key or f"{thread}:{question}:{reply}", answers=question)
    return here.backend.submit(Envelope(prompt=str(reply), metadata=about, thread=thread))


def _metadata(body: ChatSchema, key: str | None, *, answers: str | None = None) -> Metadata:
    return Metadata(
        scenario_id=body.scenario_id,
        intent_route=body.intent_route,
        kind=body.kind,
        assistant=body.assistant,
        fresh=body.fresh,
        policy=body.policy,
        idempotency_key=key,
        answers=answers,
    )

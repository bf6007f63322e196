"""Threads: the newest, what was said in one, forgetting one."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query

from dragoman.app.history import history_record
from dragoman.app.records import answer_record
from dragoman.domain.asker import ANYBODY
from dragoman.server.schema import LARGEST, WrongSchema
from dragoman.server.served import Here

router = APIRouter(prefix="/v1", tags=["threads"])
Record = dict[str, Any]


@router.get("/threads")
def threads(here: Here, limit: Annotated[int, Query(ge=1, le=1000)] = 30) -> Record:
    """List the newest threads by their first words."""
    found = here.dragoman.runtime.threads.threads(limit)
    return {"threads": [{"thread": thread, "label": words[:80]} for thread, words in found]}


@router.get("/threads/{thread}")
def one(thread: str, here: Here) -> Record:
    """Give every turn of a thread with its answer, its job, and the question that waits."""
    return history_record(here.dragoman, here.backend, thread)


@router.delete("/threads/{thread}", status_code=204)
def remove(thread: str, here: Here) -> None:
    """Forget a thread, its turns, questions and jobs."""
    here.dragoman.runtime.threads.remove(thread)
    here.backend.forget(thread)


@router.post("/threads/{thread}/turns/{turn}/wrong")
def wrong(
    thread: str, turn: Annotated[int, Path(ge=1, le=LARGEST)], here: Here, body: WrongSchema | None = None
) -> Record:
    """Call an answer wrong: what is remembered of it is forgotten, and its question is worked out anew from now on.

    `done` is "forgotten", "blocked" (nothing was kept of it, and nothing will be) or "noted" (it is never kept).
    """
    answer = here.dragoman.answer_of(thread, turn)
    cache = here.dragoman.runtime.answer_cache
    return {"done": cache.wrong_answer(ANYBODY.tenant, answer, reason=body.reason if body else "")}


@router.get("/trace/{thread}/{turn}")
def trace(thread: str, turn: Annotated[int, Path(ge=1, le=LARGEST)], here: Here) -> Record:
    """Give the lineage of an answer's numbers and the way it took."""
    answer = answer_record(here.dragoman.answer_of(thread, turn))
    return {name: answer[name] for name in ("thread", "turn", "lineage", "calculation", "path", "trace", "decision")}

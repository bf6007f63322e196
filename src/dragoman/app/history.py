"""The JSON of a thread: its turns with answers, jobs, replies, and the question that waits."""

from collections.abc import Sequence
from typing import Any

from dragoman.app.catalog import is_task
from dragoman.app.desk import StoredAnswerError
from dragoman.app.dragoman import Dragoman
from dragoman.app.records import answer_record, cost_record
from dragoman.app.thread_cost import turn_cost
from dragoman.domain.cost import Cost, together
from dragoman.jobs.inprocess import InProcessBackend
from dragoman.jobs.job import Job
from dragoman.jobs.record import spent
from dragoman.stores.threads import StoredQuestion, StoredTurn

Record = dict[str, Any]


def history_record(dragoman: Dragoman, backend: InProcessBackend, thread: str) -> Record:
    """Return everything that is needed to show a thread again. Raises UnknownNameError."""
    store = dragoman.runtime.threads
    turns, asked = store.turns(thread), store.questions(thread)
    jobs = {job.id: job for job in backend.of_thread(thread)}
    costs = {turn.number: _cost(turn, backend, is_kept=turn.job in jobs) for turn in turns}
    return {
        "thread": thread,
        "cost": cost_record(together(list(costs.values()))),
        "turns": [
            _turn_record(dragoman, thread, turn, [one for one in asked if one.turn == turn.number])
            | {"cost": cost_record(costs[turn.number])}
            | _job_record(dragoman, jobs.get(turn.job or ""))
            for turn in turns
        ],
    }


def _turn_record(dragoman: Dragoman, thread: str, turn: StoredTurn, asked: Sequence[StoredQuestion]) -> Record:
    answer = _answer(dragoman, thread, turn)
    replies = [
        {"question": one.question, "reply": one.reply, "meant": one.meant} for one in asked if one.reply is not None
    ]
    return {
        "turn": turn.number,
        "text": turn.question,
        "job": turn.job,
        "replies": replies,
        "answer": answer,
        "question": answer["clarification"] if answer else None,
    }


def _cost(turn: StoredTurn, backend: InProcessBackend, *, is_kept: bool) -> Cost:
    """Return what a turn took; of one without an answer its job tells sooner, while a model may still be writing."""
    if turn.job and turn.answer is None and is_kept:
        return spent(backend.events(turn.job, 0))
    return turn_cost(turn)


def _job_record(dragoman: Dragoman, job: Job | None) -> Record:
    scenario = job.scenario or job.envelope.metadata.scenario_id if job else None
    return {
        "status": job.status if job else None,
        "scenario": scenario,
        "is_task": is_task(dragoman.runtime, scenario),
    }


def _answer(dragoman: Dragoman, thread: str, turn: StoredTurn) -> Record | None:
    if turn.answer is None:
        return None
    try:
        return answer_record(dragoman.answer_of(thread, turn.number))
    except StoredAnswerError:  # of another version: its words can still be read
        return {"answer": str(turn.answer.get("text", "")), "outcome": "stored", "clarification": None}

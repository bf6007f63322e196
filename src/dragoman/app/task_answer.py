"""What a job of the scenarios ended with, as an answer."""

from dataclasses import replace
from typing import Any

from dragoman.domain import wire
from dragoman.domain.answer import Answer, OpenQuestion
from dragoman.domain.cost import Cost
from dragoman.domain.outcome import Question

Json = dict[str, Any]
_OF_TASK = ("scenario", "display_name", "effects", "levels", "aborted_reason", "failed", "output")


def finished_answer(result: Json) -> Answer:
    """Return an assistant's own answer where one was asked, else the scenario's words."""
    decision = {**result["decision"], "chain": result["chain"]}
    cost = wire.load(Cost, result["cost"])  # of the whole job; an assistant's own is part of it
    if result["record"]:
        answer = wire.load(Answer, result["record"])
        decision = {**answer.decision, "chain": result["chain"]}
    else:
        answer = Answer(text=result["answer"], outcome=result["outcome"])
    return _warned(replace(answer, decision=decision, cost=cost), tuple(result["caveats"]))


def _warned(answer: Answer, caveats: tuple[str, ...]) -> Answer:
    """Return the answer with further caveats, also in its text."""
    text = "\n\n".join((answer.text, *caveats))
    return replace(answer, text=text, caveats=(*answer.caveats, *caveats)) if caveats else answer


def task_of(result: Json) -> Json:
    """Return what a result tells about the scenario itself, besides the answer."""
    return {name: result[name] for name in _OF_TASK}


def open_question(question: Question) -> OpenQuestion:
    """Return a job's question as an answer carries it."""
    return OpenQuestion(id=question.id, question=question.text, options=question.options)

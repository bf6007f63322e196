"""graph: an assistant is asked; if it asks back, the run stops in a node of its own until a person answers."""

from collections.abc import Mapping
from typing import Any

import dragoman.graphs.environment  # noqa: F401  # isort: skip  # must come before langgraph
from langgraph.types import interrupt

from dragoman.domain import wire
from dragoman.domain.answer import Answer
from dragoman.domain.conversation import Turn
from dragoman.errors import UnknownNameError
from dragoman.graphs.path import TurnContext
from dragoman.scenarios.assistant import GraphAssistant
from dragoman.scenarios.levels.ask_user import read_reply, reply_schema
from dragoman.scenarios.levels.world import LevelFailure, LevelWorld
from dragoman.scenarios.run.state import ScenarioState
from dragoman.scenarios.spec import GraphLevelSpec

Json = dict[str, Any]


async def ask_assistant(level: GraphLevelSpec, state: ScenarioState, world: LevelWorld, turn: TurnContext) -> Json:
    """Ask with the person's words and return the answer's JSON."""
    assistant = _assistant(level, world)
    turns = [Turn(one["role"], one["content"]) for one in state["turns"]]
    thread = thread_of(level, state)
    answer = await assistant.ask(state["prompt"], thread=thread, turns=turns, reference_date=turn.reference_date)
    return output_of(answer)


async def go_on(level: GraphLevelSpec, state: ScenarioState, world: LevelWorld, turn: TurnContext) -> Json:
    """Give the assistant the reply it waits for; where its checkpoint is gone, ask anew with reply and words."""
    assistant, asked, day = _assistant(level, world), state["asked"] or {}, turn.reference_date
    thread = thread_of(level, state)
    try:
        answer = await assistant.resume(thread, asked["id"], asked["reply"], reference_date=day)
    except UnknownNameError:
        turns = [Turn(one["role"], one["content"]) for one in state["turns"]]
        words = f"{state['prompt']} {asked['reply']}"
        answer = await assistant.ask(words, thread=thread, turns=turns, reference_date=day)
    return output_of(answer)


def wait_for_reply(state: ScenarioState) -> Json:
    """Stop until a person has answered the assistant's question, and return the question with the reply."""
    asked = dict(state["asked"] or {})
    payload = {"kind": "clarify", "text": asked["text"], "options": asked["options"]}
    reply = interrupt({**payload, "level": state["order"][-1], "schema": reply_schema(asked["options"])})
    return {**asked, "reply": read_reply(reply)}


def output_of(answer: Answer) -> Json:
    """Return what the level puts out: the text, its outcome, and the whole answer as JSON."""
    return {"answer": answer.text, "outcome": answer.outcome, "record": wire.dump(answer)}


def question_of(output: Json) -> Json | None:
    """Return the question that an answer waits with, or None."""
    if output["outcome"] != "clarification" or not (question := output["record"]["question"]):
        return None
    options = [{"value": option["value"], "text": option["text"]} for option in question["options"]]
    return {"id": question["id"], "text": question["question"], "options": options}


def thread_of(level: GraphLevelSpec, state: Mapping[str, Any]) -> str:
    """Return the assistant's thread: each level of each hop of a job has its own, and each item of a map."""
    item = f":{state['index']}" if "index" in state else ""
    return f"{state['job']}:{len(state['chain_path'])}:{level.id}{item}"


def _assistant(level: GraphLevelSpec, world: LevelWorld) -> GraphAssistant:
    if level.assistant not in world.assistants:
        raise LevelFailure(
            f"the assistant {level.assistant} is not installed",
            code="not-installed",
            answer=f"The {level.assistant} assistant is not installed here, so this cannot be answered.",
        )
    return world.assistants[level.assistant]

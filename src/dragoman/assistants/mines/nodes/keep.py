"""What `answer` does last: an answer that was checked and found right is remembered."""

from dataclasses import replace

from dragoman.assistants.mines.nodes.memory import read_question
from dragoman.assistants.mines.nodes.notes import spoken_words
from dragoman.assistants.mines.recall import may_be_kept
from dragoman.assistants.mines.state import MainState
from dragoman.assistants.mines.tools import MinesTools
from dragoman.domain import wire
from dragoman.domain.answer import Answer
from dragoman.domain.plan import Plan
from dragoman.errors import StoreError
from dragoman.graphs.path import TurnContext


def keep(answer: Answer, state: MainState, turn: TurnContext, tools: MinesTools) -> tuple[Answer, bool]:
    """Remember the answer if it may be; return it with what its question is known by, and whether it is kept.

    Whatever fails here keeps nothing and takes nothing from the answer.
    """
    if tools.memory is None or answer.outcome != "answered":
        return answer, False
    record, asked = read_question(state, turn, tools, tools.memory.rules)
    if asked is None or asked.key.corpus != state["corpus"]:
        return answer, False  # pages came or went while it was worked out
    if not state["plan"] or record.plan != wire.load(Plan, state["plan"]):
        return answer, False  # what the rules alone do not know they could not find again either
    answer = replace(answer, recall=tools.memory.recall(asked))
    if not may_be_kept(state, answer, turn):
        return answer, False
    try:
        extra = {"spoken": spoken_words(record.query, tools, turn.reference_date)}
        return answer, tools.memory.remember(asked, wire.dump(answer), extra) is not None
    except StoreError as failure:
        turn.degrade("memory", failure)
        return answer, False

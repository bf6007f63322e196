"""What the assistant remembers: asked before anything is searched, kept once an answer was checked."""

from dataclasses import replace

from dragoman.assistants.contracts.recall import asked_of, may_be_kept
from dragoman.assistants.contracts.router import ContractRoute
from dragoman.assistants.contracts.state import ContractState
from dragoman.assistants.contracts.tools import ContractsTools
from dragoman.domain import wire
from dragoman.domain.answer import Answer
from dragoman.domain.conversation import Turn
from dragoman.errors import StoreError
from dragoman.graphs.path import TurnContext
from dragoman.memory.again import said_again
from dragoman.memory.answer_cache import Hit


def recalled(route: ContractRoute, turn: TurnContext, tools: ContractsTools) -> Answer | None:
    """Return the answer that the question was given before; what fails here is worked out."""
    cache = tools.memory
    if cache is None or turn.asker.wants_fresh:
        return None
    try:
        asked = asked_of(route, asker=turn.asker, rules=cache.rules, tools=tools)
        found = cache.look_up(asked) if asked else None
        if asked is None or not isinstance(found, Hit):
            return None
        cache.used(asked, found)
    except StoreError as failure:  # what is remembered only saves time: the question is answered without it
        turn.degrade("memory", failure)
        return None
    return said_again(found)


def keep(answer: Answer, state: ContractState, turn: TurnContext, tools: ContractsTools) -> tuple[Answer, bool]:
    """Remember the answer if it may be; return it with what its question is known by, and whether it is kept.

    Whatever fails here keeps nothing and takes nothing from the answer.
    """
    cache = tools.memory
    if cache is None or answer.outcome != "answered" or state["advice"] or state["english"]:
        return answer, False
    turns = [Turn(message["role"], message["content"]) for message in state["messages"][:-1]]
    route = tools.router.decide(state["asked"], turns=turns, reference_date=turn.reference_date)
    asked = asked_of(route, asker=turn.asker, rules=cache.rules, tools=tools)
    if asked is None or asked.key.corpus != state["corpus"]:
        return answer, False  # pages came or went while it was worked out
    if route.agreement is None or route.agreement.document.id != state["contract"]:
        return answer, False
    answer = replace(answer, recall=cache.recall(asked))
    if not may_be_kept(state, answer, turn):
        return answer, False
    try:
        return answer, cache.remember(asked, wire.dump(answer), {}) is not None
    except StoreError as failure:
        turn.degrade("memory", failure)
        return answer, False

"""What the answer cache needs to know of a question about an agreement, and which answers may be kept.

Only the rules speak here: no model is asked and nothing is searched.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from dragoman.assistants.contracts.registry import ClauseIntentSpec
from dragoman.assistants.contracts.router import ContractRoute
from dragoman.assistants.contracts.state import ContractState
from dragoman.assistants.contracts.tools import ContractsTools
from dragoman.domain import wire
from dragoman.domain.answer import Answer
from dragoman.domain.asker import Asker
from dragoman.domain.decision import Routed
from dragoman.domain.plan import Clause, Plan
from dragoman.graphs.path import TurnContext
from dragoman.interpret.value_record import value_record
from dragoman.memory.key import Asked, CacheKey
from dragoman.memory.wording import lexicon, read_wording

# Words that change nothing in what an agreement is asked for. Every other small word stands in the key, in its order:
# "payable by" is not "payable to", and "must give" is not "may get".
_PLAIN = frozenset(
    (
        *("a", "an", "the", "what", "which", "is", "are", "was", "were", "be", "been", "being", "do", "does", "did"),
        *("there", "this", "that", "these", "those", "in", "on", "at", "please", "kindly", "tell", "me", "us", "show"),
        *("let", "know", "hi", "hello", "thanks", "just", "exactly", "so", "then", "now", "ok", "okay"),
    )
)


def asked_of(route: ContractRoute, *, asker: Asker, rules: str, tools: ContractsTools) -> Asked | None:
    """Return the question as the cache sees it; None where it leans on an earlier one, or asks no agreement."""
    record, agreement = route.record, route.agreement
    if (
        agreement is None
        or not isinstance(record.decision, Routed)
        or record.query != record.interpretation.utterance.text
    ):
        return None
    steps = record.plan.steps
    if not steps or not all(isinstance(step, Clause) for step in steps):
        return None
    query = route.asked.query
    bare = tuple(replace(step, topic="") if isinstance(step, Clause) else step for step in steps)
    # What was answered without a model is not given again once one is configured: it may answer better.
    policy = tools.policy if tools.adviser else f"{tools.policy}, no model"
    key = CacheKey(
        tenant=asker.tenant,
        assistant="contracts",
        corpus=tools.library.version(),
        rules=f"{rules} · clauses {_registry_version(tools.registry)}",
        language=record.interpretation.utterance.language or "en",  # too short to tell: answered in English
        policy=policy,
        plan=dict(wire.dump(Plan(steps=bare))),
        named=_named(route) | {"agreements": [one.document.id for one in (agreement, *agreement.amendments)]},
        said=tuple(assumption.text for assumption in record.plan.assumptions),
    )
    return Asked(key=key, question=record.query, residual=query, is_open=True)


def may_be_kept(state: ContractState, answer: Answer, turn: TurnContext) -> bool:
    """Say whether an answer was checked on its pages and found right, in a run that lacked nothing."""
    if answer.outcome != "answered" or turn.degraded or answer.caveats or not answer.citations or state["advice"]:
        return False
    return answer.grounding is not None and answer.grounding.verdict == "yes" and answer.confidence == "high"


def _named(route: ContractRoute) -> dict[str, Any]:
    """Return the values of a question, its intents, and its small words in their order."""
    seen = route.asked.seen
    values = [value_record(entity.value) for entity in seen.entities]
    limits = [wire.dump(one) for one in seen.constraints]
    words = read_wording(route.asked.query).words
    return {
        "values": values,
        "constraints": [{k: v for k, v in one.items() if k in ("comparator", "negated")} for one in limits],
        "intents": [match.intent for match in route.asked.intents],
        "small words": [word for word in words if word in lexicon().silent and word not in _PLAIN],
    }


def _registry_version(registry: Mapping[str, ClauseIntentSpec]) -> str:
    text = "\n".join(registry[name].model_dump_json() for name in sorted(registry))
    return hashlib.sha256(text.encode()).hexdigest()[:12]

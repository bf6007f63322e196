"""The JSON of `dragoman route --assistant tasks`: where the classifier would send a prompt, and why."""

from time import perf_counter
from typing import Any

from dragoman.domain.utterance import readable
from dragoman.errors import EmptyInputError
from dragoman.scenarios.foresee import would_ask
from dragoman.scenarios.shop import Shop

Record = dict[str, Any]
FLAGS = ("is_out_of_scope", "needs_retrieval", "needs_news", "needs_clarification")


def task_route_record(text: str, shop: Shop) -> Record:
    """Decide about a prompt without running anything. Raises EmptyInputError."""
    text = readable(text)
    if not text.strip():
        raise EmptyInputError
    began = perf_counter()
    envelope = shop.proposer.propose(text, shop.catalog.entries)
    asks = would_ask(envelope, shop)
    outcome = _outcome(envelope, asks=asks)
    set_flags = {"is_out_of_scope": outcome == "out_of_scope", "needs_clarification": asks}
    return {
        "outcome": outcome,
        "route": None if asks else envelope["chosen_intent_route"],
        "flags": {name: {"value": set_flags.get(name, False), "confidence": envelope["confidence"]} for name in FLAGS},
        "companies": [],
        "periods": [],
        "metrics": [],
        "plan": None,
        "queries": [],
        "confidence": envelope["confidence"],
        "candidates": [{"intent": one["intent_route"], "confidence": one["score"]} for one in envelope["candidates"]],
        "clarification": {"id": None, "question": envelope["question"], "options": envelope["options"]}
        if asks
        else None,
        "direct_answer": "",
        "decided_by": envelope["decided_by"],
        "reason": envelope["reason"],
        "latency_ms": (perf_counter() - began) * 1000,
        "model_calls": 0,
    }


def _outcome(envelope: Record, *, asks: bool) -> str:
    if asks:
        return "clarification"
    return "routed" if envelope["options"] else "out_of_scope"

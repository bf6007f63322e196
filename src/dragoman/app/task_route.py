"""The JSON of `dragoman route --assistant tasks`: where the classifier would send a prompt, and why."""

from collections.abc import Sequence
from time import perf_counter
from typing import Any

from dragoman.app.records import priced
from dragoman.domain.conversation import Turn
from dragoman.domain.utterance import readable
from dragoman.errors import EmptyInputError
from dragoman.models.meter import Meter
from dragoman.scenarios.choose.foresee import would_ask
from dragoman.scenarios.levels.classify import run_classify
from dragoman.scenarios.load import CLASSIFIER
from dragoman.scenarios.run.state import Start, fresh
from dragoman.scenarios.shop import Shop
from dragoman.scenarios.spec import ClassifyLevelSpec

Record = dict[str, Any]
FLAGS = ("is_out_of_scope", "needs_retrieval", "needs_news", "needs_clarification")


def task_route_record(text: str, shop: Shop) -> Record:
    """Decide about a prompt without running anything, and without a model. Raises EmptyInputError."""
    began, text = perf_counter(), _words(text)
    return priced(_record(shop.proposer.propose(text, shop.catalog.entries), shop, began), Meter())


async def advised_task_record(text: str, shop: Shop, history: Sequence[Turn]) -> Record:
    """Return the same, with what a model says where rules and classifier are unsure. Raises EmptyInputError."""
    began, text, meter = perf_counter(), _words(text), Meter()
    turns = [{"role": turn.role, "content": turn.content} for turn in history]
    begin = Start(prompt=text, turns=turns, job="route", chain_path=(), catalog=shop.catalog.entries)
    level = next(one for one in shop.scenarios[CLASSIFIER].levels if isinstance(one, ClassifyLevelSpec))
    envelope = await run_classify(level, fresh(CLASSIFIER, begin), shop.world({}), meter)
    return priced({**_record(envelope, shop, began), "model_calls": len(meter.calls)}, meter)


def _words(text: str) -> str:
    text = readable(text)
    if not text.strip():
        raise EmptyInputError
    return text


def _record(envelope: Record, shop: Shop, began: float) -> Record:
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
